/// What is done to one message.
extension ChatService {
  /// The message and the others that follow the same one, oldest first.
  public func siblings(of id: MessageID) async throws(StoreError) -> Siblings {
    try await store.read { store throws(StoreError) in try store.siblings(of: id) }
  }

  /// Shows the chat with this message, and below it what was shown there last.
  public func choose(_ id: MessageID) async throws(StoreError) {
    try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in
      guard let message = try store.message(id) else { throw .noSuchMessage }
      guard try store.choose(id) else { return ((), []) }
      return ((), try showEnd(of: message.chat, in: store) + [.lineChanged(message.chat)])
    }
  }

  /// The chat's row says what is said last on its line.
  nonisolated func showEnd(of id: ChatID, in store: any StoreWriting) throws(StoreError) -> [ChatEvent] {
    guard var chat = try store.chat(id) else { return [] }
    chat.preview = try endPreview(of: id, in: store)
    try store.update(chat)
    return [.saved(try store.chat(id) ?? chat)]
  }

  /// What is said last on the chat's line.
  nonisolated func endPreview(of id: ChatID, in store: any StoreReading) throws(StoreError) -> Preview {
    let last = try store.messages(in: id, .newest(limit: 20)).last {
      $0.sender != .summary && ($0.state == .complete || $0.hasContent)
    }
    return last.map { Preview(of: $0, plainLine: plainLine) } ?? Preview()
  }
}
