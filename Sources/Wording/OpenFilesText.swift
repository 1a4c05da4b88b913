private import Localization

/// What is said where a program may not have enough files open.
public enum OpenFilesText {
  /// So many are allowed, and so many are needed.
  public static func tooFew(_ allowed: Int, needed: Int) -> String {
    localized("Sotto may have \(allowed) files open at once, and needs \(needed). “ulimit -n \(needed)” allows them.")
  }
}
