import Domain
import Glibc
import TestSupport
import Testing

@testable import Storage

/// A folder that may be read and not written: its chats are read, and not a byte of it changes.
@Suite(.timeLimit(.minutes(1)), .enabled(if: SmallDisk.canMount, "needs the right to mount"))
struct ReadOnlyTests {
  let fixture = FolderFixture()

  private func view() throws -> (ReadOnlyView, SQLiteLibrary) {
    let view = try #require(ReadOnlyView(of: fixture.home, at: fixture.path + "/view"))
    return (view, SQLiteLibrary(at: view.path, surroundings: ManualSurroundings()))
  }

  /// What lies in the library, each file with its content in short.
  private func seal() -> [String] {
    Files.names(in: fixture.home).map { name in
      "\(name) \(PictureHash(of: bytes(of: "\(fixture.home)/\(name)"))?.description ?? "")"
    }
  }

  @Test(arguments: [["-wal", "-shm"], ["-shm"], []])
  func `Chats are read whatever lies beside the database`(gone: [String]) async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 10)
    await store.close()
    for end in gone { unlink(fixture.folder.database + end) }
    let before = seal()
    let (view, library) = try view()
    let look = try await library.open()
    #expect(look.readOnly == .readOnly(path: library.path))
    #expect(try await look.messages().count == 10)
    #expect(try await look.verify().filter(\.isDamage) == [])
    #expect(
      await error { try await look.write { store throws(StoreError) in try store.remove(chatID(1)) } }
        == .readOnly(path: library.path))
    #expect(await error { try await look.backUp() } == .readOnly(path: library.path))
    #expect(try await look.backUpIfDue() == nil)
    await look.close()
    #expect(seal() == before)
    withExtendedLifetime(view) {}
  }

  @Test(arguments: [true, false])
  func `What a killed process left in the log is read, too`(hasIndex: Bool) async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 10)
    await store.close()
    let child = try Child("die-after", on: fixture.home)
    _ = await child.end()
    #expect(Files.size(fixture.folder.database + "-wal") ?? 0 > 0)
    if !hasIndex { unlink(fixture.folder.database + "-shm") }
    let before = seal()
    let (view, library) = try view()
    let look = try await library.open()
    #expect(try await look.messages().count == 110)
    await look.close()
    #expect(seal() == before)
    withExtendedLifetime(view) {}
  }

  @Test(arguments: [["-wal", "-shm"], ["-shm"], []])
  func `What somebody else writes meanwhile is seen, and never half of it`(gone: [String]) async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 10)
    await store.close()
    for end in gone { unlink(fixture.folder.database + end) }
    let (view, library) = try view()
    let look = try await library.open()
    #expect(try await look.messages().count == 10)
    // Another process: within one, SQLite would share what it knows of the file.
    let child = try Child("die-after", on: fixture.home)
    let ended = Task { await child.end() }
    var seen = 10
    while seen < 110 {
      let count = try await look.messages().count
      #expect((seen...110).contains(count))
      guard count >= seen else { break }
      seen = count
    }
    _ = await ended.value
    #expect(try await look.messages().count == 110)
    await look.close()
    withExtendedLifetime(view) {}
  }

  @Test func `A damaged or a newer database is told as such, and a missing one as not to be made`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 1)
    await store.close()
    try fixture.connection().script("PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)")
    let (view, library) = try view()
    #expect(
      await error { try await library.open() }
        == .newerVersion(path: library.folder.database, found: 99, known: today))
    let empty = SQLiteLibrary(at: view.path + "/run", surroundings: ManualSurroundings())
    #expect(await error { try await empty.open() } == .readOnly(path: empty.path))
  }

  @Test func `A path with signs that mean something in an address is read`() async throws {
    let library = SQLiteLibrary(at: fixture.path + "/100% mine? #1 ü", surroundings: ManualSurroundings())
    let store = try await library.open()
    try await store.fill(messages: 2)
    await store.close()
    let connection = try Connection(path: library.folder.database, mode: .looking(.still), busyTimeout: .zero)
    #expect(try connection.number("SELECT count(*) FROM message") == 2)
  }
}
