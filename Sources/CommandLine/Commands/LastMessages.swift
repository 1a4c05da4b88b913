import Domain

/// Reads the last messages of a chat, page by page, so that a long chat is never in memory as a whole.
struct LastMessages {
  private let chat: ChatID
  private let service: ChatService

  init(of chat: ChatID, _ service: ChatService) {
    self.chat = chat
    self.service = service
  }

  /// Calls the body with the last `count` messages (all of them for nil), oldest first, in pages.
  func read(_ count: Int?, _ body: ([Message]) throws -> Void) async throws {
    var first: [Message] = []
    if let count {
      first = try await oldest(ofLast: count)
      if first.isEmpty { return }
      try body(first)
    }
    for try await page in service.pages(of: chat, .oldestFirst, beyond: first) { try body(page) }
  }

  /// The first page of so many messages, oldest first.
  private func oldest(ofLast count: Int) async throws -> [Message] {
    var oldest: [Message] = []
    var left = count
    // No more than the page at hand is kept.
    for try await page in service.pages(of: chat, .newestFirst, length: min(max(1, count), 200)) {
      oldest = page.prefix(left).reversed()
      left -= oldest.count
      if left == 0 { break }
    }
    return oldest
  }
}
