import Domain
import Glibc
import Platform
import TestSupport
import Testing

@testable import Storage

/// A restore or a repair that was cut off is finished or undone, and never comes back later.
@Suite(.timeLimit(.minutes(1)))
struct CutOffTests {
  let fixture = FolderFixture()
  /// 2024-12-24T00:26:40Z
  let surroundings = ManualSurroundings(now: 1_735_000_000_000)

  /// A library with five messages, and a whole copy from before that has only two and waits for its name.
  private func cutOff() async throws -> SQLiteLibrary {
    let store = try await fixture.open(surroundings)
    try await store.fill(messages: 2)
    let backup = try await store.backUp()
    try await store.write { store throws(StoreError) in
      for number in 3...5 { try store.append(newMessage(number)) }
    }
    await store.close()
    write(bytes(of: backup.path), to: fixture.folder.restored)
    return fixture.library(surroundings)
  }

  @Test func `A restore that was cut off before anything was moved is finished, and the database is set aside`()
    async throws
  {
    let library = try await cutOff()
    let present = bytes(of: fixture.folder.database)
    let store = try await library.open()
    #expect(try await store.messages().count == 2)
    await store.close()
    #expect(!Files.exists(fixture.folder.restored))
    #expect(bytes(of: fixture.folder.asides + "/2024-12-24T00-26-40Z/sotto.db") == present)
  }

  @Test func `A database is not given up for a copy that is no longer sound`() async throws {
    let library = try await cutOff()
    write(Array("nonsense".utf8), to: fixture.folder.restored)
    let store = try await library.open()
    #expect(try await store.messages().count == 5)
    let told = try await store.verify().map(\.what)
    await store.close()
    #expect(Files.names(in: fixture.folder.asides) == ["restored-2024-12-24T00-26-40Z.db"])
    let path = fixture.folder.asides + "/restored-2024-12-24T00-26-40Z.db"
    let since = Timestamp(stamp: "2024-12-24T00-26-40Z")
    #expect(told == [.setAsideCopy(SetAside(path: path, since: since, bytes: 8))])
  }

  @Test func `Starting empty never brings a copy that was left, and keeps it`() async throws {
    let library = try await cutOff()
    try await library.startEmpty()
    let store = try await library.open()
    #expect(try await store.chats(ChatQuery(limit: 9)) == [])
    await store.close()
    #expect(
      Files.names(in: fixture.folder.asides) == ["2024-12-24T00-26-40Z", "restored-2024-12-24T00-26-40Z.db"])
  }

  @Test func `Going back that could not be done is not done by a later start`() async throws {
    let library = try await cutOff()
    unlink(fixture.folder.restored)
    symlink("/nowhere", fixture.folder.asides)
    let backup = try #require(try await library.backups().first)
    #expect(await error { try await library.restore(backup) } != nil)
    unlink(fixture.folder.asides)
    let store = try await library.open()
    #expect(try await store.messages().count == 5)
    await store.close()
  }

  @Test func `Copies that were left unfinished are removed by the next opening`() async throws {
    let library = try await cutOff()
    unlink(fixture.folder.restored)
    for ending in [".copy", ".copy-journal", ".repair", ".repair-wal"] {
      write([1], to: fixture.folder.restored + ending)
    }
    try fixture.waitUntilNobodyIsIn()
    await (try await library.open()).close()
    #expect(Files.names(in: fixture.home).filter { $0.contains("restored") } == [])
  }

  @Test func `The backup just made stays, though all others are said to be from the future`() async throws {
    let store = try await fixture.open(surroundings)
    mkdir(fixture.folder.backups, 0o700)
    for day in 10...25 { write([1], to: fixture.folder.backups + "/sotto-2031-01-\(day)T00-00-00Z.db") }
    let backup = try await store.backUp()
    #expect(Files.names(in: fixture.folder.backups).contains(backup.id))
    await store.close()
  }

  @Test func `A disk that says it has endless room breaks nothing`() {
    #expect(space(.max, of: 4_096) == .max)
    #expect(space(3, of: 4_096) == 12_288)
  }
}
