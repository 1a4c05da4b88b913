import Domain
import Localization
import Wording

/// Finds the model that the user means: by its agent's id, the beginning of its own, its name, or the beginning or a part of
/// that, whatever its case and whatever stands between its words.
enum ModelName {
  static func find(_ name: String, in entries: [ModelEntry]) throws -> ModelEntry {
    if let found = entries.first(where: { $0.model.agent == name.lowercased() }) { return found }
    let digits = ModelID.digits(typed: name)
    let begun = digits.map { digits in entries.filter { $0.id.description.hasPrefix(digits) } }
    if let begun, let found = try single(begun, name) { return found }
    let called = plain(name)
    let ways: [(String) -> Bool] = [{ $0 == called }, { $0.hasPrefix(called) }, { $0.contains(called) }]
    for isMeant in called.count >= 2 ? ways : [ways[0]] {
      if let found = try single(entries.filter { isMeant(plain($0.model.name)) }, name) { return found }
    }
    throw none(name)
  }

  /// As it may be typed: “Sotto Mini”, “sotto-mini”.
  private static func plain(_ name: String) -> String {
    name.lowercased().split { " -_".contains($0) }.joined(separator: " ")
  }

  static func none(_ name: String) -> Failure {
    Failure(
      .failed, localized("There is no model “\(Terminal.oneLine(name))”."),
      hint: localized("“sotto models” lists the models."))
  }

  /// As short as it can be typed.
  static func word(_ entry: ModelEntry, among entries: [ModelEntry]) -> String {
    let name = entry.model.name
    let isPlain =
      !name.isEmpty
      && name.utf8.allSatisfy { byte in
        Character(Unicode.Scalar(byte)).isASCIIWord
      }
    let isAlone = entries.count { $0.model.name.lowercased() == name.lowercased() } == 1
    return isPlain && isAlone && !name.hasPrefix("-") ? name : entry.id.short
  }

  private static func single(_ found: [ModelEntry], _ name: String) throws -> ModelEntry? {
    if found.count < 2 { return found.first }
    throw Failure(
      .failed,
      localized("“\(Terminal.oneLine(name))” can mean more than one model. Name it by the beginning of its id:"),
      hint: found.prefix(10).map { "  \($0.id.short)  \(Terminal.oneLine($0.model.name))" }.joined(separator: "\n"))
  }
}

extension Character {
  /// A letter, a digit, or what stands in names of files without quotes.
  fileprivate nonisolated var isASCIIWord: Bool { isASCII && (isLetter || isNumber || "._-".contains(self)) }
}
