/// Why the program that reads pictures does not run.
public enum ReaderFault: Hashable, Sendable {
  /// The system does not start it, in its own words.
  case system(String)
  case librariesMissing
  case endedAtOnce
  case noAnswer
  /// The process has none.
  case notIncluded
}
