/// What a key or a paste means to the line being written.
enum Key: Equatable {
  case text(String)
  case enter
  /// Ctrl+D.
  case end
  case backspace, delete, left, right, home, lineEnd, up, down
  case wordLeft, wordRight, deleteWord, deleteToEnd, deleteToStart
  case redraw
}

/// Turns the bytes of a terminal into keys. What is incomplete waits for the next bytes.
struct KeyReader {
  private var held: [UInt8] = []
  /// What is between the marks of a bracketed paste, nil outside of one.
  private var paste: [UInt8]?

  mutating func keys(_ bytes: [UInt8]) -> [Key] {
    held += bytes
    var keys: [Key] = []
    while !held.isEmpty, let key = next() { keys += key }
    return keys
  }

  /// The next keys, an empty list where the bytes mean nothing; nil when more bytes are needed.
  private mutating func next() -> [Key]? {
    if paste != nil { return continuePaste() }
    let byte = held[0]
    if byte == 0x1B { return escape() }
    if byte < 0x20 || byte == 0x7F {
      held.removeFirst()
      return Self.control[byte].map { [$0] } ?? []
    }
    // All text up to the next control character, so far as its last character is complete.
    let run = held.prefix { $0 >= 0x20 && $0 != 0x7F }
    let whole = Self.whole(Array(run))
    if whole.isEmpty { return run.count >= 4 || run.count < held.count ? dropInvalid() : nil }
    held.removeFirst(whole.count)
    return [.text(String(decoding: whole, as: UTF8.self))]
  }

  private mutating func dropInvalid() -> [Key] {
    held.removeFirst()
    return []
  }

  /// The bytes without the beginning of a character at their end.
  private static func whole(_ bytes: [UInt8]) -> [UInt8] {
    var end = bytes.count
    while end > 0, bytes.count - end < 3, bytes[end - 1] & 0xC0 == 0x80 { end -= 1 }
    guard end > 0 else { return bytes.count >= 4 ? bytes : [] }
    let lead = bytes[end - 1]
    let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    return bytes.count - (end - 1) < length ? Array(bytes[..<(end - 1)]) : bytes
  }

  private static let control: [UInt8: Key] = [
    0x01: .home, 0x02: .left, 0x04: .end, 0x05: .lineEnd, 0x06: .right, 0x08: .backspace, 0x09: .text("\t"),
    0x0A: .enter, 0x0B: .deleteToEnd, 0x0C: .redraw, 0x0D: .enter, 0x0E: .down, 0x10: .up, 0x15: .deleteToStart,
    0x17: .deleteWord, 0x7F: .backspace,
  ]

  private static let sequences: [String: Key] = [
    "[A": .up, "[B": .down, "[C": .right, "[D": .left, "[H": .home, "[F": .lineEnd, "OH": .home, "OF": .lineEnd,
    "OA": .up, "OB": .down, "OC": .right, "OD": .left, "[1~": .home, "[4~": .lineEnd, "[7~": .home, "[8~": .lineEnd,
    "[3~": .delete, "[1;5C": .wordRight, "[1;5D": .wordLeft, "[1;3C": .wordRight, "[1;3D": .wordLeft,
  ]

  /// An escape sequence; Alt and Enter break the line.
  private mutating func escape() -> [Key]? {
    guard held.count > 1 else {
      // The key Esc alone means nothing here.
      held.removeAll()
      return []
    }
    switch held[1] {
    case UInt8(ascii: "["):
      guard let end = held.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
        return held.count > 32 ? dropInvalid() : nil
      }
      return take(through: end)
    case UInt8(ascii: "O"): return held.count < 3 ? nil : take(through: 2)
    case 0x0A, 0x0D:
      held.removeFirst(2)
      return [.text("\n")]
    case UInt8(ascii: "b"), UInt8(ascii: "f"):
      return [held.removeFirst() == 0x1B && held.removeFirst() == UInt8(ascii: "b") ? .wordLeft : .wordRight]
    case 0x7F:
      held.removeFirst(2)
      return [.deleteWord]
    default: return dropInvalid()
    }
  }

  private mutating func take(through end: Int) -> [Key] {
    let name = String(decoding: held[1...end], as: UTF8.self)
    held.removeFirst(end + 1)
    if name == "[200~" { paste = [] }
    return Self.sequences[name].map { [$0] } ?? []
  }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private mutating func continuePaste() -> [Key]? {
    guard let end = held.firstRange(of: Self.pasteEnd) else {
      // The mark may have come in part.
      let sure = max(0, held.count - Self.pasteEnd.count)
      paste? += held.prefix(sure)
      held.removeFirst(sure)
      return nil
    }
    let text = String(decoding: (paste ?? []) + held[..<end.lowerBound], as: UTF8.self)
    held.removeFirst(end.upperBound)
    paste = nil
    let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    return lines.isEmpty ? [] : [.text(lines)]
  }
}
