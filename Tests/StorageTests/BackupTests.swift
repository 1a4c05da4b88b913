import Domain
import Glibc
import Testing
import TestSupport

@testable import Storage

/// Backups.
@Suite(.timeLimit(.minutes(1)))
struct BackupTests {
  let fixture = FolderFixture()
  /// 2024-12-24T00:26:40Z
  let surroundings = ManualSurroundings(now: 1_735_000_000_000)

  @Test func `A backup is a whole database of its own, named by its time`() async throws {
    let store = try await fixture.open(surroundings)
    try await store.fill(messages: 30)
    let backup = try await store.backUp()
    #expect(backup.id == "sotto-2024-12-24T00-26-40Z.db")
    #expect(backup.path == fixture.folder.backups + "/" + backup.id)
    #expect(backup.madeAt == surroundings.now())
    #expect((backup.chats, backup.messages, backup.format) == (1, 30, today))
    #expect(backup.isSound)
    #expect(backup.bytes == Files.size(backup.path))
    #expect(Files.permissions(backup.path) == 0o600)
    // Nothing beside it: neither a log nor an unfinished copy.
    #expect(Files.names(in: fixture.folder.backups) == [backup.id])
    #expect(try await fixture.library(surroundings).backups() == [backup])
    #expect(try await store.verify() == [])
  }

  @Test func `Two backups of one second do not overwrite each other`() async throws {
    let store = try await fixture.open(surroundings)
    try await store.backUp()
    try await store.fill(messages: 1)
    try await store.backUp()
    let backups = try await fixture.library(surroundings).backups()
    #expect(Set(backups.map(\.id)) == ["sotto-2024-12-24T00-26-40Z.db", "sotto-2024-12-24T00-26-40Z-2.db"])
    #expect(Set(backups.map(\.messages)) == [0, 1])
  }

  @Test func `The backup just made is never pruned, however many one second or a wrong clock makes`() async throws {
    let store = try await fixture.open(surroundings)
    for number in 1...12 {
      let made = try await store.backUp()
      #expect(Files.exists(made.path))
      #expect(made.id == "sotto-2024-12-24T00-26-40Z\(number == 1 ? "" : "-\(number)").db")
    }
    for _ in 1...12 {
      surroundings.advance(by: .seconds(86_400))
      try await store.backUp()
    }
    surroundings.advance(by: .seconds(-86_400 * 30))
    #expect(try await Files.exists(store.backUp().path))
  }

  @Test func `A backup is due after a day, and when the last one is from the future`() async throws {
    let store = try await fixture.open(surroundings)
    #expect(try await store.backUpIfDue() != nil)
    #expect(try await store.backUpIfDue() == nil)
    surroundings.advance(by: .seconds(86_399))
    #expect(try await store.backUpIfDue() == nil)
    surroundings.advance(by: .seconds(1))
    #expect(try await store.backUpIfDue() != nil)
    surroundings.advance(by: .seconds(-3_600))
    #expect(try await store.backUpIfDue() != nil)
  }

  @Test func `The newest seven backups are kept, and one of each conversion beside them`() async throws {
    let store = try await fixture.open(surroundings)
    mkdir(fixture.folder.backups, 0o700)
    for name in [
      "sotto-2020-01-01T00-00-00Z-before-2.db", "sotto-2020-01-02T00-00-00Z-before-2.db",
      "sotto-2020-01-01T00-00-00Z-before-3.db",
    ] { write([1], to: fixture.folder.backups + "/" + name) }
    write([1], to: fixture.folder.backups + "/letter to mum.txt")
    for _ in 1...10 {
      try await store.backUp()
      surroundings.advance(by: .seconds(86_400))
    }
    #expect(
      Files.names(in: fixture.folder.backups) == [
        "letter to mum.txt", "sotto-2020-01-01T00-00-00Z-before-3.db", "sotto-2020-01-02T00-00-00Z-before-2.db",
        "sotto-2024-12-27T00-26-40Z.db", "sotto-2024-12-28T00-26-40Z.db", "sotto-2024-12-29T00-26-40Z.db",
        "sotto-2024-12-30T00-26-40Z.db", "sotto-2024-12-31T00-26-40Z.db", "sotto-2025-01-01T00-26-40Z.db",
        "sotto-2025-01-02T00-26-40Z.db",
      ])
  }

  @Test func `Of backups within hours the newest of four hours are kept, beside those of seven days`() async throws {
    let store = try await fixture.open(surroundings)
    for _ in 1...10 {
      try await store.backUp()
      surroundings.advance(by: .seconds(86_400))
    }
    for _ in 1...12 {
      try await store.backUp()
      surroundings.advance(by: .seconds(1_800))
    }
    let kept = Files.names(in: fixture.folder.backups).map { String($0.dropFirst(6).dropLast(3)) }
    #expect(
      kept == [
        "2024-12-28T00-26-40Z", "2024-12-29T00-26-40Z", "2024-12-30T00-26-40Z", "2024-12-31T00-26-40Z",
        "2025-01-01T00-26-40Z", "2025-01-02T00-26-40Z", "2025-01-03T02-56-40Z", "2025-01-03T03-56-40Z",
        "2025-01-03T04-56-40Z", "2025-01-03T05-26-40Z", "2025-01-03T05-56-40Z",
      ])
  }

  @Test func `A backup of what changed is made once, and none where nothing has changed`() async throws {
    let store = try await fixture.open(surroundings)
    try await store.fill(messages: 3)
    #expect(try await store.backUpIfChanged() != nil)
    #expect(try await store.backUpIfChanged(within: .seconds(1)) == nil)
    try await store.write { store throws(StoreError) in try store.append(newMessage(4)) }
    #expect(try await store.backUpIfChanged(within: .seconds(60))?.messages == 4)
  }

  @Test func `A backup that takes too long is given up, and nothing of it stays`() async throws {
    let store = try await fixture.open(surroundings)
    try await store.fill(messages: 3_000)
    #expect(try await store.backUpIfChanged(within: .milliseconds(-1)) == nil)
    #expect(Files.names(in: fixture.folder.backups) == [])
    #expect(try await store.messages().count == 3_000)
  }

  @Test(arguments: [true, false])
  func `Going back keeps what the user has chosen`(isReadable: Bool) async throws {
    let store = try await fixture.open(surroundings)
    try await store.fill(messages: 2)
    let backup = try await store.backUp()
    try await store.write { store throws(StoreError) in
      for (key, value) in [("welcomed", "yes"), ("text-size", "150")] { try store.setSetting(key, to: value) }
    }
    await store.close()
    if !isReadable { write(Array("nonsense".utf8), to: fixture.folder.database) }
    let library = fixture.library(surroundings)
    try await library.restore(backup)
    let restored = try await library.open()
    let settings = try await restored.read { store throws(StoreError) in
      [try store.setting("welcomed"), try store.setting("text-size")]
    }
    #expect(settings == ["yes", isReadable ? "150" : nil])
    #expect(try await restored.messages().count == 2)
    #expect(Files.names(in: fixture.home).filter { $0.contains("restored") } == [])
    #expect(try await library.backups() == [backup])
  }

  @Test func `A damaged database is not backed up over good backups`() async throws {
    let store = try await fixture.open(surroundings)
    try await store.fill(messages: 2_000)
    let good = try await store.backUp()
    await store.close()
    var damaged = bytes(of: fixture.folder.database)
    for index in damaged.count / 2..<damaged.count / 2 + 8_192 { damaged[index] = 0xA5 }
    write(damaged, to: fixture.folder.database)
    let again = try await fixture.open(surroundings)
    let thrown = await error { try await again.backUp() }
    guard case .corrupt = thrown else { return #expect(thrown == nil) }
    #expect(Files.names(in: fixture.folder.backups) == [good.id])
  }

  @Test func `A damaged backup is listed as such, and refused without touching the library`() async throws {
    let store = try await fixture.open(surroundings)
    try await store.fill(messages: 500)
    let good = try await store.backUp()
    await store.close()
    var damaged = bytes(of: good.path)
    for index in damaged.count / 2..<damaged.count / 2 + 8_192 { damaged[index] = 0xA5 }
    write(damaged, to: good.path)
    write(Array("nonsense".utf8), to: fixture.folder.backups + "/sotto-2020-01-01T00-00-00Z.db")
    let library = fixture.library(surroundings)
    let backups = try await library.backups()
    #expect(backups.map(\.isSound) == [false, false])

    let before = bytes(of: fixture.folder.database)
    for backup in backups {
      let thrown = await error { try await library.restore(backup) }
      guard case .corrupt = thrown else { return #expect(thrown == nil) }
    }
    #expect(bytes(of: fixture.folder.database) == before)
    #expect(!Files.exists(fixture.folder.asides))
    #expect(try await library.open().verify().count == 2)
  }

  @Test func `Unfinished copies of ended processes are swept, and those of living ones stay`() async throws {
    let store = try await fixture.open(surroundings)
    mkdir(fixture.folder.backups, 0o700)
    let dead = try Child("die", on: fixture.path + "/elsewhere")
    _ = await dead.end()
    write([1], to: fixture.folder.backups + "/.copy-\(dead.process)-sotto-2020-01-01T00-00-00Z.db")
    write([1], to: fixture.folder.backups + "/.copy-1-sotto-2020-01-01T00-00-00Z.db")
    let backup = try await store.backUp()
    #expect(Files.names(in: fixture.folder.backups) == [".copy-1-sotto-2020-01-01T00-00-00Z.db", backup.id])
  }
}
