/// Long work on a library, in steps that are each whole by themselves, so that sends slip in between and a quit or a crash
/// stops it anywhere. Where it is, is what the library itself says: a job that was cut off is made anew and goes on.
public protocol LibraryJob: Sendable {
  var kind: LibraryJobKind { get }
  /// Does the next part, in a transaction of its own that others hardly notice. Nil when nothing is left.
  mutating func step() async throws(StoreError) -> JobProgress?
}

/// What is worked on, for a sentence about it.
public enum LibraryJobKind: Hashable, Sendable {
  case emptyingTrash
  case sweepingPictures
}

/// How far a job is.
public struct JobProgress: Hashable, Sendable {
  /// How much of it is done, in units of the work.
  public var done: Int
  /// How much there is; 0 while that is not known.
  public var total: Int

  public init(done: Int, of total: Int) {
    self.done = done
    self.total = total
  }

  /// 0 to 1.
  public var part: Double { total > 0 ? min(1, max(0, Double(done) / Double(total))) : 0 }
}
