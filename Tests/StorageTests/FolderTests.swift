import Domain
import Glibc
import Testing
import TestSupport

@testable import Storage

/// Opening on good and bad ground; no file is ever overwritten.
@Suite(.timeLimit(.minutes(1)))
struct FolderTests {
  let fixture = FolderFixture()

  private func openingError(busyTimeout: Duration = .seconds(5)) async -> StoreError? {
    await error { try await fixture.library(busyTimeout: busyTimeout).open() }
  }

  @Test func `A new library is the user's alone`() async throws {
    // The mask is the process's: others would make their files with it, too.
    await #expect(processExitsWith: .success) {
      umask(0)
      let fixture = FolderFixture()
      let store = try await fixture.open()
      try await store.fill(messages: 1)
      #expect(Files.permissions(fixture.home) == 0o700)
      for file in fixture.folder.databaseFiles { #expect(Files.permissions(file) == 0o600, "\(file)") }
      #expect(Files.permissions(fixture.folder.run) == 0o700)
      #expect(try await store.verify() == [])
    }
  }

  @Test func `A folder and files that others could read are tightened`() async throws {
    await (try await fixture.open()).close()
    chmod(fixture.home, 0o755)
    chmod(fixture.folder.database, 0o644)
    let store = try await fixture.open()
    #expect(Files.permissions(fixture.home) == 0o700)
    for file in fixture.folder.databaseFiles { #expect(Files.permissions(file) == 0o600, "\(file)") }
    await store.close()
  }

  @Test func `Commits are in the log with full synchronisation and foreign keys`() async throws {
    let store = try await fixture.open()
    let connection = try fixture.connection(.reading)
    #expect(try connection.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
    #expect(try connection.format() == today)
    // Foreign keys hold: a message of a chat that is gone is refused, not kept.
    try await store.fill(messages: 1)
    #expect(try await store.verify() == [])
  }

  @Test func `A database of a newer Sotto is refused and left as it is`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 5)
    await store.close()
    try fixture.connection().script("PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)")
    let before = bytes(of: fixture.folder.database)
    #expect(await openingError() == .newerVersion(path: fixture.folder.database, found: 99, known: today))
    #expect(bytes(of: fixture.folder.database) == before)
    #expect(bytes(of: fixture.folder.database + "-wal") == [])
  }

  @Test func `A newer format that lies only in the log is seen too`() async throws {
    let store = try await fixture.open()
    await store.close()
    let newer = try fixture.connection()
    try newer.script("PRAGMA user_version = 99")
    let before = fixture.folder.databaseFiles.prefix(2).map(bytes)
    #expect(await openingError() == .newerVersion(path: fixture.folder.database, found: 99, known: today))
    #expect(fixture.folder.databaseFiles.prefix(2).map(bytes) == before)
    withExtendedLifetime(newer) {}
  }

  @Test func `A file that is no database is refused and left as it is`() async throws {
    try fixture.folder.make()
    for content in ["hello", String(repeating: "no database at all. ", count: 1_000)] {
      write(Array(content.utf8), to: fixture.folder.database)
      #expect(await openingError() == .corrupt(path: fixture.folder.database, reason: .noDatabase))
      #expect(bytes(of: fixture.folder.database) == Array(content.utf8))
    }
  }

  @Test func `A database of another program is refused and left as it is`() async throws {
    try fixture.folder.make()
    write([], to: fixture.folder.database)
    try fixture.connection().script("PRAGMA application_id = 7; CREATE TABLE notes(x)")
    let before = bytes(of: fixture.folder.database)
    #expect(
      await openingError()
        == .corrupt(path: fixture.folder.database, reason: .ofAnotherProgram))
    #expect(bytes(of: fixture.folder.database) == before)
  }

  @Test func `A database of another program without a mark is refused and left as it is`() async throws {
    try fixture.folder.make()
    write([], to: fixture.folder.database)
    try fixture.connection().script("CREATE TABLE notes(x)")
    let before = bytes(of: fixture.folder.database)
    #expect(
      await openingError()
        == .corrupt(path: fixture.folder.database, reason: .ofAnotherProgram))
    #expect(bytes(of: fixture.folder.database) == before)
  }

  @Test(arguments: [0.9, 0.5, 0.1])
  func `A database whose end is missing is refused and left as it is`(part: Double) async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 500)
    await store.close()
    let whole = bytes(of: fixture.folder.database)
    let cut = Array(whole.prefix(Int(Double(whole.count) * part)))
    write(cut, to: fixture.folder.database)
    #expect(await openingError() == .corrupt(path: fixture.folder.database, reason: .cutOff))
    #expect(bytes(of: fixture.folder.database) == cut)
  }

  @Test func `An emptied database is refused when its log or its backups tell of more`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 5)
    try await store.backUp()
    await store.close()
    write([], to: fixture.folder.database)
    #expect(await openingError() == .corrupt(path: fixture.folder.database, reason: .empty))
    write([1, 2, 3], to: fixture.folder.database + "-wal")
    #expect(await openingError() == .corrupt(path: fixture.folder.database, reason: .emptyWithLog))
    unlink(fixture.folder.database)
    #expect(await openingError() == .corrupt(path: fixture.folder.database, reason: .onlyLog))
    #expect(bytes(of: fixture.folder.database + "-wal") == [1, 2, 3])
  }

  @Test func `A first start that was cut off before the first table is gone on with`() async throws {
    try fixture.folder.make()
    write([], to: fixture.folder.database)
    let store = try await fixture.open()
    try await store.fill(messages: 1)
    #expect(try await store.messages().count == 1)
  }

  @Test func `A missing table is damage, not a crash`() async throws {
    await (try await fixture.open()).close()
    try fixture.connection().script("DROP TABLE reply_chunk; PRAGMA wal_checkpoint(TRUNCATE)")
    #expect(
      await openingError() == .corrupt(path: fixture.folder.database, reason: .missingTable("reply_chunk")))
  }

  @Test func `Damage met while reading is told as damage, and other chats stay readable`() async throws {
    let store = try await fixture.open()
    try await store.fill(chat: 1, messages: 2_000)
    try await store.write { store throws(StoreError) in
      try store.insert(newChat(2, at: 9_000))
      try store.append(newMessage(9_001, in: 2, text: "still here"))
    }
    await store.close()
    var damaged = bytes(of: fixture.folder.database)
    // A page in the middle of the old chat's messages.
    let page = damaged.count / 4_096 / 2
    for index in page * 4_096..<(page + 1) * 4_096 { damaged[index] = 0xA5 }
    write(damaged, to: fixture.folder.database)

    let again = try await fixture.open()
    #expect(try await again.chats(ChatQuery(limit: 5)).map(\.id) == [2, 1].map(chatID))
    #expect(try await again.messages(in: 2).map(\.text) == ["still here"])
    let thrown = await error { try await again.messages() }
    let findings = try await again.verify()
    #expect(findings.contains { $0.isDamage })
    guard case .corrupt(fixture.folder.database, _) = thrown else { return #expect(thrown == nil) }
  }

  @Test func `A folder that is a file, or lies in one, cannot be opened and says why`() async throws {
    write([1], to: fixture.home)
    #expect(await openingError() == .cannotOpen(path: fixture.home, reason: .system("Not a directory")))
    let inner = SQLiteLibrary(at: fixture.home + "/inner", surroundings: ManualSurroundings())
    #expect(
      await error { try await inner.open() }
        == .cannotOpen(path: fixture.home + "/inner", reason: .system("Not a directory")))
    #expect(bytes(of: fixture.home) == [1])
  }

  @Test func `A folder that may not be written is told as such`() async throws {
    await (try await fixture.open()).close()
    let before = bytes(of: fixture.folder.database)
    if geteuid() == 0 {
      // Permissions do not bind root; a read-only disk does.
      let view = try #require(ReadOnlyView(of: fixture.path, at: fixture.path + "-view"), "mounting is not permitted")
      let library = SQLiteLibrary(at: "\(view.path)/home", surroundings: ManualSurroundings())
      #expect(try await library.open().readOnly == .readOnly(path: library.path))
      let new = SQLiteLibrary(at: "\(view.path)/a new one", surroundings: ManualSurroundings())
      #expect(await error { try await new.open() } == .readOnly(path: new.path))
    } else {
      chmod(fixture.folder.run, 0o500)
      chmod(fixture.home, 0o500)
      #expect(try await fixture.library().open().readOnly == .readOnly(path: fixture.home))
      chmod(fixture.home, 0o700)
      chmod(fixture.folder.run, 0o700)
    }
    #expect(bytes(of: fixture.folder.database) == before)
  }

  @Test(.enabled(if: geteuid() != 0 || SmallDisk.canMount, "root, but without the right to mount"))
  func `A database file that may not be written is told as such at once`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 3)
    await store.close()
    let file = fixture.folder.database
    let before = bytes(of: file)
    let view = geteuid() == 0 ? ReadOnlyView(of: file, at: file) : nil
    if geteuid() == 0 { try #require(view != nil) } else { chmod(file, 0o400) }
    let look = try await fixture.library().open()
    #expect(look.readOnly == .readOnly(path: file))
    #expect(try await look.messages().count == 3)
    await look.close()
    #expect(bytes(of: file) == before)
    withExtendedLifetime(view) {}
  }

  @Test(.enabled(if: SmallDisk.canMount, "needs the right to mount"))
  func `A disk that is full at the first start is told as such`() async throws {
    let disk = try #require(SmallDisk(at: fixture.path + "/disk", megabytes: 1))
    disk.fill()
    let library = SQLiteLibrary(at: disk.path + "/home", surroundings: ManualSurroundings())
    let thrown = await error { try await library.open() }
    guard case .diskFull = thrown else { return #expect(thrown == nil) }
    unlink(disk.path + "/ballast")
    let store = try await library.open()
    try await store.fill(messages: 1)
    #expect(try await store.messages().count == 1)
  }

  @Test(.enabled(if: SmallDisk.canMount, "needs the right to mount"))
  func `On a disk that runs full, sends fail cleanly, deleting works, and sends work again after it`() async throws {
    let disk = try #require(SmallDisk(at: fixture.path + "/disk", megabytes: 48))
    let library = SQLiteLibrary(at: disk.path + "/home", surroundings: ManualSurroundings())
    let store = try await library.open()
    let text = String(repeating: "x", count: 10_000)
    try await store.fill(chat: 1, messages: 0)
    try await store.fill(chat: 2, messages: 0)
    for number in 1...50 {
      try await store.write { store throws(StoreError) in try store.append(newMessage(number, text: text)) }
    }
    disk.fill()
    var sent = 50
    var thrown: StoreError?
    while thrown == nil, sent < 2_000 {
      let number = sent + 1
      thrown = await error {
        try await store.write { store throws(StoreError) in try store.append(newMessage(number, text: text)) }
      }
      if thrown == nil { sent += 1 }
    }
    #expect(thrown == .diskFull(path: disk.path + "/home/sotto.db"))
    #expect(try await store.messages().count == sent)
    #expect(Files.exists(disk.path + "/home/reserve"))

    try await store.write { store throws(StoreError) in try store.remove(chatID(1)) }
    // What the delete was given is back, but for room for what is said next.
    #expect(Reserve(path: disk.path + "/home/reserve").size >= 1 << 20)
    #expect(try await store.chat(1) == nil)
    try await store.write { store throws(StoreError) in try store.append(newMessage(9_999, in: 2, text: text)) }
    #expect(try await store.verify().filter(\.isDamage) == [])
  }

  @Test(.enabled(if: SmallDisk.canMount, "needs the right to mount"))
  func `A library on a disk that is already full still opens, with the help of its reserve`() async throws {
    let disk = try #require(SmallDisk(at: fixture.path + "/disk", megabytes: 48))
    let library = SQLiteLibrary(at: disk.path + "/home", surroundings: ManualSurroundings())
    let first = try await library.open()
    try await first.fill(messages: 20)
    await first.close()
    disk.fill()
    let second = try await library.open()
    #expect(try await second.messages().count == 20)
    try await second.write { store throws(StoreError) in try store.remove(chatID(1)) }
    #expect(try await second.chat(1) == nil)
  }

  @Test func `The folder is the one given, else of the environment, else in the user's home`() {
    func path(_ given: String?, _ environment: [String: String], _ home: String? = "/home/ann") -> String? {
      SQLiteLibrary.path(given: given, environment: environment, userHome: home)
    }
    let all = ["SOTTO_HOME": "/s", "XDG_DATA_HOME": "/x", "HOME": "/h"]
    #expect(path("/g", all) == "/g")
    #expect(path(nil, all) == "/s")
    #expect(path("", all) == "/s")
    #expect(path(nil, ["XDG_DATA_HOME": "/x", "HOME": "/h"]) == "/x/sotto")
    #expect(path(nil, ["XDG_DATA_HOME": "relative", "HOME": "/h"]) == "/h/.local/share/sotto")
    #expect(path(nil, ["SOTTO_HOME": "", "XDG_DATA_HOME": "", "HOME": ""]) == "/home/ann/.local/share/sotto")
    #expect(path(nil, [:], nil) == nil)
    #expect(SQLiteLibrary.userHome()?.hasPrefix("/") == true)
    #expect(SQLiteLibrary(at: "/a/b//", surroundings: ManualSurroundings()).path == "/a/b")
  }

  @Test func `A folder whose name is no text is refused, and no other one is made`() async throws {
    let path = fixture.path + "/\u{FFFD}"
    let library = SQLiteLibrary(at: path, surroundings: ManualSurroundings())
    guard case .cannotOpen(path, _) = await error({ try await library.open() }) else {
      Issue.record("it was opened")
      return
    }
    #expect(!Files.exists(path))
  }
}
