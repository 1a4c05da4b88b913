import Domain
import Glibc

/// One thing that verification found.
public struct Finding: Hashable, Sendable {
  /// False when nothing is lost, but something should be put right.
  public var isDamage: Bool
  public var sentence: String
}

/// Checks a whole house: the file's structure, the chats' lines, permissions and backups.
struct Verification {
  let folder: Folder
  let surroundings: any Surroundings

  func findings(in connection: Connection) throws(StoreError) -> [Finding] {
    try read(connection) + permissions() + links() + backups() + pictures(connection)
  }

  /// On a damaged file a question may end in the middle; that, too, is a finding, and the others are still asked.
  private func read(_ connection: Connection) throws(StoreError) -> [Finding] {
    var findings: [Finding] = []
    for part in [structure, contents] {
      findings += try telling { () throws(StoreError) in
        try connection.read { () throws(StoreError) in try part(connection) }
      }
    }
    return findings
  }

  /// What `question` finds; damage that ends it is told as one more finding.
  func telling(_ question: () throws(StoreError) -> [Finding]) throws(StoreError) -> [Finding] {
    do throws(StoreError) {
      return try question()
    } catch .corrupt(_, let detail) {
      return [Finding(isDamage: true, sentence: "The database cannot be read as a whole: \(detail).")]
    }
  }

  private func structure(_ connection: Connection) throws(StoreError) -> [Finding] {
    var findings = try connection.rows("PRAGMA integrity_check(20)") { row in
      row.text(0) == "ok" ? nil : Finding(isDamage: true, sentence: "The database's structure: \(row.text(0)).")
    }
    findings += try connection.rows("PRAGMA foreign_key_check") { row in
      Finding(
        isDamage: true, sentence: "A row of \(row.text(0)) (\(row.integer(1))) points to a \(row.text(2)) that is gone."
      )
    }
    return findings
  }

  private func contents(_ connection: Connection) throws(StoreError) -> [Finding] {
    var findings: [Finding] = []
    for check in Self.checks {
      findings += try connection.rows(check.sql + " LIMIT 20") { row in
        Finding(isDamage: check.isDamage, sentence: check.sentence(row.text(0)))
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

  private static let checks = [
    Check(
      sql: """
        SELECT chat.title FROM chat LEFT JOIN message ON message.id = chat.tip
        WHERE message.chat_id IS NOT chat.id
          AND (chat.tip IS NOT NULL OR EXISTS (SELECT 1 FROM message m WHERE m.chat_id = chat.id))
        """
    ) { "The chat “\($0)” does not know its last message." },
    Check(
      sql: """
        SELECT hex(message.uid) FROM message JOIN message parent ON parent.id = message.parent_id
        WHERE parent.chat_id <> message.chat_id
        """
    ) { "Message \($0) follows a message of another chat." },
    Check(
      sql: """
        SELECT hex(message.uid) FROM message JOIN message parent ON parent.id = message.parent_id
        WHERE parent.chat_id = message.chat_id AND parent.sequence >= message.sequence
        """
    ) { "Message \($0) stands before the one that it follows." },
    Check(
      sql: """
        SELECT chat.title FROM chat
        WHERE (SELECT count(*) FROM message WHERE message.chat_id = chat.id AND message.parent_id IS NULL) > 1
        """
    ) { "The chat “\($0)” has more than one first message." },
    Check(
      isDamage: false,
      sql: """
        WITH RECURSIVE line(chat, id) AS (
          SELECT id, tip FROM chat WHERE tip IS NOT NULL
          UNION
          SELECT line.chat, message.parent_id FROM line CROSS JOIN message ON message.id = line.id
          WHERE message.parent_id IS NOT NULL)
        SELECT chat.title FROM chat WHERE chat.message_count <> (
          SELECT count(*) FROM line JOIN message ON message.id = line.id WHERE line.chat = chat.id AND message.state <> 0)
        """
    ) { "The chat “\($0)” has a wrong number of messages in its row." },
    Check(
      sql: "SELECT id FROM chat WHERE typeof(uid) <> 'blob' OR length(uid) <> 16"
    ) { "The chat in row \($0) has no valid name and is not shown." },
    Check(
      sql: "SELECT id FROM message WHERE typeof(uid) <> 'blob' OR length(uid) <> 16"
    ) { "The message in row \($0) has no valid name and is not shown." },
    Check(
      isDamage: false, sql: "SELECT hex(uid) FROM message WHERE sender NOT IN (0, 1) OR state NOT BETWEEN 0 AND 5"
    ) { "Message \($0) has a sender or a state that this Sotto does not know." },
    Check(
      isDamage: false, sql: "SELECT hex(uid) FROM message WHERE sender = 0 AND state <> 2"
    ) { "Message \($0) is the user's and yet not whole." },
    Check(
      isDamage: false,
      sql: """
        SELECT hex(message.uid) FROM attachment JOIN message ON message.id = attachment.message_id
        WHERE NOT coalesce(\(Schema.isKnownPicture("attachment")), FALSE)
        """
    ) { "Message \($0) has a picture of a kind that this Sotto does not know." },
    Check(
      isDamage: false,
      sql: """
        SELECT DISTINCT chat.title FROM draft_picture JOIN chat ON chat.id = draft_picture.chat_id
        WHERE mime NOT IN (\(Schema.knownFormats))
        """
    ) { "The draft in the chat “\($0)” has a picture of a kind that this Sotto does not know." },
    Check(
      isDamage: false,
      sql: """
        SELECT DISTINCT hex(message.uid) FROM reply_piece JOIN message ON message.id = reply_piece.message_id
        WHERE message.state > 1
        """
    ) { "Message \($0) has ended, but still has pieces of its growth." },
  ]

  private func permissions() -> [Finding] {
    openToOthers([folder.path], 0o700) + openToOthers(folder.databaseFiles, 0o600)
  }

  /// Findings for those of the files that others than the user could read.
  func openToOthers(_ paths: [String], _ mode: mode_t) -> [Finding] {
    paths.compactMap { path in
      guard let found = Files.permissions(path), found & ~mode != 0 else { return nil }
      return Finding(isDamage: false, sentence: "\(path) can be read by others (\(String(found, radix: 8))).")
    }
  }

  private func backups() -> [Finding] {
    do throws(StoreError) {
      return try Backups(folder: folder, surroundings: surroundings).list().filter { !$0.isSound }.map {
        Finding(isDamage: true, sentence: "The backup \($0.path) is damaged.")
      }
    } catch {
      return [Finding(isDamage: false, sentence: "The backups were not checked. " + error.sentence)]
    }
  }
}
