/// The port to what a program cannot know by itself: time, chance and new names. Tests put exact ones here.
public protocol Surroundings: Sendable {
  /// The time of the machine's clock, which may be wrong and may jump.
  func now() -> Timestamp
  /// Waits; throws when the task is cancelled.
  func sleep(for duration: Duration) async throws(CancellationError)
  /// 64 random bits.
  func random() -> UInt64
  /// A new UUIDv7's two halves; later ones compare greater within a process.
  func newID() -> (high: UInt64, low: UInt64)
  /// How the user's locale writes times.
  var timeText: TimeText { get }
}

extension Surroundings {
  /// A new identifier for a thing of this kind.
  public func newID<Subject>(for subject: Subject.Type = Subject.self) -> Identifier<Subject> {
    let id = newID()
    return Identifier(high: id.high, low: id.low)
  }

  /// A number in the range, each equally likely to within 2⁻⁵³.
  public func random(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + Double(random() >> 11) * 0x1p-53 * (range.upperBound - range.lowerBound)
  }

  /// A whole number in the range.
  public func random(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(random().multipliedFullWidth(by: UInt64(range.count)).high)
  }
}

extension Surroundings {
  /// Sleeps for so long; false where the task was cancelled instead, the one reason for which a sleep ends early.
  public func slept(for duration: Duration) async -> Bool {
    do { try await sleep(for: duration) } catch { return false }
    return true
  }
}
