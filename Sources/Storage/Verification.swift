import Domain
import Platform

/// Checks a whole library: the file's structure, the chats' lines, permissions and backups.
struct Verification {
  let connections: ConnectionFactory
  let surroundings: any Surroundings
  /// Told what is read.
  var progress: @Sendable (VerificationProgress) -> Void = { _ in }
  var folder: Folder { connections.folder }

  func findings(in connection: Connection) throws(StoreError) -> [Finding] {
    try rows(of: connection) + beside(connection)
  }

  /// What is wrong with the files beside the database.
  func beside(_ connection: Connection) throws(StoreError) -> [Finding] {
    try permissions() + links() + backups() + pictures(connection)
  }

  /// What is wrong with the file's structure and its rows alone.
  func rows(of connection: Connection) throws(StoreError) -> [Finding] {
    progress(.database)
    try connection.registerPlainness()
    return try read(connection)
  }

  /// Whether the file's tables and indexes are whole and agree with each other.
  func isStructureSound() throws(StoreError) -> Bool {
    let connection = try connections.open(.reading)
    return try telling { () throws(StoreError) in try structure(connection) }.isEmpty
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
    } catch .corrupt(_, let reason) {
      return [Finding(isDamage: true, .unreadableDatabase(reason))]
    }
  }

  private func structure(_ connection: Connection) throws(StoreError) -> [Finding] {
    var findings = try connection.rows("PRAGMA integrity_check(20)") { row in
      row.text(0) == "ok" ? nil : Finding(isDamage: true, .damagedStructure(words: row.text(0)))
    }
    findings += try connection.rows("PRAGMA foreign_key_check") { row in
      Finding(
        isDamage: true, .brokenReference(table: row.text(0), row: row.integer(1), target: row.text(2)))
    }
    return findings
  }

  private func permissions() -> [Finding] {
    openToOthers([folder.path], 0o700) + openToOthers(folder.databaseFiles, 0o600)
  }

  /// Findings for those of the files that others than the user could read.
  func openToOthers(_ paths: [String], _ mode: mode_t) -> [Finding] {
    paths.compactMap { path in
      guard let found = Files.permissions(path), found & ~mode != 0 else { return nil }
      return Finding(isDamage: false, .openToOthers(path: path, permissions: UInt32(found)))
    }
  }

  private func backups() -> [Finding] {
    progress(.backups)
    do throws(StoreError) {
      return try Backups(connections: connections, surroundings: surroundings).list().filter { !$0.isSound }.map {
        Finding(isDamage: true, .damagedBackup(path: $0.path))
      }
    } catch {
      return [Finding(isDamage: false, .uncheckedBackups(error))]
    }
  }
}
