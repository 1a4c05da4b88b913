/// Pictures: taking them in, fetching a remote one on demand, deleting a message.
extension ChatService {
  /// Fetches a remote picture, because the user asked for just this one, and keeps it in its message's place.
  public func fetchPicture(at index: Int, of id: MessageID) async throws(PictureError) {
    let found: Message?
    do throws(StoreError) {
      found = try await store.read { store throws(StoreError) in try store.message(id) }
    } catch {
      throw .store(error)
    }
    guard let remote = found?.attachments.element(at: index), case .remote(let address) = remote.content else { return }
    var kept = try await pictures.add(.remote(address: address))
    if !remote.alternative.isEmpty { kept.alternative = remote.alternative }
    let picture = kept
    do throws(StoreError) {
      try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in
        guard var message = try store.message(id), message.attachments.element(at: index) == remote else {
          return ((), [])
        }
        message.attachments[index] = picture
        try store.update(message)
        return ((), [.messageSaved(try store.message(id) ?? message)])
      }
    } catch {
      throw .store(error)
    }
  }

  /// Deletes one message for ever, with its pictures where no other message shows them. A reply that grows is ended.
  public func deleteMessage(_ id: MessageID) async throws(StoreError) {
    try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in
      guard let message = try store.message(id) else { throw .noSuchMessage }
      try store.remove(id)
      guard var chat = try store.chat(message.chat) else { return ((), [.messageRemoved(id, in: message.chat)]) }
      let last = try store.messages(in: chat.id, .newest(limit: 20)).last { $0.state == .complete || $0.hasContent }
      chat.preview = last.map(Preview.init(of:)) ?? Preview()
      try store.update(chat)
      return ((), [.messageRemoved(id, in: chat.id), .saved(try store.chat(chat.id) ?? chat)])
    }
    // Not before the disk has agreed: a message that stays keeps all that came, and goes on streaming.
    askedAgain.remove(id)
    for chat in waiting.keys { waiting[chat]?.removeAll { $0 == id } }
    end(id, because: .gone)
  }
}

extension Array {
  fileprivate func element(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
