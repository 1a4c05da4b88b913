internal import Domain

extension Surroundings {
  /// Returns when the work is done, or when `giveUp` has returned, which is called after so long. The work goes on then.
  func wait(
    atMost limit: Duration, for work: @escaping @Sendable () async -> Void,
    giveUp: @escaping @Sendable () async -> Void
  ) async {
    let (waiting, isOver) = AsyncStream.makeStream(of: Void.self)
    Task {
      await work()
      isOver.finish()
    }
    let patience = Task {
      guard await slept(for: limit) else { return }
      await giveUp()
      isOver.finish()
    }
    for await _ in waiting {}
    patience.cancel()
  }
}
