import Workers

/// The program that decodes pictures.
public enum PictureReader {
  /// Where it lies; when it is nowhere, where it should, for the sentence that says so.
  public static func path() -> String { HelperProgram.path(of: "sotto-pictures") }
}
