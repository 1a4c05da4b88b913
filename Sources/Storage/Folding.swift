import CSQLite
import Domain

/// Makes texts comparable whatever their case and accents, for finding titles.
enum Folding {
  /// Capitals, accents and strokes are gone: "Ångström" becomes "angstrom", "Straße" becomes "strasse".
  static func fold(_ text: String) -> String { String(decoding: bytes(text), as: UTF8.self) }

  /// The folded text as UTF-8.
  static func bytes(_ text: String) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x41...0x5A: folded.append(UInt8(scalar.value) | 0x20)
      case 0..<0x80: folded.append(UInt8(scalar.value))
      case 0x80..<0x530: folded += alphabets[Int(scalar.value) - 0x80]
      // Kana and ideographs have neither case nor accents.
      case 0x2E80..<0xA000: folded += UTF8.encode(scalar) ?? .init()
      default: folded += bytes(scalar)
      }
    }
    return folded
  }

  /// The Latin, Greek, Cyrillic and Armenian letters, folded once.
  private static let alphabets = (0x80..<0x530).map { Unicode.Scalar($0).map(bytes) ?? [] }

  private static func bytes(_ scalar: Unicode.Scalar) -> [UInt8] {
    var folded: [UInt8] = []
    // Upper case first: it makes one of ß and ss, of ς and σ.
    for upper in scalar.properties.uppercaseMapping.unicodeScalars {
      for lower in upper.properties.lowercaseMapping.unicodeScalars where !isMark(lower) {
        folded += UTF8.encode(bases[lower] ?? lower) ?? .init()
      }
    }
    return folded
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

extension [UInt8] {
  fileprivate func contains(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = part.first else { return true }
    var start = 0
    while start + part.count <= count {
      if self[start] == first, self[start..<start + part.count].elementsEqual(part) { return true }
      start += 1
    }
    return false
  }
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
        let count = Int(sqlite3_value_bytes(values[0]))
        let text = String(decoding: UnsafeBufferPointer(start: title, count: count), as: UTF8.self)
        let part = UnsafeBufferPointer(start: wanted, count: Int(sqlite3_value_bytes(values[1])))
        sqlite3_result_int(context, Folding.bytes(text).contains(part) ? 1 : 0)
      }, nil, nil, nil)
    if code != SQLITE_OK { throw StoreError(code: code, on: unsafeHandle, path: path, statement: "title_matches") }
  }
}
