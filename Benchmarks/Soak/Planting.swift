/// Writes nonsense into random columns of random rows.
struct Planting {
  let database: RawDatabase
  var chance: SeededChance
  /// What was written, to be told when it broke something.
  private(set) var planted: [String] = []
  /// Rowids of chats whose rows, or rows that belong to them, were changed.
  private(set) var touched: Set<String> = []

  private static let tables = [
    "chat", "chat", "message", "message", "message", "choice", "branch", "attachment", "reply_chunk", "draft",
    "draft_picture", "agent_state",
    "chat_settings", "reply_settings", "setting", "change",
  ]

  init(_ database: RawDatabase, seed: UInt64) {
    self.database = database
    chance = SeededChance(state: seed)
  }

  /// Writes until so many writes were taken; most are refused by the tables' own rules.
  mutating func plant(_ count: Int) {
    var tries = 0
    while planted.count < count, tries < 200 {
      tries += 1
      let table = Self.tables.randomElement(using: &chance) ?? "chat"
      let columns = database.rows("SELECT name FROM pragma_table_info('\(table)')").compactMap(\.first)
      let key = ["setting": "key", "reply_chunk": "message_id", "draft_picture": "chat_id"][table] ?? "rowid"
      guard let column = columns.randomElement(using: &chance),
        let row = database.rows("SELECT quote(\(key)) FROM \(table)").randomElement(using: &chance)?.first
      else { continue }
      let owners = Self.owners(of: table)
      let before = database.rows("SELECT \(owners) FROM \(table) WHERE \(key) = \(row)")
      let value = value(for: column)
      let sql = "UPDATE \(table) SET \(column) = \(value) WHERE \(key) = \(row)"
      let chats = Set(database.rows("SELECT id FROM chat").compactMap(\.first))
      guard database.run(sql) else { continue }
      // A chat that has another number now is changed under that one.
      touched.formUnion(Set(database.rows("SELECT id FROM chat").compactMap(\.first)).subtracting(chats))
      planted.append(String(sql.prefix(300)))
      let after = database.rows("SELECT \(owners) FROM \(table) WHERE \(key) = \(row)")
      touched.formUnion((before + after).compactMap(\.first))
      if column == "id" {
        touched.formUnion(database.rows("SELECT chat_id FROM message WHERE parent_id = \(row)").compactMap(\.first))
      }
    }
  }

  /// The chat that a row belongs to, as SQL.
  private static func owners(of table: String) -> String {
    switch table {
    case "chat": "id"
    case "message", "draft", "draft_picture", "agent_state", "chat_settings": "chat_id"
    case "choice": "chat_id"
    case "branch": "(SELECT chat_id FROM message WHERE message.id = head_id)"
    case "attachment", "reply_chunk", "reply_settings": "(SELECT chat_id FROM message WHERE message.id = message_id)"
    default: "''"
    }
  }

  private mutating func value(for column: String) -> String {
    switch UInt8.random(in: 0..<10, using: &chance) {
    case 0...2:
      let edges = [
        "-9223372036854775807 - 1", "9223372036854775807", "-1", "0", "1", "2", "3", "7", "99", "2147483648",
        "4294967296",
        "9007199254740993", "-62135596800001", "253402300800000",
      ]
      return edges.randomElement(using: &chance) ?? "0"
    case 3: return "\(Int64.random(in: .min ... .max, using: &chance))"
    case 4...5: return "CAST(x'\(bytes(Int.random(in: 0...24, using: &chance)))' AS TEXT)"
    case 6:
      let texts = [
        "'abc' || char(8238) || 'gnp.exe'", "'{\"count\":9223372036854775807,\"threshold\":-1}'", "'{[nonsense'", "''",
        "hex(zeroblob(300000))", "char(10, 13, 27, 155, 8232) || 'x'", "'99999999999999999999'",
        "'-9223372036854775808'",
      ]
      return texts.randomElement(using: &chance) ?? "''"
    case 7: return "x'\(bytes([0, 1, 16, 32, 40].randomElement(using: &chance) ?? 0))'"
    case 8: return ["NULL", "1.5", "9e999", "-1e300"].randomElement(using: &chance) ?? "NULL"
    default:
      let other =
        ["tip", "parent_id", "child_id", "head_id", "tip_id"].contains(column)
        ? "message" : ["chat", "message"].randomElement(using: &chance) ?? "chat"
      let what = column.hasSuffix("uid") ? "uid" : "id"
      let count = max(1, database.number("SELECT count(*) FROM \(other)"))
      return "(SELECT \(what) FROM \(other) ORDER BY id LIMIT 1 OFFSET \(Int.random(in: 0..<count, using: &chance)))"
    }
  }

  private mutating func bytes(_ count: Int) -> String {
    (0..<count).map { _ in
      let byte =
        [UInt8(0), 0x41, 0x80, 0xC3, 0xE2, 0xFF, UInt8.random(in: 0...255, using: &chance)].randomElement(
          using: &chance) ?? 0
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
