/// Waits until something is so of which nothing tells: processes, files, what another task does. It rests between two
/// looks, so that what it waits for has the processor; a test's time limit ends a wait in vain.
///
/// - Parameter meanwhile: done each time that it is not so yet.
public func lookUntil(_ isSo: () async throws -> Bool, meanwhile: () -> Void = {}) async throws {
  while try await !isSo() {
    meanwhile()
    try await Task.sleep(for: .milliseconds(2))
  }
}
