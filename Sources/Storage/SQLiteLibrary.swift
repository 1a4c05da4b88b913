import CSQLite
public import Domain
import Platform

/// A folder in which Sotto keeps everything: the database, its backups, and what processes say to each other.
public struct SQLiteLibrary: Library {
  /// The folder.
  public let path: String
  let surroundings: any Surroundings
  let busyTimeout: Duration
  private let key: LibraryKey?
  var options = Options()

  /// What tests change.
  struct Options: Sendable {
    var steps = Migration.all
    var watching = Watch.Kind.inotify
    /// How often a window looks for changes of which no touch told it.
    var watchInterval = Watch.usualInterval
    var log = ChangeLog()
    /// Called between the commit that drops a picture's last row and the removal of its files.
    var beforeRemoval: @Sendable () -> Void = {}
  }

  /// - Parameters:
  ///   - key: for a library that is encrypted.
  ///   - busyTimeout: how long to wait for another process's lock before `StoreError.locked`.
  public init(
    at path: String, key: LibraryKey? = nil, surroundings: any Surroundings, busyTimeout: Duration = .seconds(5)
  ) {
    self.key = key
    self.path = Self.absolute(path)
    self.surroundings = surroundings
    self.busyTimeout = busyTimeout
  }

  var folder: Folder { Folder(path: path) }
  var connections: ConnectionFactory { ConnectionFactory(folder: folder, key: key, busyTimeout: busyTimeout) }
  var backupFiles: Backups { Backups(connections: connections, surroundings: surroundings) }

  public var exists: Bool { Files.exists(folder.database) }

  public func open(
    _ progress: @escaping @Sendable (OpeningPhase) -> Void = { _ in }
  ) async throws(StoreError) -> SQLiteStore {
    let store = SQLiteStore(library: self)
    try await store.open(progress)
    return store
  }

  /// The folder to use: the one given, else `SOTTO_HOME`, else `sotto` in the user's data folder as the XDG base
  /// directory specification has it; nil when no home is known.
  public static func path(given: String?, environment: [String: String], userHome: String?) -> String? {
    if let given, !given.isEmpty { return given }
    if let home = environment["SOTTO_HOME"], !home.isEmpty { return home }
    // The specification: relative paths are to be ignored.
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/sotto" }
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? userHome
    return home.map { $0 + "/.local/share/sotto" }
  }

  /// The home folder that the system's user list names.
  public static func userHome() -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    guard getpwuid_r(getuid(), &entry, &buffer, buffer.count, &found) == 0, let home = found?.pointee.pw_dir else {
      return nil
    }
    return String(cString: home)
  }

  private static func absolute(_ path: String) -> String {
    var path = path
    if !path.hasPrefix("/"), let here = getcwd(nil, 0) {
      path = String(cString: here) + "/" + path
      free(here)
    }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
