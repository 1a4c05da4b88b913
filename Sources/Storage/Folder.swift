import AtomicFiles
import Domain
import Platform

/// Where the things of a library lie.
struct Folder: Sendable {
  let path: String

  var database: String { path + "/sotto.db" }
  /// The database with the files that SQLite keeps beside it.
  var databaseFiles: [String] { [database, database + "-wal", database + "-shm"] }
  /// Left by a first start that was cut off; SQLite undoes with it what the database holds.
  var journal: String { database + "-journal" }
  var run: String { path + "/run" }
  /// Touched after each commit, so that other processes look.
  var notify: String { run + "/notify" }
  /// Held shared by every process that has the library open, alone by one that moves or converts the database.
  var lock: String { run + "/library.lock" }
  var backups: String { path + "/backups" }
  var asides: String { path + "/set-aside" }
  /// A whole and verified copy that only waits for its name.
  var restored: String { path + "/sotto.db.restored" }
  var reserve: String { path + "/reserve" }

  /// Makes the folder and what must be in it before the database is opened.
  func make() throws(StoreError) {
    // What stands for bytes that are no text: another folder than the one that was meant would be made.
    guard !path.contains("\u{FFFD}") else {
      throw .cannotOpen(path: path, reason: .nameNotUTF8)
    }
    do throws(StoreError) {
      try Files.makeFolder(path, mayBeLink: true)
      try checkOwner()
      try Files.makeFolder(run)
      for folder in [path, run] where access(folder, W_OK | X_OK) != 0 {
        throw StoreError(systemError: errno, path: folder)
      }
      try Files.with(notify, O_WRONLY | O_CREAT) { _ in }
    } catch .readOnly {
      throw .readOnly(path: path)
    }
  }

  /// In a folder that everybody may change, another user could put anything in the place of Sotto's files.
  private func checkOwner() throws(StoreError) {
    var found = stat()
    guard stat(path, &found) == 0, found.st_uid != geteuid(), found.st_mode & S_IWOTH != 0 else { return }
    throw .cannotOpen(path: path, reason: .ownedByAnother)
  }

  /// Refuses what SQLite would write through or wait for.
  func checkDatabaseFiles() throws(StoreError) {
    for file in databaseFiles + [journal] {
      var found = stat()
      guard lstat(file, &found) == 0, found.st_mode & S_IFMT != S_IFREG else { continue }
      switch found.st_mode & S_IFMT {
      case S_IFLNK: throw StoreError(systemError: ELOOP, path: file)
      case S_IFDIR: throw StoreError(systemError: EISDIR, path: file)
      default: throw StoreError(systemError: ENXIO, path: file)
      }
    }
  }

  /// Tells other processes that something was committed.
  func touch() {
    // Should the file be gone, it is made again; should that fail too, others see the change with their next look.
    if utimensat(AT_FDCWD, notify, nil, AT_SYMLINK_NOFOLLOW) != 0 {
      let descriptor = open(notify, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
      if descriptor >= 0 { close(descriptor) }
      utimensat(AT_FDCWD, notify, nil, AT_SYMLINK_NOFOLLOW)
    }
  }
}

/// The lock on a whole library: shared by all who have it open, alone for one who moves or converts the database.
final class LibraryLock: Sendable {
  private let folder: Folder
  private let descriptor: Int32

  init(of folder: Folder) throws(StoreError) {
    self.folder = folder
    descriptor = try Files.open(folder.lock, O_RDWR | O_CREAT)
  }

  /// For one who may not write: nil where the gate is not there or not to be opened; then nobody is kept out.
  init?(lookingAt folder: Folder) {
    self.folder = folder
    descriptor = Platform.open(folder.lock, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    // Stored properties are all set, so `deinit` closes what was opened.
    if descriptor < 0 { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Waits so long for those who hold it, then throws `locked`; no wait cures what the system refuses.
  func enter(alone: Bool, busyTimeout: Duration) throws(StoreError) {
    var left = Wait(busyTimeout)
    while true {
      switch ask(alone: alone) {
      case .taken: return
      case .held: guard left.goesOn() else { throw .locked(path: folder.path) }
      case .refused(let code): throw StoreError(systemError: code, path: folder.lock)
      }
    }
  }

  func tryToEnter(alone: Bool) -> Bool { ask(alone: alone) == .taken }

  private func ask(alone: Bool) -> FileLock { FileLock.ask(alone ? LOCK_EX : LOCK_SH, on: descriptor) }
}

/// Looking again every hundredth of a second, for a lock that cannot be waited for with an end. Runs on a queue of the
/// store's own, and counts its looks, so that it needs no clock.
struct Wait {
  private var looks: Int64

  init(_ busyTimeout: Duration) { looks = busyTimeout.wholeMilliseconds / 10 }

  /// Waits a moment; false, at once, when the patience is at its end.
  mutating func goesOn() -> Bool {
    guard looks > 0 else { return false }
    looks -= 1
    usleep(10_000)
    return true
  }
}
