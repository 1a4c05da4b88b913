import Testing

extension Face {
  /// Waits until the condition holds; a test issue when it never does.
  func expect(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
  ) async throws {
    do { try await eventually(what, condition) } catch {
      Issue.record("“\(what)” never held: \(error)", sourceLocation: sourceLocation)
    }
  }

  /// Expects that the condition holds once the window is at rest, and still does when all that had been begun is done:
  /// for what is not to appear, or not to change. What it is to follow has been waited for before.
  func expectStays(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
  ) async throws {
    for round in 1...2 {
      try await settle()
      guard try await !condition() else { continue }
      let failure = failure("“\(what)” did not hold at rest, in look \(round)")
      Issue.record("\(failure)", sourceLocation: sourceLocation)
      return
    }
  }
}
