import Domain
import Glibc
import Testing
import TestSupport

@testable import Storage

/// Setting the database aside, and going back to a backup.
@Suite(.timeLimit(.minutes(1)))
struct SettingAsideTests {
  let fixture = FolderFixture()
  /// 2024-12-24T00:26:40Z
  let surroundings = ManualSurroundings(now: 1_735_000_000_000)

  @Test func `Setting aside moves the database whole, and the next start begins again`() async throws {
    let store = try await fixture.open(surroundings)
    try await store.fill(messages: 10)
    // The process dies, so that log and database lie side by side.
    let child = try Child("die-after", on: fixture.home)
    _ = await child.end()
    let before = fixture.folder.databaseFiles.prefix(2).map(bytes)
    #expect(before.allSatisfy { !$0.isEmpty })
    await store.close()
    for (file, content) in zip(fixture.folder.databaseFiles, before) { write(content, to: file) }

    let library = fixture.library(surroundings)
    let aside = try #require(try await library.startEmpty())
    #expect(aside == fixture.folder.asides + "/2024-12-24T00-26-40Z")
    #expect(["/sotto.db", "/sotto.db-wal"].map { bytes(of: aside + $0) } == before)
    #expect(!Files.exists(fixture.folder.databaseFiles[1]))
    let new = try await library.open()
    #expect(try await new.chats(ChatQuery(limit: 9)) == [])
    await new.close()
    #expect(try await library.startEmpty() == aside + "-2")
  }

  @Test func `A database that is gone while its backups are there is missed, and one starts empty only on purpose`()
    async throws
  {
    let store = try await fixture.open(surroundings)
    try await store.fill(messages: 5)
    let backup = try await store.backUp()
    await store.close()
    for file in fixture.folder.databaseFiles { unlink(file) }
    let library = fixture.library(surroundings)
    #expect(await error { try await library.open() } == .missing(path: fixture.folder.database))
    #expect(!Files.exists(fixture.folder.database))
    #expect(try await library.startEmpty() == nil)
    let new = try await library.open()
    #expect(try await new.chats(ChatQuery(limit: 9)) == [])
    #expect(try await new.verify() == [])
    await new.close()
    try await library.restore(backup)
    #expect(try await library.open().messages().count == 5)
  }

  @Test func `A file that is no database is set aside as it is`() async throws {
    try fixture.folder.make()
    write(Array("hello".utf8), to: fixture.folder.database)
    let library = fixture.library(surroundings)
    let aside = try #require(try await library.startEmpty())
    #expect(bytes(of: aside + "/sotto.db") == Array("hello".utf8))
    await (try await library.open()).close()
  }

  @Test func `Going back to a backup brings its chats back and sets the present aside`() async throws {
    let store = try await fixture.open(surroundings)
    try await store.fill(messages: 5)
    let backup = try await store.backUp()
    try await store.write { store throws(StoreError) in try store.remove(chatID(1)) }
    try await store.fill(chat: 2, messages: 0)
    await store.close()
    let present = bytes(of: fixture.folder.database)

    let library = fixture.library(surroundings)
    try await library.restore(backup)
    #expect(Files.permissions(fixture.folder.database) == 0o600)
    let restored = try await library.open()
    #expect(try await restored.chats(ChatQuery(limit: 9)).map(\.id) == [chatID(1)])
    #expect(try await restored.messages().count == 5)
    try await restored.write { store throws(StoreError) in try store.append(newMessage(6)) }
    #expect(bytes(of: fixture.folder.asides + "/2024-12-24T00-26-40Z/sotto.db") == present)
    #expect(try await library.backups() == [backup])
    #expect(try await restored.findingsNow() == [])
    let told = try await restored.verify()
    #expect(told.count == 1 && told.first?.isDamage == false)
    guard case .setAsideDatabase(let aside) = told.first?.what else {
      Issue.record("\(told)")
      return
    }
    #expect(aside.path == fixture.folder.asides + "/2024-12-24T00-26-40Z")
    #expect(aside.since == Timestamp(stamp: "2024-12-24T00-26-40Z"))
    let files = Files.names(in: aside.path).compactMap { Files.size("\(aside.path)/\($0)") }
    #expect(aside.bytes == files.reduce(0, +) && aside.bytes >= present.count)
  }

  @Test func `A backup of a newer format is not gone back to`() async throws {
    let store = try await fixture.open(surroundings)
    let backup = try await store.backUp()
    await store.close()
    let copy = try Connection(path: backup.path, mode: .writing, busyTimeout: .zero)
    try copy.script("PRAGMA user_version = 99")
    let before = bytes(of: fixture.folder.database)
    let library = fixture.library(surroundings)
    #expect(
      await error { try await library.restore(backup) } == .newerVersion(path: backup.path, found: 99, known: today))
    #expect(bytes(of: fixture.folder.database) == before)
    #expect(!Files.exists(fixture.folder.asides))
  }

  @Test func `A restore that was cut off before its last step is finished at the next start`() async throws {
    let store = try await fixture.open(surroundings)
    try await store.fill(messages: 5)
    let backup = try await store.backUp()
    await store.close()
    let library = fixture.library(surroundings)
    write(bytes(of: backup.path), to: fixture.folder.restored)
    try fixture.folder.setAside(at: surroundings.now())
    #expect(try await library.open().messages().count == 5)
    #expect(!Files.exists(fixture.folder.restored))
  }

  @Test func `A setting aside that was cut off in the middle is told, and finished by the next one`() async throws {
    let store = try await fixture.open(surroundings)
    await store.close()
    write([1, 2, 3], to: fixture.folder.database + "-wal")
    mkdir(fixture.folder.asides, 0o700)
    mkdir(fixture.folder.asides + "/2024-01-01T00-00-00Z", 0o700)
    rename(fixture.folder.database, fixture.folder.asides + "/2024-01-01T00-00-00Z/sotto.db")
    let library = fixture.library(surroundings)
    #expect(
      await error { try await library.open() }
        == .corrupt(path: fixture.folder.database, reason: .onlyLog))
    #expect(try await library.startEmpty() == fixture.folder.asides + "/2024-01-01T00-00-00Z")
    #expect(bytes(of: fixture.folder.asides + "/2024-01-01T00-00-00Z/sotto.db-wal") == [1, 2, 3])
    await (try await library.open()).close()
  }
}
