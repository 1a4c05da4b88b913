import Glibc

/// How much a test does. In the gate it does little, and the same each time; with `SOTTO_LONG=1`, as `make soak` has it,
/// it does all it can.
public enum Effort {
  /// Whether this is the long form.
  public static let isLong = getenv("SOTTO_LONG").map { String(cString: $0) } == "1"

  /// What a test's chance begins with: in the gate `fixed`, in the long form another number each time. A test that fails
  /// says it; `SOTTO_SEED` has the same again.
  public static func seed(_ fixed: UInt64) -> UInt64 {
    if let again = getenv("SOTTO_SEED"), let seed = UInt64(String(cString: again)) { return seed }
    return isLong ? UInt64.random(in: 1...UInt64.max) : fixed
  }
}

/// Chance that follows from a seed.
public struct SeededChance: RandomNumberGenerator, Sendable {
  private let surroundings: ManualSurroundings

  public init(seed: UInt64) { surroundings = ManualSurroundings(seed: seed) }

  public mutating func next() -> UInt64 { surroundings.random() }
}
