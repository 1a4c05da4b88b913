import CSQLite
import Domain
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Storage

/// What Sotto refuses stays as it was, and what it says names the thing that failed.
@Suite(.timeLimit(.minutes(1)))
struct UntouchedTests {
  let fixture = FolderFixture()

  /// The content of a file in short, fit for a failure's report.
  private func seal(_ path: String) -> String { PictureHash(of: bytes(of: path))?.description ?? "" }

  private func openingError() async -> StoreError? { await error { try await fixture.library().open() } }

  /// A library whose process was killed, with `plant` done to its database before: the log lies beside it.
  private func killedLibrary(_ plant: (Connection) throws -> Void = { _ in }) async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 10)
    await store.close()
    let connection = try fixture.connection()
    try plant(connection)
    let child = try Child("die-after", on: fixture.home)
    _ = await child.end()
    withExtendedLifetime(connection) {}
  }

  @Test func `A file that is refused keeps its log, byte for byte`() async throws {
    try await killedLibrary { try $0.script("DROP TABLE reply_chunk") }
    let files = fixture.folder.databaseFiles
    let before = files.map(seal)
    #expect(Files.size(files[1]) ?? 0 > 0)
    for _ in 1...2 {
      #expect(
        await openingError() == .corrupt(path: fixture.folder.database, reason: .missingTable("reply_chunk")))
    }
    #expect(files.map(seal) == before)
  }

  @Test func `A refused file whose log has no index keeps both, too`() async throws {
    try await killedLibrary { try $0.script("DROP TABLE reply_chunk; CREATE TABLE filler(x)") }
    unlink(fixture.folder.database + "-shm")
    let files = fixture.folder.databaseFiles.prefix(2)
    let before = files.map(seal)
    #expect(Files.size(files[1]) ?? 0 > 0)
    #expect(
      await openingError() == .corrupt(path: fixture.folder.database, reason: .missingTable("reply_chunk")))
    #expect(files.map(seal) == before)
  }

  @Test func `Once damage was met nothing is written over any more, however much is sent`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 500)
    await store.close()
    let connection = try fixture.connection(.reading)
    let root = try connection.number("SELECT rootpage FROM sqlite_schema WHERE name = 'message'")
    let page = try connection.number("PRAGMA page_size")
    let again = try await fixture.open()
    // Behind the back of all that opened it: the first page of the messages is nonsense now.
    let file = try #require(fopen(fixture.folder.database, "r+b"))
    fseek(file, Int((root - 1) * page), SEEK_SET)
    fwrite([UInt8](repeating: 0xA5, count: Int(page)), 1, Int(page), file)
    fclose(file)
    await #expect(throws: StoreError.self) { try await again.messages() }
    let before = seal(fixture.folder.database)
    // Three times what SQLite otherwise folds in.
    for number in 1...200 {
      // All of it differs each time, else SQLite would write the end only.
      let text = String(repeating: number % 2 == 0 ? "x" : "y", count: 60_000)
      try await again.write { store throws(StoreError) in try store.setDraft(Draft(text: text), in: chatID(1)) }
    }
    #expect(Files.size(fixture.folder.databaseFiles[1]) ?? 0 > 8 << 20)
    await again.close()
    #expect(seal(fixture.folder.database) == before)
  }

  @Test func `A disk that does not answer is not called damage`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 500)
    await store.close()
    let before = seal(fixture.folder.database)
    let again = try await fixture.open()
    let connection = try fixture.connection(.reading)
    let fault = StoreError.cannotRead(path: fixture.folder.database, reason: .system("Input/output error"))
    try BrokenDisk.during(fixture.folder.database) {
      let thrown = #expect(throws: StoreError.self) { try connection.rows("SELECT * FROM message") { $0.integer(0) } }
      #expect(thrown == fault)
      let another = #expect(throws: StoreError.self) { try fixture.connection(.reading) }
      #expect(another == fault)
    }
    #expect(try await again.messages().count == 500)
    #expect(seal(fixture.folder.database) == before)
  }

  @Test func `A library that was cut off while it was made is made to its end`() async throws {
    let other = FolderFixture()
    for fixture in [fixture, other] { try fixture.folder.make() }
    write([], to: other.folder.database)
    // As a power cut may leave it: the file is switched to its log, and the journal of that switch is still there.
    let connection = try other.connection()
    try connection.script("PRAGMA journal_mode = WAL; CREATE TABLE half(made)")
    for (from, to) in zip(other.folder.databaseFiles, fixture.folder.databaseFiles).prefix(2) {
      #expect(!bytes(of: from).isEmpty)
      write(bytes(of: from), to: to)
    }
    let mark: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    let numbers: [UInt8] = [0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0x10, 0]
    write(mark + numbers + [UInt8](repeating: 0, count: 512 - 28), to: fixture.folder.journal)
    let store = try await fixture.open()
    try await store.fill(messages: 1)
    #expect(try await store.messages().count == 1)
    #expect(try await store.verify() == [])
    withExtendedLifetime(connection) {}
  }

  @Test func `Change numbers at their end begin again, and others hear of what is sent`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 1)
    await store.close()
    try fixture.connection().script("UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'change'")
    let again = try await fixture.open()
    try await again.write { store throws(StoreError) in try store.append(newMessage(2)) }
    #expect(try await again.messages().count == 2)
  }

  @Test func `Backups that may not be written are named as what may not be written`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 1)
    write([1], to: fixture.folder.backups)
    #expect(
      await error { try await store.backUp() }
        == .cannotOpen(path: fixture.folder.backups, reason: .system("Not a directory")))
    unlink(fixture.folder.backups)
    symlink("/nowhere at all", fixture.folder.backups)
    let isLink = StoreError.cannotOpen(
      path: fixture.folder.backups, reason: .link)
    #expect(await error { try await store.backUp() } == isLink)
    #expect(await error { try await fixture.library().backups() } == isLink)
    unlink(fixture.folder.backups)
    mkdir(fixture.folder.backups, 0o700)
    if geteuid() == 0 {
      let view = try #require(ReadOnlyView(of: fixture.folder.backups, at: fixture.folder.backups))
      #expect(await error { try await store.backUp() } == .readOnly(path: fixture.folder.backups))
      withExtendedLifetime(view) {}
    } else {
      chmod(fixture.folder.backups, 0o500)
      #expect(await error { try await store.backUp() } == .readOnly(path: fixture.folder.backups))
      chmod(fixture.folder.backups, 0o700)
    }
  }
}

/// Lets reads of one file fail as a failing disk does, through SQLite's own door to the system.
enum BrokenDisk {
  private static let broken = Mutex<String?>(nil)

  static func during(_ path: String, _ body: () throws -> Void) throws {
    let system = try #require(sqlite3_vfs_find("unix"))
    let failing: @convention(c) (Int32, UnsafeMutableRawPointer?, Int, Int) -> Int = {
      descriptor, buffer, count, offset in
      if BrokenDisk.isBroken(descriptor) {
        errno = EIO
        return -1
      }
      return pread(descriptor, buffer, count, offset)
    }
    let call = unsafeBitCast(failing, to: sqlite3_syscall_ptr.self)
    for name in ["pread", "pread64"] { _ = system.pointee.xSetSystemCall(system, name, call) }
    broken.withLock { $0 = path }
    defer { broken.withLock { $0 = nil } }
    try body()
  }

  private static func isBroken(_ descriptor: Int32) -> Bool {
    guard let path = broken.withLock({ $0 }) else { return false }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = buffer.withUnsafeMutableBytes { readlink("/proc/self/fd/\(descriptor)", $0.baseAddress!, $0.count) }
    return count > 0 && String(decoding: buffer.prefix(count), as: UTF8.self) == path
  }
}
