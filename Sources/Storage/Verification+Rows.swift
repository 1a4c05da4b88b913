import Domain

/// What rows say: places in a chat's line, numbers, texts, and values that this Sotto does not know.
extension Verification {
  /// What is asked of a library's rows; the cost of each grows with the library, and no faster.
  static var questions: [String] { (checks + columnChecks).map(\.sql) }

  func contents(_ connection: Connection) throws(StoreError) -> [Finding] {
    var findings: [Finding] = []
    for check in Self.checks + Self.columnChecks {
      findings += try connection.rows(check.sql + " LIMIT 20") { row in
        Finding(isDamage: check.isDamage, check.what(row))
      }
    }
    return findings
  }

  /// A question whose every row is something wrong.
  private struct Check {
    var isDamage: Bool
    var sql: String
    /// What a row says, by its columns.
    var what: @Sendable (Row) -> Finding.What

    init(isDamage: Bool = true, sql: String, _ what: @escaping @Sendable (Row) -> Finding.What) {
      self.isDamage = isDamage
      self.sql = sql
      self.what = what
    }

    /// - Parameter of: the rest of a statement whose every row has a chat.
    init(_ fault: ChatFault, isDamage: Bool = true, distinct: Bool = false, of rest: String) {
      let name = "\(distinct ? "DISTINCT " : "")NULL, \(RowName.chat("chat.id"))"
      self.init(isDamage: isDamage, sql: "SELECT \(name) \(rest)") { .chat(fault, title: $0.text(1)) }
    }

    /// - Parameter of: the rest of a statement whose every row has a message.
    init(_ fault: MessageFault, isDamage: Bool = true, distinct: Bool = false, of rest: String) {
      let name = "\(distinct ? "DISTINCT " : "")\(RowName.message("message.id"))"
      self.init(isDamage: isDamage, sql: "SELECT \(name) \(rest)") { .message(fault, RowName.message(in: $0)) }
    }
  }

  private static let columnChecks = Columns.all.flatMap { columns in
    let (name, table) = (columns.name, columns.table)
    let number = Check(
      sql: "SELECT \(name.sql), \(columns.wrongNumber) FROM \(table) t WHERE \(columns.hasWrongNumber)"
    ) { .wrongNumber(name.read($0), column: $0.text(2)) }
    let text = Check(sql: "SELECT \(name.sql) FROM \(table) t WHERE \(columns.hasBrokenText)") {
      .brokenText(name.read($0))
    }
    return columns.numbers.isEmpty ? [text] : [number, text]
  }

  private static let checks = [
    Check(.wrongLastMessage, of: "FROM chat WHERE chat.id IN (\(LineChecks.wrongTip))"),
    Check(.wrongChoice, of: "FROM chat WHERE chat.id IN (\(LineChecks.wrongChoice))"),
    Check(.severalFirstMessages, of: "FROM chat WHERE chat.id IN (\(LineChecks.severalRoots))"),
    Check(.hidden, of: "FROM message WHERE message.id IN (\(LineChecks.hiddenMessages))"),
    Check(.wrongBranchEnd, of: "FROM chat WHERE chat.id IN (\(LineChecks.wrongEnd))"),
    Check(
      .inAnotherChat,
      of: """
        FROM \(Schema.live) message CROSS JOIN message parent ON parent.id = message.parent_id
        WHERE parent.chat_id <> message.chat_id
        """),
    Check(
      .beforeItsParent,
      of: """
        FROM \(Schema.live) message CROSS JOIN message parent ON parent.id = message.parent_id
        WHERE +parent.chat_id = message.chat_id AND +parent.sequence >= message.sequence
        """),
    Check(
      .wrongMessageCount, isDamage: false,
      of: """
        FROM chat LEFT JOIN (SELECT chat_id, count(*) AS messages FROM \(Schema.live) WHERE state <> 0
          GROUP BY chat_id) counted ON counted.chat_id = chat.id
        WHERE chat.message_count <> coalesce(counted.messages, 0)
        """),
    Check(sql: "SELECT id FROM chat WHERE typeof(uid) <> 'blob' OR length(uid) <> 16") {
      .chatWithoutID(row: $0.integer(0))
    },
    Check(sql: "SELECT id FROM message WHERE typeof(uid) <> 'blob' OR length(uid) <> 16") {
      .messageWithoutID(row: $0.integer(0))
    },
    Check(sql: "SELECT id FROM model WHERE typeof(fingerprint) <> 'blob' OR length(fingerprint) <> 32") {
      .modelWithoutID(row: $0.integer(0))
    },
    Check(
      .unknownSenderOrState, isDamage: false,
      of: "FROM message WHERE sender NOT IN (\(Schema.knownSenders)) OR state NOT BETWEEN 0 AND 5"
    ),
    Check(.incompleteOfUser, isDamage: false, of: "FROM message WHERE sender = 0 AND state <> 2"),
    Check(.queuedWithText, isDamage: false, of: "FROM message WHERE state = 0 AND sender <> 0 AND text <> ''"),
    Check(.unknownLastSender, isDamage: false, of: "FROM chat WHERE preview_sender NOT IN (0, 1)"),
    Check(
      .unknownPicture, isDamage: false,
      of: """
        FROM attachment JOIN message ON message.id = attachment.message_id
        WHERE NOT coalesce(\(Schema.isKnownPicture("attachment")), FALSE)
        """),
    Check(
      .unknownDraftPicture, isDamage: false, distinct: true,
      of: """
        FROM draft_picture JOIN chat ON chat.id = draft_picture.chat_id
        WHERE mime NOT IN (\(Schema.knownFormats))
        """),
    Check(
      .chunksAfterEnd, isDamage: false, distinct: true,
      of: """
        FROM reply_chunk JOIN message ON message.id = reply_chunk.message_id
        WHERE message.state > 1
        """),
  ]
}
