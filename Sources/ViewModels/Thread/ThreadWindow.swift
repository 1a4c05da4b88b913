import Domain

/// The messages of a thread that are in memory: an unbroken stretch of the line, in order, never more than `limit`.
struct ThreadWindow {
  static let firstPage = 60
  static let page = 30
  /// Beyond this, messages are let go at the far end.
  static let limit = 150

  private(set) var messages: [Message] = []
  private(set) var hasOlder = false
  private(set) var hasNewer = false

  mutating func reset(_ page: [Message]) {
    messages = page
    hasOlder = (page.first?.sequence ?? 1) > 1 && page.count >= Self.firstPage
    hasNewer = false
  }

  mutating func reset(_ stretch: (messages: [Message], hasOlder: Bool, hasNewer: Bool)) {
    (messages, hasOlder, hasNewer) = stretch
  }

  mutating func addOlder(_ page: [Message], asked: Int) {
    let known = Set(messages.map(\.id))
    messages.insert(contentsOf: page.filter { !known.contains($0.id) }, at: 0)
    hasOlder = page.count == asked
    if messages.count > Self.limit {
      messages.removeLast(messages.count - Self.limit)
      hasNewer = true
    }
  }

  mutating func addNewer(_ page: [Message], asked: Int) {
    let known = Set(messages.map(\.id))
    messages.append(contentsOf: page.filter { !known.contains($0.id) })
    hasNewer = page.count == asked
    trimOlder()
  }

  /// Puts a new or changed message where it belongs; false when that is outside the window.
  mutating func put(_ message: Message) -> Bool {
    if let index = messages.firstIndex(where: { $0.id == message.id }) {
      if messages[index].sequence == message.sequence {
        messages[index] = message
        return true
      }
      messages.remove(at: index)
    }
    let index = messages.lastIndex { $0.sequence < message.sequence }.map { $0 + 1 } ?? 0
    if index == messages.count, hasNewer { return false }
    if index == 0, hasOlder { return false }
    messages.insert(message, at: index)
    trimOlder()
    return true
  }

  mutating func setText(_ text: String, of id: MessageID) -> Message? {
    guard let index = messages.lastIndex(where: { $0.id == id }) else { return nil }
    messages[index].text = text
    if messages[index].state == .queued { messages[index].state = .streaming }
    return messages[index]
  }

  mutating func remove(_ id: MessageID) { messages.removeAll { $0.id == id } }

  private mutating func trimOlder() {
    guard messages.count > Self.limit else { return }
    messages.removeFirst(messages.count - Self.limit)
    hasOlder = true
  }
}
