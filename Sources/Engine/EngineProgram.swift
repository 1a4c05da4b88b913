import Workers

/// The program that has a model loaded.
public enum EngineProgram {
  /// Where it lies; when it is nowhere, where it should, for the sentence that says so. `environment` is this process's.
  public static func path(environment: [String: String]) -> String {
    HelperProgram.path(of: "sotto-engine", environment: environment)
  }
}
