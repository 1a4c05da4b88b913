/// Pictures: fetching a remote one on demand.
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
}

extension Array {
  fileprivate func element(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
