import TestSupport

extension Face {
  /// What the command line does with the library meanwhile, in a process of its own; returns what it printed.
  @discardableResult
  func sotto(_ words: String...) async throws -> String {
    try await printed(by: [BuiltProgram.path(of: "sotto"), "--home", folder.home] + words)
  }
}
