import CSQLite
import Domain

/// The columns in which anything may stand after damage, with what may stand there: what `verify` asks of them, and what
/// a repair makes of them.
struct Columns {
  let table: String
  /// Which row `t` of the table is.
  let name: RowName
  /// Whole numbers, each with its range; NULL stands where the schema lets it.
  var numbers: [(column: String, range: ClosedRange<Int64>)] = []
  var texts: [String] = []

  private static let times = Timestamp.showable.lowerBound.milliseconds...Timestamp.showable.upperBound.milliseconds
  private static let counts = 0...Valid.most

  static let all = [
    Columns(
      table: "chat", name: RowName(sql: "NULL, \(RowName.chat("t.id"))") { .chat(title: $0.text(1)) },
      numbers: [
        ("created_at", times), ("last_at", times), ("trashed_at", times), ("unread", counts), ("message_count", counts),
      ], texts: ["title", "agent", "preview", "source", "source_id"]),
    Columns(
      table: "message",
      name: RowName(sql: RowName.message("t.id")) { .message(RowName.message(in: $0)) },
      numbers: [
        ("sequence", Valid.sequences), ("created_at", times), ("prompt_tokens", counts), ("reply_tokens", counts),
        ("duration", counts), ("reasoning_duration", counts), ("context_length", counts), ("known_tokens", counts),
        ("first_token_duration", counts), ("deleted_at", times),
      ], texts: ["text", "reasoning", "failure", "model", "source", "source_id"]),
    Columns(
      table: "attachment", name: .ofMessage("t.message_id") { .picture($0) },
      numbers: [("position", counts), ("bytes", counts), ("width", Valid.sides), ("height", Valid.sides)],
      texts: ["drawing", "mime", "remote_url", "alternative"]),
    Columns(
      table: "reply_chunk", name: .ofMessage("t.message_id") { .chunk($0) },
      numbers: [("number", counts), ("kind", 0...1)], texts: ["text"]),
    Columns(table: "draft", name: .ofChat("t.chat_id") { .draft(chat: $0) }, texts: ["text", "preview"]),
    Columns(
      table: "draft_picture", name: .ofChat("t.chat_id") { .draftPicture(chat: $0) },
      numbers: [("position", counts), ("bytes", counts), ("width", Valid.sides), ("height", Valid.sides)],
      texts: ["mime", "alternative"]),
    Columns(
      table: "agent_state", name: .ofChat("t.chat_id") { .agentState(chat: $0) }, texts: ["state"]),
    Columns(
      table: "chat_settings", name: .ofChat("t.chat_id") { .chatSettings(chat: $0) },
      numbers: ReplyParameter.allCases.map { ($0.column, $0.columnRange) } + [
        ("reasoning", 0...1), ("overflow", 0...2),
      ],
      texts: ["instructions"]),
    Columns(
      table: "reply_settings", name: .ofMessage("t.message_id") { .replySettings($0) },
      numbers: ReplyParameter.ofReplies.map { ($0.column, $0.columnRange) } + [("reasoning", 0...1)]),
    Columns(
      table: "setting", name: RowName(sql: "substr(t.key, 1, 40), NULL") { .setting(key: $0.text(0)) },
      texts: ["key", "value"]),
    Columns(
      table: "model", name: RowName(sql: "substr(t.name, 1, 80), NULL") { .model(name: $0.text(0)) },
      numbers: [
        ("bytes", counts), ("parameters", counts), ("layers", counts), ("context_length", counts),
        ("context_bytes", counts), ("added_at", times),
      ] + LocalModel.recommendedParameters.map { ($0.column, $0.columnRange) },
      texts: [
        "name", "path", "architecture", "quantisation", "label", "size_label", "licence", "licence_link",
      ]),
    Columns(
      table: "change", name: RowName(sql: "NULL, NULL") { _ in .change }, numbers: [("seq", counts)], texts: ["key"]),
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
}

/// Which row something was found in: two columns of SQL, the first of their statement, and what they say.
struct RowName {
  let sql: String
  let read: @Sendable (Row) -> FoundRow

  static func ofChat(_ id: String, _ row: @escaping @Sendable (String?) -> FoundRow) -> RowName {
    RowName(sql: "NULL, \(chat(id))") { row($0.optionalText(1)) }
  }

  static func ofMessage(_ id: String, _ row: @escaping @Sendable (FoundMessage?) -> FoundRow) -> RowName {
    RowName(sql: message(id)) { row($0.isNull(0) ? nil : message(in: $0)) }
  }

  /// The title of a chat; NULL where it is gone.
  static func chat(_ id: String, as named: String = "named") -> String {
    "(SELECT substr(\(named).title, 1, 80) FROM chat \(named) WHERE \(named).id = \(id))"
  }

  /// The id of a message and the title of its chat.
  static func message(_ id: String) -> String {
    """
    (SELECT hex(named.uid) FROM message named WHERE named.id = \(id)),
      (SELECT \(chat("named.chat_id", as: "home")) FROM message named WHERE named.id = \(id))
    """
  }

  static func message(in row: Row) -> FoundMessage { FoundMessage(id: row.text(0), chat: row.optionalText(1)) }
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
