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
  /// Which reading may fill it.
  var readings = PageReadings()

  mutating func reset(_ page: [Message]) {
    messages = page
    hasOlder = (page.first?.sequence ?? 1) > 1 && page.count >= Self.firstPage
    hasNewer = false
  }

  /// - Parameter page: what was read as `MessagePage.around`.
  mutating func reset(_ page: [Message], around anchor: MessageID, before: Int, after: Int) {
    messages = page
    let index = page.firstIndex { $0.id == anchor } ?? 0
    hasOlder = index >= before
    hasNewer = page.count - index > after
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

  /// Puts a new or changed message where it belongs; false when that is outside the window, or on another line.
  mutating func put(_ message: Message) -> Bool {
    if let index = messages.firstIndex(where: { $0.id == message.id }) {
      if isInPlace(message, at: index) {
        messages[index] = message
        return true
      }
      messages.remove(at: index)
    }
    guard let index = index(for: message) else { return false }
    messages.insert(message, at: index)
    trimOlder()
    return true
  }

  /// Whether it follows the one before it, as far as that can be seen from here.
  private func isInPlace(_ message: Message, at index: Int) -> Bool {
    guard let parent = messages.firstIndex(where: { $0.id == message.parent }) else { return true }
    return parent == index - 1
  }

  /// Only behind the last one, from which it may be parted by replies that are due and go behind what is said.
  private func index(for message: Message) -> Int? {
    guard !hasNewer else { return nil }
    guard let last = messages.last else { return message.parent == nil && !hasOlder ? 0 : nil }
    if last.id == message.parent { return messages.count }
    guard let parent = messages.lastIndex(where: { $0.id == message.parent }) else { return nil }
    let due = messages[(parent + 1)...].allSatisfy { $0.state == .queued && $0.sequence < message.sequence }
    return due ? parent + 1 : nil
  }

  mutating func setText(_ text: String, of id: MessageID) -> Message? {
    guard let index = messages.lastIndex(where: { $0.id == id }) else { return nil }
    messages[index].text = text
    if messages[index].state == .queued { messages[index].state = .streaming }
    return messages[index]
  }

  mutating func setReasoning(_ text: String, _ milliseconds: Int64?, of id: MessageID) -> Message? {
    guard let index = messages.lastIndex(where: { $0.id == id }) else { return nil }
    messages[index].reasoning = text
    messages[index].reasoningMilliseconds = milliseconds
    if messages[index].state == .queued { messages[index].state = .streaming }
    return messages[index]
  }

  /// What followed it follows now the one before it.
  mutating func remove(_ id: MessageID) {
    guard let index = messages.firstIndex(where: { $0.id == id }) else { return }
    let gone = messages.remove(at: index)
    if messages.indices.contains(index) { messages[index].parent = gone.parent }
  }

  private mutating func trimOlder() {
    guard messages.count > Self.limit else { return }
    messages.removeFirst(messages.count - Self.limit)
    hasOlder = true
  }
}
