import Network
import Testing

@Suite struct `A reader of lines` {
  /// The lines of the parts, and what is left.
  private func lines(_ parts: [[UInt8]], mostBytes: Int = 1_000) throws -> [String] {
    var reader = LineReader(mostBytes: mostBytes)
    var lines: [String] = []
    for part in parts {
      reader.append(part)
      while let line = try reader.next() { lines.append(line) }
    }
    if let rest = reader.rest() { lines.append("rest: " + rest) }
    return lines
  }

  @Test(
    arguments: [
      ("", []), ("a", ["rest: a"]), ("a\n", ["a"]), ("a\r", ["a"]), ("a\r\n", ["a"]),
      ("a\n\r\nb", ["a", "", "rest: b"]),
      ("a\r\rb\n", ["a", "", "b"]), ("\r\n\r\n", ["", ""]), ("\n\n", ["", ""]), ("é\r\n😀\n", ["é", "😀"]),
      ("\u{FEFF}a\n\u{FEFF}b\n", ["a", "\u{FEFF}b"]), ("\u{FEFF}", []), ("\n\u{FEFF}\r\n", ["", "\u{FEFF}"]),
      (" a \n", [" a "]), ("a\u{2028}b\u{85}c\n", ["a\u{2028}b\u{85}c"]),
    ] as [(String, [String])])
  func `ends them with CR, LF or both, wherever the parts end`(text: String, expected: [String]) throws {
    let bytes = Array(text.utf8)
    #expect(try lines([bytes]) == expected)
    #expect(try lines(bytes.map { [$0] }) == expected)
    for place in 0...bytes.count {
      #expect(try lines([Array(bytes[..<place]), [], Array(bytes[place...])]) == expected, "\(place)")
    }
  }

  @Test func `replaces what is not UTF-8, and keeps the beginning of a mark that is none`() throws {
    #expect(try lines([[0xFF, 0x61, 0x0A]]) == ["\u{FFFD}a"])
    #expect(try lines([[0xEF], [0xBB], [0x0A]]) == ["\u{FFFD}"])
    #expect(try lines([[0xEF], [0xBB]]) == ["rest: \u{FFFD}"])
  }

  @Test(arguments: ["a\nrest", "a\r", "\u{FEFF}a", "a\n", ""])
  func `begins anew behind the rest of a text`(first: String) throws {
    var reader = LineReader(mostBytes: 100)
    reader.append(Array(first.utf8))
    while try reader.next() != nil {}
    _ = reader.rest()
    #expect(try reader.next() == nil)
    reader.append(Array("\u{FEFF}one\n\ntwo".utf8))
    #expect(try reader.next() == "one")
    #expect(try reader.next() == "")
    #expect(try reader.next() == nil)
    #expect(reader.rest() == "two")
    #expect(reader.rest() == nil)
  }

  @Test func `gives a line of the longest length, and refuses a longer one before its end has come`() throws {
    #expect(try lines([Array("12345\n12345\r\n".utf8)], mostBytes: 5) == ["12345", "12345"])
    var reader = LineReader(mostBytes: 5)
    reader.append(Array("123\n12345".utf8))
    #expect(try reader.next() == "123")
    #expect(try reader.next() == nil)
    reader.append([0x36])
    #expect(throws: NetworkError.partTooLarge(limit: 5)) { try reader.next() }
    #expect(throws: NetworkError.partTooLarge(limit: 5)) { try lines([Array("123456\n".utf8)], mostBytes: 5) }
  }
}
