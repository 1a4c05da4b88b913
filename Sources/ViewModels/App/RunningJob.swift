public import Domain
public import Observation

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

/// The long work of a library as a face shows it.
@Observable
public final class JobModel {
  /// Nil when there is none.
  public private(set) var running: RunningJob?
  @ObservationIgnored private let clock: MinuteClock

  init(clock: MinuteClock) { self.clock = clock }

  /// Work of a moment is not worth a line that flickers.
  private static let longJob = Duration.seconds(1)

  func take(_ event: ChatEvent) {
    switch event {
    case .jobProgressed(let kind, let progress, let began):
      if clock.now.since(began) >= Self.longJob { running = RunningJob(kind: kind, part: progress.part) }
    case .jobEnded(let kind) where running?.kind == kind: running = nil
    default: break
    }
  }
}
