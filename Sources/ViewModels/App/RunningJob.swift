public import Domain

/// Long work in the background that a face may show a line about.
public struct RunningJob: Hashable, Sendable {
  /// What is worked on.
  public var kind: LibraryJobKind
  /// 0 to 1.
  public var part: Double

  public init(kind: LibraryJobKind, part: Double) {
    self.kind = kind
    self.part = part
  }
}

extension LibraryModel {
  /// Work of a moment is not worth a line that flickers.
  private static let longJob = Duration.seconds(1)

  func take(_ progress: JobProgress, of kind: LibraryJobKind, since began: Timestamp) {
    if clock.now.since(began) >= Self.longJob { job = RunningJob(kind: kind, part: progress.part) }
  }
}
