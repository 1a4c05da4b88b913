import Domain

/// Reads a chat from a place to its end, page by page, so that a long one is never in memory as a whole.
struct MessagePages {
  let service: ChatService
  let chat: ChatID
  private static let size = 200

  /// Calls the body with the last `count` messages (all of them for nil), oldest first, in pages.
  func read(last count: Int?, _ body: ([Message]) throws -> Void) async throws {
    // Back to where it starts, keeping no more than the page at hand; then forwards.
    var page = try await service.messages(in: chat, .newest(limit: min(count ?? Self.size, Self.size)))
    var reached = page.count
    while let first = page.first, reached < count ?? .max {
      let older = try await service.messages(
        in: chat, .before(first.id, limit: min(Self.size, (count ?? .max) - reached)))
      if older.isEmpty { break }
      page = older
      reached += older.count
    }
    while !page.isEmpty {
      try body(page)
      guard let last = page.last, !last.state.isUnfinished else { return }
      page = try await service.messages(in: chat, .after(last.id, limit: Self.size))
    }
  }
}
