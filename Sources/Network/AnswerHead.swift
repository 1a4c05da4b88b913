/// How an answer begins: its status and its fields.
package struct AnswerHead: Sendable {
  package let status: Int
  private let fields: [(name: String, value: String)]

  /// Longer ones are broken off.
  static let mostBytes = 1 << 16

  /// The first answer in the bytes that is no mere remark before it; nil while it is not there as a whole.
  init?(_ bytes: [UInt8]) {
    var lines: [Substring] = []
    let text = String(decoding: bytes, as: UTF8.self)
    // What stands behind the last end of a line is not there as a whole.
    for line in text.split(separator: "\r\n", omittingEmptySubsequences: false).dropLast() {
      guard line.isEmpty else {
        lines.append(line)
        continue
      }
      let words = lines.first?.split(separator: " ") ?? []
      let number = words.count > 1 ? Int(words[1]) ?? 0 : 0
      guard number >= 200 else {
        lines = []
        continue
      }
      status = number
      fields = lines.dropFirst().compactMap { line in
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        return (line[..<colon].lowercased(), String(value))
      }
      return
    }
    return nil
  }

  /// The value of the field of this name, whatever its case; nil where there is none, or several that differ.
  package func field(_ name: String) -> String? {
    let found = Set(fields.filter { $0.name == name.lowercased() }.map(\.value))
    return found.count == 1 ? found.first : nil
  }

  /// Whether the answer lies elsewhere.
  package var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }
}
