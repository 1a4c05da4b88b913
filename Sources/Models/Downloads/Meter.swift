internal import Domain

/// How fast something comes, over the last seconds; says so four times a second.
struct Meter: Sendable {
  private let surroundings: any Surroundings
  private var marks: [(time: Timestamp, bytes: Int64)] = []

  private static let pause = Duration.milliseconds(250)
  private static let span = Duration.seconds(6)

  init(_ surroundings: any Surroundings) { self.surroundings = surroundings }

  mutating func begin(at bytes: Int64) { marks = [(surroundings.now(), bytes)] }

  /// Bytes each second; nil where that was said a moment ago.
  mutating func speed(at bytes: Int64) -> Int64? {
    let now = surroundings.now()
    guard let last = marks.last else { return nil }
    // A clock that was set back begins anew.
    guard now >= last.time else {
      begin(at: bytes)
      return nil
    }
    guard now.since(last.time) >= Self.pause else { return nil }
    marks.append((now, bytes))
    marks.removeAll { now.since($0.time) > Self.span && $0.time != now }
    guard let first = marks.first else { return nil }
    let milliseconds = max(1, now.since(first.time).wholeMilliseconds)
    return max(0, bytes - first.bytes).times(1_000) / milliseconds
  }
}
