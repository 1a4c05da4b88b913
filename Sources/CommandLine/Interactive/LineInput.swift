/// Where lines come from: keys, edited here, or whole lines from a pipe or a simple terminal.
struct LineInput {
  /// Lines that were entered and not taken yet.
  var lines: [String] = []
  /// Ctrl+D was pressed on the empty line.
  private(set) var wantsToLeave = false
  let hasKeys: Bool
  private var reader = KeyReader()
  private var editor = LineEditor()
  /// The beginning of a line whose end has not come.
  private var part: [UInt8] = []

  static func keys() -> LineInput { LineInput(hasKeys: true) }
  static func lines() -> LineInput { LineInput(hasKeys: false) }

  private init(hasKeys: Bool) {
    self.hasKeys = hasKeys
  }

  /// What is written and not entered.
  var text: String { editor.text }
  var isEmpty: Bool { editor.isEmpty }

  mutating func take(_ bytes: [UInt8]) {
    if hasKeys {
      for key in reader.keys(bytes) {
        switch editor.take(key) {
        case .goesOn: break
        case .line(let line): lines.append(line)
        case .end: wantsToLeave = true
        }
      }
      return
    }
    part += bytes
    while let end = part.firstIndex(of: 0x0A) {
      lines.append(String(decoding: part[..<end], as: UTF8.self))
      part.removeFirst(end + 1)
    }
  }

  /// The input is over; a last line without an end is a line too.
  mutating func end() {
    if !part.isEmpty { lines.append(String(decoding: part, as: UTF8.self)) }
    part = []
  }

  /// A line that could not be sent is there to be sent again.
  mutating func putBack(_ line: String) {
    if hasKeys { editor.set(editor.isEmpty ? line : line + "\n" + editor.text) }
  }

  mutating func set(_ text: String) { editor.set(text) }
  mutating func clear() { editor.set("") }

  func drawing(styledPrompt: String, columns: Int) -> String {
    editor.drawing(prompt: "> ", styledPrompt: styledPrompt, columns: columns)
  }
}
