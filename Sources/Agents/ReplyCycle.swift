import Domain

/// How far a chat is on its way to the next reply; a small JSON text in the database.
struct ReplyCycle: Decodable, Hashable, Sendable {
  /// User messages since the last reply became due.
  private(set) var count: Int
  /// How many make the next one due.
  private(set) var threshold: Int

  /// Goes on from a saved state; begins afresh where there is none or it does not fit (another persona's, an older file's).
  init(_ state: String?, within range: ClosedRange<Int>, surroundings: any Surroundings) {
    if let state, let saved = Self.saved(state), range.contains(saved.threshold),
      (0..<saved.threshold).contains(saved.count)
    {
      self = saved
    } else {
      count = 0
      threshold = surroundings.random(in: range)
    }
  }

  /// Counts a user's message; true when a reply is now due, and the next cycle has begun.
  mutating func count(within range: ClosedRange<Int>, surroundings: any Surroundings) -> Bool {
    count += 1
    guard count >= threshold else { return false }
    count = 0
    threshold = surroundings.random(in: range)
    return true
  }

  /// What the database keeps: `{"count":1,"threshold":3}`.
  var state: String { #"{"count":\#(count),"threshold":\#(threshold)}"# }

  private static func saved(_ state: String) -> Self? {
    do {
      return try JSONFile.read(Self.self, from: Array(state.utf8))
    } catch {
      return nil  // A state that cannot be read is one that begins afresh.
    }
  }
}
