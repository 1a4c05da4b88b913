import Workers

/// The program that decodes pictures.
public enum PictureReader {
  /// Where it lies; when it is nowhere, where it should, for the sentence that says so. `environment` is this process's.
  public static func path(environment: [String: String]) -> String {
    HelperProgram.path(of: "sotto-pictures", environment: environment)
  }
}
