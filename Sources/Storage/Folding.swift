import CSQLite
import Domain

/// Makes texts comparable whatever their case and accents, for finding titles.
enum Folding {
  /// Capitals, accents and strokes are gone: "Ångström" becomes "angstrom", "Straße" becomes "strasse".
  static func fold(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var folded = String.UnicodeScalarView()
    // Upper case first: it makes one of ß and ss, of ς and σ.
    for scalar in text.uppercased().lowercased().unicodeScalars {
      if isMark(scalar) { continue }
      folded.append(bases[scalar] ?? scalar)
    }
    return String(folded)
  }

  /// Accents, points and variation selectors. Marks below class 10 change the letter in their scripts (が is not か).
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x300 { return false }
    return scalar.properties.canonicalCombiningClass.rawValue >= 10 || (0xFE00...0xFE0F).contains(scalar.value)
  }

  /// Each accented small letter of the Latin, Greek and Cyrillic scripts with its base, from the letters' Unicode names.
  private static let bases: [Unicode.Scalar: Unicode.Scalar] = {
    let ranges = [0x61...0x7A, 0xC0...0x24F, 0x370...0x52F, 0x1E00...0x1FFF]
    let letters = ranges.joined().compactMap { Unicode.Scalar(UInt32($0)) }
    var named: [String: Unicode.Scalar] = [:]
    var accented: [(Unicode.Scalar, String)] = []
    for letter in letters {
      guard let name = letter.properties.name else { continue }
      if let mark = name.firstRange(of: " WITH ") {
        accented.append((letter, String(name[..<mark.lowerBound])))
      } else {
        named[name] = letter
      }
    }
    var bases: [Unicode.Scalar: Unicode.Scalar] = ["ё": "е"]
    for (letter, base) in accented { bases[letter] = named[base] }
    return bases
  }()
}

extension Connection {
  /// `title_matches(title, folded)`: 1 when the folded title contains the folded text.
  func registerFunctions() throws(StoreError) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
    let code = sqlite3_create_function_v2(
      unsafeHandle, "title_matches", 2, flags, nil,
      { context, _, values in
        guard let values, let title = sqlite3_value_text(values[0]), let wanted = sqlite3_value_text(values[1]) else {
          return sqlite3_result_int(context, 0)
        }
        let folded = Folding.fold(String(cString: title))
        let matches = folded.utf8.firstRange(of: String(cString: wanted).utf8) != nil
        sqlite3_result_int(context, matches ? 1 : 0)
      }, nil, nil, nil)
    if code != SQLITE_OK { throw StoreError(code: code, on: unsafeHandle, path: path, statement: "title_matches") }
  }
}
