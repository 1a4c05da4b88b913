/// This state of Sotto, as both programs, the package and software centres name it.
public enum Release {
  /// For people: numbers with dots between them.
  public static let version = "0.1.0"
}
