import Domain

/// What rows say: places in a chat's line, numbers, texts, and values that this Sotto does not know.
extension Verification {
  /// What is asked of a library's rows; the cost of each grows with the library, and no faster.
  static var questions: [String] { (checks + columnChecks).map(\.sql) }

  func contents(_ connection: Connection) throws(StoreError) -> [Finding] {
    var findings: [Finding] = []
    for check in Self.checks + Self.columnChecks {
      findings += try connection.rows(check.sql + " LIMIT 20") { row in
        Finding(isDamage: check.isDamage, sentence: check.sentence(row.text(0).capitalizedAtStart))
      }
    }
    return findings
  }

  /// A question whose every row is something wrong; its first column names it.
  private struct Check {
    var isDamage = true
    var sql: String
    var sentence: @Sendable (String) -> String
  }

  private static let message = Columns.Name.message("message.id")
  private static let chat = Columns.Name.chat("chat.id")

  private static let columnChecks = Columns.all.flatMap { columns in
    [
      Check(
        sql: """
          SELECT \(columns.name) || ' has a number that cannot be right (' || \(columns.wrongNumber) || ').'
          FROM "\(columns.table)" t WHERE \(columns.hasWrongNumber)
          """
      ) { $0 },
      Check(sql: "SELECT \(columns.name) FROM \(columns.table) t WHERE \(columns.hasBrokenText)") {
        "\($0) has bytes that are no text."
      },
    ].filter { !columns.numbers.isEmpty || !$0.sql.contains("cannot be right") }
  }

  private static let checks = [
    Check(sql: "SELECT \(chat) FROM chat WHERE chat.id IN (\(LineChecks.wrongTip))") {
      "\($0) does not know its last message."
    },
    Check(sql: "SELECT \(chat) FROM chat WHERE chat.id IN (\(LineChecks.wrongChoice))") {
      "\($0) does not know which of several messages it goes on with."
    },
    Check(sql: "SELECT \(chat) FROM chat WHERE chat.id IN (\(LineChecks.severalRoots))") {
      "\($0) has more than one first message."
    },
    Check(sql: "SELECT \(message) FROM message WHERE message.id IN (\(LineChecks.hiddenMessages))") {
      "\($0) is hidden behind another that follows the same message."
    },
    Check(sql: "SELECT \(chat) FROM chat WHERE chat.id IN (\(LineChecks.wrongEnd))") {
      "\($0) does not know where messages end that it does not show."
    },
    Check(
      sql: """
        SELECT \(message) FROM message CROSS JOIN message parent ON parent.id = message.parent_id
        WHERE parent.chat_id <> message.chat_id
        """
    ) { "\($0) follows a message of another chat." },
    Check(
      sql: """
        SELECT \(message) FROM message CROSS JOIN message parent ON parent.id = message.parent_id
        WHERE +parent.chat_id = message.chat_id AND +parent.sequence >= message.sequence
        """
    ) { "\($0) stands before the one that it follows." },
    Check(
      isDamage: false,
      sql: """
        SELECT \(chat) FROM chat LEFT JOIN (SELECT chat_id, count(*) AS messages FROM message WHERE state <> 0
          GROUP BY chat_id) counted ON counted.chat_id = chat.id
        WHERE chat.message_count <> coalesce(counted.messages, 0)
        """
    ) { "\($0) has a wrong number of messages in its row." },
    Check(
      sql: "SELECT id FROM chat WHERE typeof(uid) <> 'blob' OR length(uid) <> 16"
    ) { "The chat in row \($0) has no valid name and is not shown." },
    Check(
      sql: "SELECT id FROM message WHERE typeof(uid) <> 'blob' OR length(uid) <> 16"
    ) { "The message in row \($0) has no valid name and is not shown." },
    Check(
      isDamage: false, sql: "SELECT \(message) FROM message WHERE sender NOT IN (0, 1) OR state NOT BETWEEN 0 AND 5"
    ) { "\($0) has a sender or a state that this Sotto does not know." },
    Check(
      isDamage: false, sql: "SELECT \(message) FROM message WHERE sender = 0 AND state <> 2"
    ) { "\($0) is the user's and yet not complete." },
    Check(
      isDamage: false, sql: "SELECT \(message) FROM message WHERE state = 0 AND sender <> 0 AND text <> ''"
    ) { "\($0) is still to come and yet has words." },
    Check(
      isDamage: false, sql: "SELECT \(chat) FROM chat WHERE preview_sender NOT IN (0, 1)"
    ) { "\($0) has a last sender that this Sotto does not know." },
    Check(
      isDamage: false,
      sql: """
        SELECT \(message) FROM attachment JOIN message ON message.id = attachment.message_id
        WHERE NOT coalesce(\(Schema.isKnownPicture("attachment")), FALSE)
        """
    ) { "\($0) has a picture of a kind that this Sotto does not know." },
    Check(
      isDamage: false,
      sql: """
        SELECT DISTINCT \(chat) FROM draft_picture JOIN chat ON chat.id = draft_picture.chat_id
        WHERE mime NOT IN (\(Schema.knownFormats))
        """
    ) {
      "The draft in \($0.prefix(1).lowercased() + $0.dropFirst()) has a picture of a kind that this Sotto does not know."
    },
    Check(
      isDamage: false,
      sql: """
        SELECT DISTINCT \(message) FROM reply_chunk JOIN message ON message.id = reply_chunk.message_id
        WHERE message.state > 1
        """
    ) { "\($0) has ended, but still has chunks of text." },
  ]
}

extension String {
  /// For a name that begins a sentence.
  fileprivate var capitalizedAtStart: String { prefix(1).uppercased() + dropFirst() }
}
