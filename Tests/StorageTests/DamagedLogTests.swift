import Domain
import Glibc
import Testing
import TestSupport

@testable import Storage

/// A log that was damaged is told apart from one whose end was torn off, and nothing of it is thrown away in silence.
@Suite(.timeLimit(.minutes(1)))
struct DamagedLogTests {
  let fixture = FolderFixture()
  private static let frameSize = 24 + 4_096

  /// The files of a library with ten messages, a transaction each, as they lie when its process is killed.
  private func killedLibrary() async throws -> (database: [UInt8], log: [UInt8]) {
    let store = try await fixture.open()
    try await store.fill(messages: 0)
    for number in 1...10 {
      try await store.write { store throws(StoreError) in try store.append(newMessage(number)) }
    }
    let files = fixture.folder.databaseFiles.map(bytes)
    await store.close()
    return (files[0], files[1])
  }

  private func keptLogs(in folder: Folder) -> [String] {
    Files.names(in: folder.asides).filter { $0.hasPrefix("log-") }.map { "\(folder.asides)/\($0)" }
  }

  /// When a library of this fixture is opened, to the second, as its name has it.
  private var atOpening: Timestamp? { Timestamp(stamp: ManualSurroundings().now().stamp) }

  /// The frames with which a transaction ends, counted from 0.
  private func ends(_ log: [UInt8]) -> [Int] {
    (0..<(log.count - 32) / Self.frameSize).filter { frame in
      let offset = 32 + frame * Self.frameSize
      return log[offset + 4..<offset + 8].contains { $0 != 0 }
    }
  }

  private func isProven(_ log: [UInt8]) throws -> Bool {
    let path = fixture.path + "/log"
    write(log, to: path)
    return try DamagedLog.isProven(in: path)
  }

  private func flipped(_ log: [UInt8], _ frame: Int, _ offset: Int) -> [UInt8] {
    var log = log
    log[32 + frame * Self.frameSize + offset] ^= 0x10
    return log
  }

  @Test func `Damage before the last transaction is proven wherever in a frame it lies`() async throws {
    let log = try await killedLibrary().log
    let ends = ends(log)
    try #require(ends.count > 10)
    #expect(try !isProven(log))
    for end in ends.dropLast(2) {
      for offset in [0, 9, 18, 24, 2_000, 4_119] {
        #expect(try isProven(flipped(log, end, offset)), "\(end) \(offset)")
      }
    }
    for offset in 0..<32 {
      var head = log
      head[offset] ^= 0x10
      #expect(try isProven(head), "\(offset)")
    }
    #expect(try isProven([UInt8](repeating: 0, count: 4_096) + log[4_096...]))
    #expect(try !isProven([UInt8](repeating: 0, count: log.count)))
  }

  @Test func `A log that was cut off behind its head opens at once, for writing and for reading alone`() async throws {
    let log = try await killedLibrary().log
    let other = FolderFixture()
    let store = try await other.open()
    try await store.fill(messages: 5)
    await store.close()
    // Its index is that of the log before.
    #expect(Files.exists(other.folder.databaseFiles[2]))
    write(Array(log.prefix(32)), to: other.folder.databaseFiles[1])
    let view = geteuid() == 0 ? ReadOnlyView(of: other.home, at: other.path + "/view") : nil
    if let view {
      let readOnlyStore = try await SQLiteLibrary(at: view.path, surroundings: ManualSurroundings(), busyTimeout: .zero)
        .open()
      #expect(readOnlyStore.readOnly == .readOnly(path: view.path))
      #expect(try await readOnlyStore.messages().count == 5)
      #expect(try await readOnlyStore.verify() == [])
      await readOnlyStore.close()
    }
    let again = try await other.library(busyTimeout: .zero).open()
    #expect(try await again.messages().count == 5)
    try await again.write { store throws(StoreError) in try store.append(newMessage(6)) }
    #expect(try await again.verify() == [])
    await again.close()
    withExtendedLifetime(view) {}
  }

  @Test func `A torn end is no damage, wherever it is torn and whatever came to the disk after it`() async throws {
    let log = try await killedLibrary().log
    let ends = ends(log)
    let last = 32 + (ends[ends.count - 2] + 1) * Self.frameSize
    for cut in [0, 31, 32, 40, last - 1, last, last + 10, last + 3_000, log.count - 1] {
      #expect(try !isProven(Array(log.prefix(cut))), "\(cut)")
    }
    // The pages of the last transaction come to the disk in any order.
    for frame in ends[ends.count - 2] + 1..<(log.count - 32) / Self.frameSize {
      #expect(try !isProven(flipped(log, frame, 2_000)), "\(frame)")
    }
  }

  @Test func `What a transaction that was undone left behind is no damage`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 0)
    let connection = try fixture.connection()
    try connection.run("PRAGMA cache_size = 5")
    try connection.script("BEGIN IMMEDIATE")
    for number in 1...200 {
      try connection.run("INSERT INTO setting(key, value) VALUES (?, hex(zeroblob(2000)))", [.text("big\(number)")])
    }
    let spilled = Files.size(fixture.folder.databaseFiles[1]) ?? 0
    try connection.script("ROLLBACK")
    try await store.write { store throws(StoreError) in try store.append(newMessage(1)) }
    let log = bytes(of: fixture.folder.databaseFiles[1])
    // The next transaction lies over the beginning of the one that was undone.
    #expect(spilled > 100 * 4_096)
    #expect(log.count == spilled)
    #expect(try !isProven(log))
    await store.close()
  }

  @Test func `An opening keeps a damaged log, tells it once, and verify goes on to say so`() async throws {
    let (database, log) = try await killedLibrary()
    let ends = ends(log)
    let damaged = flipped(log, ends[5], 100)
    let other = FolderFixture()
    try other.folder.make()
    write(database, to: other.folder.database)
    write(damaged, to: other.folder.databaseFiles[1])

    let first = try await other.open()
    #expect(try await first.messages().count < 10)
    let kept = try #require(keptLogs(in: other.folder).first)
    #expect(bytes(of: kept) == damaged)
    let size = Int64(damaged.count)
    let told = Finding(
      isDamage: true, .damagedLog(SetAside(path: kept, since: atOpening, bytes: size)))
    #expect(first.remark == told)
    #expect(try await first.verify() == [told])
    await first.close()

    let second = try await other.open()
    #expect(second.remark == nil)
    #expect(keptLogs(in: other.folder) == [kept])
    #expect(try await second.verify() == [Finding(isDamage: false, told.what)])
    await second.close()
  }

  @Test func `A damaged log that cannot be kept is not written over, and what can be read is shown`() async throws {
    let (database, log) = try await killedLibrary()
    let damaged = flipped(log, ends(log)[5], 100)
    let other = FolderFixture()
    try other.folder.make()
    write(database, to: other.folder.database)
    write(damaged, to: other.folder.databaseFiles[1])
    symlink("/nowhere", other.folder.asides)

    let readOnlyStore = try await other.open()
    #expect(readOnlyStore.readOnly == StoreError(systemError: ELOOP, path: other.folder.asides))
    #expect(try await readOnlyStore.messages().count < 10)
    #expect(try await readOnlyStore.verify().contains { $0.isDamage && $0.kind == "damaged-log" })
    #expect(await error { try await other.library().repair() } == readOnlyStore.readOnly)
    #expect(bytes(of: other.folder.databaseFiles[1]) == damaged)

    // Who only looks does not hide it from the next one, who looks at the log only where he is alone.
    try other.waitUntilNobodyIsIn()
    await readOnlyStore.close()
    unlink(other.folder.asides)
    let writer = try await other.open()
    #expect(writer.readOnly == nil)
    #expect(try bytes(of: #require(keptLogs(in: other.folder).first)) == damaged)
    await writer.close()
  }

  @Test(.enabled(if: SmallDisk.canMount, "needs the right to mount"))
  func `Where a full disk takes no copy, a damaged log stays as it is, however often the library is opened`()
    async throws
  {
    let (database, log) = try await killedLibrary()
    let damaged = flipped(log, ends(log)[5], 100)
    let disk = try #require(SmallDisk(at: fixture.path + "/disk", megabytes: 32))
    let library = SQLiteLibrary(at: disk.path + "/home", surroundings: ManualSurroundings())
    await (try await library.open()).close()
    write(database, to: library.folder.database)
    write(damaged, to: library.folder.databaseFiles[1])
    disk.fill()
    let reserve = Reserve(path: library.folder.reserve)
    for _ in 1...4 {
      try fixture.waitUntilNobodyIsIn(library.folder)
      let store = try await library.open()
      guard case .diskFull = store.readOnly else {
        #expect(store.readOnly == nil)
        break
      }
      #expect(try await store.messages().count < 10)
      await store.close()
    }
    #expect(bytes(of: library.folder.databaseFiles[1]) == damaged)
    #expect(keptLogs(in: library.folder) == [])
    #expect(reserve.size >= Reserve.bytes / 2)
    unlink(disk.path + "/ballast")
    try fixture.waitUntilNobodyIsIn(library.folder)
    await (try await library.open()).close()
    #expect(try bytes(of: #require(keptLogs(in: library.folder).first)) == damaged)
  }

  @Test func `A repair tells of a damaged log that its own opening found`() async throws {
    let (database, log) = try await killedLibrary()
    let other = FolderFixture()
    try other.folder.make()
    write(database, to: other.folder.database)
    write(flipped(log, ends(log)[5], 100), to: other.folder.databaseFiles[1])
    let report = try await other.library().repair()
    #expect(report.findings.map(\.isDamage) == [true])
    #expect(report.findings.first?.kind == "damaged-log")
  }

  @Test func `A library whose process was killed opens without a word about its log`() async throws {
    let (database, log) = try await killedLibrary()
    let other = FolderFixture()
    try other.folder.make()
    write(database, to: other.folder.database)
    write(log, to: other.folder.databaseFiles[1])
    let store = try await other.open()
    #expect(try await store.messages().count == 10)
    #expect(store.remark == nil)
    #expect(try await store.verify() == [])
    await store.close()
  }
}
