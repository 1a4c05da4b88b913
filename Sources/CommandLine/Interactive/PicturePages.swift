import Domain

/// Reads a chat's pictures from first to last, page by page; no picture's bytes are read here.
struct PicturePages {
  /// A picture with its number in the chat, from 1 on, and the message that it came with.
  struct Entry {
    var number: Int
    var message: Message
    var index: Int
    var picture: Attachment
  }

  let service: ChatService
  let chat: ChatID
  private static let size = 200

  func read(_ body: (Entry) async throws -> Void) async throws {
    var number = 0
    var message: Message?
    var page = try await service.pictures(in: chat, .all(limit: Self.size))
    while let last = page.last {
      for found in page {
        if message?.id != found.message { message = try await service.message(found.message) }
        // Nil where it was deleted meanwhile.
        guard let message else { continue }
        number += 1
        try await body(Entry(number: number, message: message, index: found.index, picture: found.attachment))
      }
      page = try await service.pictures(in: chat, .after(last.message, index: last.index, limit: Self.size))
    }
  }
}
