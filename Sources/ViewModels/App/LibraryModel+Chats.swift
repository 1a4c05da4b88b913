public import Domain
private import Localization

/// What is done to chats as a whole, from the list, the Trash or the open chat; answered by whether it was done.
extension LibraryModel {
  /// Gives the chat a title, which then never changes by itself.
  @discardableResult
  public func rename(_ id: ChatID, to title: String) -> Task<Bool, Never> {
    if let thread, thread.chat.id == id, thread.isNew {
      thread.renameUnsaved(to: title)
      return Task { true }
    }
    return parts.work.perform { [service = parts.service] () throws(StoreError) in
      try await service.rename(id, to: title)
    }
  }

  /// Puts the chat above those that are not pinned, or back among them.
  @discardableResult
  public func setPinned(_ isPinned: Bool, _ id: ChatID) -> Task<Bool, Never> {
    parts.work.perform { [service = parts.service] () throws(StoreError) in try await service.setPinned(isPinned, id) }
  }

  /// Marks the chat as unread, or as read. One that is open stays marked until it is opened again or written in.
  public func setUnread(_ isUnread: Bool, _ id: ChatID) {
    guard readOnly == nil else { return }
    if let thread, thread.chat.id == id {
      guard !thread.isNew else { return }
      thread.unread.mark(isUnread)
    }
    parts.work.perform { [service = parts.service] () throws(StoreError) in
      if isUnread { try await service.markUnread(id) } else { try await service.markRead(id) }
    }
  }

  /// Marks the chat as unread where it is not, else as read.
  public func toggleUnread(_ id: ChatID) {
    guard let chat = list.row(of: id)?.chat ?? (thread?.chat.id == id ? thread?.chat : nil) else { return }
    setUnread(chat.unreadCount == 0, id)
  }

  /// Puts the chat into the Trash and offers to undo that.
  @discardableResult
  public func moveToTrash(_ id: ChatID) -> Task<Bool, Never> {
    if let thread, thread.chat.id == id, thread.isNew {
      closeAndOpenNext(after: id)
      return Task { true }
    }
    let title = list.row(of: id)?.title ?? thread?.title ?? localized("Chat")
    let composer = thread?.chat.id == id ? thread?.composer : nil
    let wasOpen = composer != nil
    return parts.work.perform { [service = parts.service, notices, weak self] () throws(StoreError) in
      // A picture that is still read may take its time; it comes to the draft later.
      await composer?.saveNow()
      if wasOpen { self?.closeAndOpenNext(after: id) }
      try await service.moveToTrash(id)
      let text = localized("“\(ShownLine.within(title))” was moved to the Trash")
      notices.tell(text, button: localized("Undo")) { [weak self] in self?.restore(id, opening: wasOpen) }
    }
  }

  /// Takes a chat out of the Trash, and opens it where that is wanted.
  public func restore(_ id: ChatID, opening: Bool = false) {
    parts.work.perform { [service = parts.service, weak self] () throws(StoreError) in
      try await service.restore(id)
      if opening { await self?.open(id).value }
    }
  }

  /// Deletes a chat of the Trash; nothing brings it back. The view has asked.
  public func deleteForEver(_ id: ChatID) {
    parts.work.perform { [service = parts.service] () throws(StoreError) in try await service.deleteForEver(id) }
  }

  /// Deletes all chats of the Trash; nothing brings them back. The view has asked.
  public func emptyTrash() {
    parts.work.perform { [service = parts.service] () throws(StoreError) in try await service.emptyTrash() }
  }
}
