/// Names of models that were split into several files: `name-00001-of-00003.gguf`.
enum SplitName {
  /// How many parts the name speaks of; nil for one that is whole.
  static func parts(_ name: String) -> Int? {
    guard
      let match = name.wholeMatch(of: /.+-(\d{5})-of-(\d{5})\.gguf/.ignoresCase()), let count = Int(match.2), count > 1
    else { return nil }
    return count
  }
}
