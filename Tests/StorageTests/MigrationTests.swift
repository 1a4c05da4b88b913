import Domain
import Glibc
import Synchronization
import Testing
import TestSupport

@testable import Storage

/// Conversions to formats that do not exist yet.
@Suite(.timeLimit(.minutes(1)))
struct MigrationTests {
  let fixture = FolderFixture()
  let surroundings = ManualSurroundings(now: 1_735_000_000_000)

  static let next = Migration(format: today + 1) { connection throws(StoreError) in
    try connection.script("ALTER TABLE chat ADD COLUMN colour TEXT; UPDATE chat SET colour = 'blue'")
  }
  /// Copies a table, as SQLite needs for most changes.
  static let afterNext = Migration(format: today + 2) { connection throws(StoreError) in
    try connection.script(
      """
      CREATE TABLE setting2(key TEXT PRIMARY KEY, value TEXT NOT NULL, at INTEGER) STRICT, WITHOUT ROWID;
      INSERT INTO setting2 SELECT key, value, 0 FROM setting;
      DROP TABLE setting;
      ALTER TABLE setting2 RENAME TO setting;
      """)
  }
  static let failing = Migration(format: today + 2) { connection throws(StoreError) in
    try connection.script("DELETE FROM message; UPDATE nothing SET x = 1")
  }
  static let breaking = Migration(format: today + 2) { connection throws(StoreError) in
    try connection.script("UPDATE message SET chat_id = 77")
  }

  private func library(_ steps: [Migration], busyTimeout: Duration = .seconds(5)) -> SQLiteLibrary {
    fixture.library(surroundings, busyTimeout: busyTimeout) { $0.steps = Migration.all + steps }
  }

  @Test func `The steps are numbered from 1 without gaps`() {
    #expect(Migration.all.map(\.format) == Array(1...Migration.all.count))
  }

  @Test func `An old library is converted through all steps, after a checked backup`() async throws {
    let old = try await library([]).open()
    try await old.fill(messages: 7)
    try await old.write { store throws(StoreError) in try store.setSetting("a", to: "1") }
    await old.close()
    let new = try await library([Self.next, Self.afterNext]).open()
    #expect(try await new.messages().count == 7)
    #expect(try await new.read { store throws(StoreError) in try store.setting("a") } == "1")
    #expect(try fixture.connection(.reading).format() == today + 2)
    #expect(try fixture.connection(.reading).first("SELECT colour FROM chat") { $0.text(0) } == "blue")
    let backups = try await library([]).backups()
    #expect(backups.map(\.id) == ["sotto-2024-12-24T00-26-40Z-before-\(today + 2).db"])
    #expect(backups.map(\.messages) == [7])
    #expect(backups.map(\.format) == [today])
    // Foreign keys hold again after the conversion.
    try await new.write { store throws(StoreError) in try store.remove(chatID(1)) }
    #expect(try fixture.connection(.reading).number("SELECT count(*) FROM message") == 0)
    await new.close()
    // Once is enough.
    await (try await library([Self.next, Self.afterNext]).open()).close()
    #expect(try await library([]).backups().count == 1)
  }

  @Test func `A conversion says what it is at, and an ordinary opening has nothing to say`() async throws {
    await (try await library([]).open()).close()
    let told = Mutex<[OpeningPhase]>([])
    await (try await library([Self.next, Self.afterNext]).open { phase in told.withLock { $0.append(phase) } }).close()
    #expect(told.withLock { $0 } == [.checking, .backingUp, .converting(0), .converting(0.5)])
    told.withLock { $0 = [] }
    await (try await library([Self.next, Self.afterNext]).open { phase in told.withLock { $0.append(phase) } }).close()
    #expect(told.withLock { $0 } == [.checking])
  }

  @Test(arguments: [failing, breaking])
  func `A conversion that fails leaves the library as it was, for the old Sotto to open`(step: Migration) async throws {
    let old = try await library([]).open()
    try await old.fill(messages: 7)
    let before = try await old.messages()
    await old.close()
    let content = bytes(of: fixture.folder.database)
    let thrown = await error { try await library([Self.next, step]).open() }
    guard case .refused = thrown else { return #expect(thrown == nil) }
    #expect(bytes(of: fixture.folder.database) == content)
    let again = try await library([]).open()
    #expect(try await again.messages() == before)
    #expect(try fixture.connection(.reading).format() == today)
    #expect(try await again.verify() == [])
  }

  @Test func `A library that another process has open is not converted under its hands`() async throws {
    let old = try await library([]).open()
    try await old.fill(messages: 3)
    await old.close()
    let child = try Child("stay", on: fixture.home)
    #expect(await child.isReady())
    let newer = library([Self.next], busyTimeout: .milliseconds(200))
    #expect(await error { try await newer.open() } == .locked(path: fixture.home))
    #expect(try fixture.connection(.reading).format() == today)
    child.send(SIGKILL)
    _ = await child.end()
    #expect(try await newer.open().messages().count == 3)
  }

  @Test func `Several that open an old library at once convert it once, and all open it`() async throws {
    let old = try await library([]).open()
    try await old.fill(messages: 3)
    await old.close()
    let newer = library([Self.next])
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 1...4 {
        group.addTask {
          let store = try await newer.open()
          let count = try await store.messages().count
          await store.close()
          return count
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == [3, 3, 3, 3])
    #expect(try await newer.backups().count == 1)
  }

  @Test func `Several that open a new library at once all open it`() async throws {
    let library = library([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...8 {
        group.addTask {
          let store = try await library.open()
          try await store.fill(chat: number, messages: 0)
        }
      }
      try await group.waitForAll()
    }
    #expect(try await library.open().chats(ChatQuery(limit: 20)).count == 8)
  }
}
