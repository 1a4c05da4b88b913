import Domain
import Glibc
import Testing
import TestSupport

@testable import Storage

/// Backups, setting aside and going back.
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
    #expect(try await restored.verify() == [])
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
        == .corrupt(path: fixture.folder.database, detail: "the file is gone, but its log is there"))
    #expect(try await library.startEmpty() == fixture.folder.asides + "/2024-01-01T00-00-00Z")
    #expect(bytes(of: fixture.folder.asides + "/2024-01-01T00-00-00Z/sotto.db-wal") == [1, 2, 3])
    await (try await library.open()).close()
  }

  @Test(arguments: [0, 1_735_000_000_000, 951_782_399_000, 4_102_444_800_000])
  func `A time's stamp is read back as the same time`(milliseconds: Int64) {
    let time = time(milliseconds)
    #expect(Timestamp(stamp: time.stamp) == time)
  }

  @Test(arguments: [
    (0, "1970-01-01T00-00-00Z"), (951_782_399_999, "2000-02-28T23-59-59Z"), (4_102_444_800_000, "2100-01-01T00-00-00Z"),
    (Int64.max, "9999-12-30T23-59-59Z"),
  ])
  func `A time's stamp is UTC to the second, also for a clock that is far out`(milliseconds: Int64, stamp: String) {
    #expect(time(milliseconds).stamp == stamp)
    #expect(time(.min).stamp.hasPrefix("0001-01-"))
  }

  @Test(arguments: [
    "sotto-99999999999999999999-01-01T00-00-00Z.db", "sotto-2024-01-01T00:00:00Z.db", "sotto-2024-02-30T00-00-00Z.db",
    "sotto-2024-01-01T00-00-60Z.db", "sotto-2024-1-01T00-00-000Z.db", "sotto--024-01-01T00-00-00Z.db", "sotto-Z.db",
    "sotto-2024-01-01T00-00-0\u{663}Z.db", "sotto.db", "sotto-yesterday.db", "sotto-2024-13-45T99-99-99Z.db",
    "sotto-2024-01-01.db", "x",
  ])
  func `Other files are not taken for backups`(name: String) {
    #expect(BackupName(name) == nil)
  }
}
