public import Domain

/// What is done to chats as a whole, from the list, the Trash or the open chat.
extension LibraryModel {
  /// Gives the chat a title, which then never changes by itself.
  public func rename(_ id: ChatID, to title: String) {
    if let thread, thread.chat.id == id, thread.isNew { return thread.renameUnsaved(to: title) }
    perform { [service] () throws(StoreError) in try await service.rename(id, to: title) }
  }

  /// Puts the chat above those that are not pinned, or back among them.
  public func setPinned(_ isPinned: Bool, _ id: ChatID) {
    perform { [service] () throws(StoreError) in try await service.setPinned(isPinned, id) }
  }

  /// Puts the chat into the Trash and offers to undo that.
  public func moveToTrash(_ id: ChatID) {
    if let thread, thread.chat.id == id, thread.isNew { return closeAndOpenNext(after: id) }
    let title = list.row(of: id)?.title ?? thread?.title ?? "Chat"
    let composer = thread?.chat.id == id ? thread?.composer : nil
    let wasOpen = composer != nil
    perform { [service, weak self] () throws(StoreError) in
      // A picture that is still read may take its time; it comes to the draft later.
      await composer?.saveNow()
      if wasOpen { self?.closeAndOpenNext(after: id) }
      try await service.moveToTrash(id)
      self?.tell("“\(ShownLine.within(title))” was moved to the Trash", button: "Undo") { [weak self] in
        self?.restore(id, opening: wasOpen)
      }
    }
  }

  /// Takes a chat out of the Trash, and opens it where that is wanted.
  public func restore(_ id: ChatID, opening: Bool = false) {
    perform { [service, weak self] () throws(StoreError) in
      try await service.restore(id)
      if opening { self?.open(id) }
    }
  }

  /// Deletes a chat of the Trash; nothing brings it back. The view has asked.
  public func deleteForEver(_ id: ChatID) {
    perform { [service] () throws(StoreError) in try await service.deleteForEver(id) }
  }

  /// Deletes all chats of the Trash; nothing brings them back. The view has asked.
  public func emptyTrash() {
    perform { [service] () throws(StoreError) in try await service.emptyTrash() }
  }
}
