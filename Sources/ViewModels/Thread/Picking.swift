internal import Domain

/// Messages that are picked, to be copied or deleted together.
public struct Picking: Equatable, Sendable {
  /// Whether messages are being picked. It goes on when the last of them is picked no more.
  public private(set) var isOn = false
  private(set) var ids: Set<MessageID> = []
  /// Where a range begins, and what was picked before there was one.
  private(set) var anchor: MessageID?
  private var before: Set<MessageID> = []

  /// Whether the message is picked; nil while none are.
  func isPicked(_ id: MessageID) -> Bool? { isOn ? ids.contains(id) : nil }

  /// Picks a message, or no longer, and begins with picking where that is new. The next range begins there.
  mutating func toggle(_ id: MessageID) {
    isOn = true
    if ids.remove(id) == nil { ids.insert(id) }
    (anchor, before) = (id, ids)
  }

  /// Picks what lies between the anchor and another message, and nothing of an earlier range.
  mutating func pick(_ range: [MessageID]) { ids = before.union(range) }

  /// The message is gone.
  mutating func forget(_ id: MessageID) {
    ids.remove(id)
    before.remove(id)
    if anchor == id { anchor = nil }
  }

  /// Picks none any more.
  mutating func end() { self = Picking() }
}
