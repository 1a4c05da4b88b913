import Domain

/// Leaving while pictures are on their way.
extension LibraryModel {
  /// How long a quit waits for pictures that are being read. What was typed is on the disk by then.
  static let busyTimeout = Duration.seconds(1)

  /// Saves what was typed; calls off what waits for the network, which can be asked again; gives what is read from here
  /// some time, and then lets it go.
  func letPicturesGo() async {
    for task in loading.values { task.cancel() }
    for composer in composers.values { await composer.saveNow() }
    await wait(for: Array(takingIn.values), atMost: Self.busyTimeout)
    service.pictures.end()
  }

  private func wait(for work: [Task<Void, Never>], atMost time: Duration) async {
    guard !work.isEmpty else { return }
    let (end, bell) = AsyncStream.makeStream(of: Never.self)
    Task {
      for task in work { await task.value }
      bell.finish()
    }
    let timer = Task { [surroundings = clock.surroundings] in
      do { try await surroundings.sleep(for: time) } catch { return }
      bell.finish()
    }
    for await _ in end {}
    timer.cancel()
  }
}
