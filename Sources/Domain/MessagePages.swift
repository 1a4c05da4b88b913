/// A chat's messages from its beginning or its end, a page at a time; made by `ChatService.pages`.
///
/// Each page is one brief read, so that neither a transaction nor a long chat is held. Messages that are added, removed or
/// moved between two pages neither end the reading nor bring a message twice (`MessageCursor`). Where the task was
/// cancelled, the next page throws `cancelled`, so that a part is not taken for the whole.
public struct MessagePages: AsyncSequence, Sendable {
  /// At least one message, in the order asked for.
  public typealias Element = [Message]
  /// Why a page could not be read.
  public typealias Failure = StoreError

  let service: ChatService
  let cursor: MessageCursor
  let length: Int

  /// Begins anew, at the same end.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(service: service, cursor: cursor, length: length) }

  /// Reads on from where it stands.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let service: ChatService
    var cursor: MessageCursor
    let length: Int

    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(StoreError) -> [Message]? {
      while !cursor.isAtEnd {
        guard !Task.isCancelled else { throw .cancelled }
        let page: [Message]
        (page, cursor) = try await service.page(at: cursor, length)
        if !page.isEmpty { return page }
      }
      return nil
    }
  }
}

extension ChatService {
  /// A chat's messages in pages, with what is still streaming in this process laid over what is on disk.
  ///
  /// - Parameters:
  ///   - scope: what the chat's line goes through, or all that is in the chat.
  ///   - length: how many messages a page has at most.
  ///   - known: what was read already, in this order: reading goes on behind it.
  public nonisolated func pages(
    of chat: ChatID, _ order: MessageOrder, _ scope: MessageScope = .line, length: Int = 200,
    beyond known: [Message] = []
  ) -> MessagePages {
    MessagePages(service: self, cursor: MessageCursor(chat, scope, order, beyond: known), length: max(1, length))
  }

  /// The next page of a cursor, and the cursor behind it.
  func page(at cursor: MessageCursor, _ length: Int) async throws(StoreError) -> ([Message], MessageCursor) {
    let (page, next) = try await store.read { store throws(StoreError) in
      var cursor = cursor
      let page = try cursor.next(length, in: store)
      return (try Self.withoutOrphans(page, store), cursor)
    }
    return (page.map(replies.shown), next)
  }
}
