import Platform

/// How many files a program of Sotto's has open at once. With fewer the library that waits for files, which comes with
/// Swift, ends the program by a trap.
public enum OpenFiles {
  /// How many it needs.
  public static let needed = 64

  /// To be called before anything waits for files: how many may be open where these are too few, and nil where enough may.
  public static func allow() -> Int? { allowOpenFiles(needed) }
}
