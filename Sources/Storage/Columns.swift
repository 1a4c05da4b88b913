import CSQLite
import Domain

/// The columns in which anything may stand after damage, with what may stand there: what `verify` asks of them, and what
/// a repair makes of them.
struct Columns {
  let table: String
  /// Words for a row `t` of the table, as SQL.
  let name: String
  /// Whole numbers, each with its range; NULL stands where the schema lets it.
  var numbers: [(column: String, range: ClosedRange<Int64>)] = []
  var texts: [String] = []

  private static let times = Timestamp.showable.lowerBound.milliseconds...Timestamp.showable.upperBound.milliseconds
  private static let counts = 0...Valid.most

  static let all = [
    Columns(
      table: "chat", name: Name.chat("t.id"),
      numbers: [
        ("created_at", times), ("last_at", times), ("trashed_at", times), ("unread", counts), ("message_count", counts),
      ], texts: ["title", "agent", "preview", "source", "source_id"]),
    Columns(
      table: "message", name: Name.message("t.id"),
      numbers: [
        ("sequence", Valid.sequences), ("created_at", times), ("prompt_tokens", counts), ("reply_tokens", counts),
        ("duration", counts), ("reasoning_duration", counts),
      ], texts: ["text", "reasoning", "failure", "model", "source", "source_id"]),
    Columns(
      table: "attachment", name: "'A picture of ' || \(Name.message("t.message_id"))",
      numbers: [("position", counts), ("bytes", counts), ("width", Valid.sides), ("height", Valid.sides)],
      texts: ["drawing", "mime", "remote_url", "alternative"]),
    Columns(
      table: "reply_chunk", name: "'A chunk of ' || \(Name.message("t.message_id"))",
      numbers: [("number", counts), ("kind", 0...1)], texts: ["text"]),
    Columns(table: "draft", name: "'The draft in ' || \(Name.chat("t.chat_id"))", texts: ["text", "preview"]),
    Columns(
      table: "draft_picture", name: "'A picture of the draft in ' || \(Name.chat("t.chat_id"))",
      numbers: [("position", counts), ("bytes", counts), ("width", Valid.sides), ("height", Valid.sides)],
      texts: ["mime", "alternative"]),
    Columns(
      table: "agent_state", name: "'What the agent remembers in ' || \(Name.chat("t.chat_id"))", texts: ["state"]),
    Columns(table: "setting", name: "'The setting “' || substr(t.key, 1, 40) || '”'", texts: ["key", "value"]),
    Columns(table: "change", name: "'The log of changes'", numbers: [("seq", counts)], texts: ["key"]),
  ]

  /// A condition: some number of row `t` cannot be right.
  var hasWrongNumber: String {
    any(numbers.map { "t.\($0.column) NOT BETWEEN \($0.range.lowerBound) AND \($0.range.upperBound)" })
  }

  /// The first such column of row `t`.
  var wrongNumber: String {
    let cases = numbers.map {
      "WHEN t.\($0.column) NOT BETWEEN \($0.range.lowerBound) AND \($0.range.upperBound) THEN '\($0.column)'"
    }
    return "CASE \(cases.joined(separator: " ")) END"
  }

  /// A condition: some text of row `t` has bytes that are no text.
  var hasBrokenText: String { any(texts.map { "NOT is_plain(t.\($0))" }) }

  private func any(_ conditions: [String]) -> String {
    conditions.isEmpty ? "FALSE" : conditions.joined(separator: " OR ")
  }

  /// Words for rows, as SQL; rows that are gone have words, too.
  enum Name {
    static func chat(_ id: String, as named: String = "named") -> String {
      "coalesce((SELECT 'the chat “' || substr(\(named).title, 1, 80) || '”' FROM chat \(named) WHERE \(named).id = \(id)), 'a chat that is gone')"
    }

    static func message(_ id: String) -> String {
      """
      coalesce((SELECT 'message ' || hex(named.uid) || ' in ' || \(chat("named.chat_id", as: "home"))
        FROM message named WHERE named.id = \(id)), 'a message that is gone')
      """
    }
  }
}

extension Connection {
  /// `is_plain(text)`: 1 for NULL and for UTF-8 without NUL bytes; `made_plain(text)`: the text with U+FFFD in their place.
  func registerPlainness() throws(StoreError) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
    let asked = sqlite3_create_function_v2(
      unsafeHandle, "is_plain", 1, flags, nil,
      { context, _, values in
        sqlite3_result_int(context, values.flatMap { PlainBytes.bytes($0[0]) }.map(PlainBytes.isPlain) ?? true ? 1 : 0)
      }, nil, nil, nil)
    let made = sqlite3_create_function_v2(
      unsafeHandle, "made_plain", 1, flags, nil,
      { context, _, values in
        guard let bytes = values.flatMap({ PlainBytes.bytes($0[0]) }) else { return sqlite3_result_null(context) }
        var text = PlainBytes.text(bytes)
        text.withUTF8 { bytes in
          let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
          bytes.withMemoryRebound(to: CChar.self) {
            sqlite3_result_text64(
              context, $0.baseAddress ?? UnsafePointer(bitPattern: 1), UInt64($0.count), transient, UInt8(SQLITE_UTF8))
          }
        }
      }, nil, nil, nil)
    for code in [asked, made] where code != SQLITE_OK {
      throw StoreError(code: code, on: unsafeHandle, path: path, statement: "is_plain")
    }
  }
}

extension PlainBytes {
  /// The bytes of a value that is a text; nil for NULL.
  fileprivate static func bytes(_ value: OpaquePointer?) -> UnsafeBufferPointer<UInt8>? {
    guard let start = sqlite3_value_text(value) else { return nil }
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }
}
