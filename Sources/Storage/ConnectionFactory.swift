import Domain
import Platform

/// The one place where connections to the databases of a library are made: it knows where they lie, the key to them, and
/// how long to wait for another process.
struct ConnectionFactory: Sendable {
  let folder: Folder
  /// Nil for a library that is not encrypted.
  let key: LibraryKey?
  let busyTimeout: Duration

  /// - Parameters:
  ///   - path: another database than the library's own: a backup, or a copy that is being made.
  ///   - busyTimeout: another time than usual.
  func open(
    _ mode: Connection.Mode, at path: String? = nil, busyTimeout: Duration? = nil
  ) throws(StoreError) -> Connection {
    try Connection(path: path ?? folder.database, mode: mode, busyTimeout: busyTimeout ?? self.busyTimeout, key: key)
  }

  /// Throws `needsKey` where the library is encrypted and there is no key, and `wrongKey` where there is one and the
  /// library is not: what is written in good faith must not end up readable by all. Whether a key fits shows when it is
  /// used.
  func checkKey() throws(StoreError) {
    let isEncrypted = try isEncrypted()
    if isEncrypted, key == nil { throw .needsKey(path: folder.path) }
    if !isEncrypted, key != nil { throw .wrongKey(path: folder.path) }
  }

  /// The mark says that the database is encrypted, and its head does not say otherwise. Without the mark, a file that
  /// looks like noise is damaged: SQLite says the same of both.
  private func isEncrypted() throws(StoreError) -> Bool {
    guard try folder.isMarkedEncrypted() else { return false }
    guard Files.size(folder.database) ?? 0 > 0, let head = try OpenDatabases.head(of: folder.database) else {
      return true
    }
    return !head.starts(with: Inspection.magic)
  }
}

extension Folder {
  /// Lies beside an encrypted database and says so; the wrappings of its key will lie in it.
  var keys: String { path + "/keys" }

  fileprivate func isMarkedEncrypted() throws(StoreError) -> Bool {
    guard Files.exists(keys) else { return false }
    return try Files.head(keys, count: Self.encryptionMark.utf8.count).elementsEqual(Self.encryptionMark.utf8)
  }

  static let encryptionMark = "sotto-vault "
}
