import Domain
import Glibc
import Testing
import TestSupport

@testable import Storage

@Suite(.timeLimit(.minutes(1)))
struct EncryptionTests {
  private let fixture = FolderFixture()
  private let key: LibraryKey

  init() throws { key = try #require(LibraryKey(bytes: (0..<32).map { UInt8($0) })) }

  private func library(_ key: LibraryKey?) -> SQLiteLibrary {
    SQLiteLibrary(at: fixture.home, key: key, surroundings: ManualSurroundings())
  }

  /// A library that was made with the key, closed, with two messages and a backup.
  private func make() async throws {
    mkdir(fixture.home, 0o700)
    write(Array("sotto-vault 1\n".utf8), to: fixture.folder.keys)
    let store = try await library(key).open()
    try await store.fill(messages: 2)
    try await store.backUp()
    await store.close()
  }

  private func contents() -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for file in fixture.folder.databaseFiles where Files.exists(file) { found[file] = bytes(of: file) }
    return found
  }

  @Test func `With its key a library opens, is checked, mended and gone back to like any other`() async throws {
    try await make()
    let head = bytes(of: fixture.folder.database).prefix(16)
    #expect(!head.elementsEqual(Inspection.magic))
    let store = try await library(key).open()
    #expect(try await store.messages().count == 2)
    #expect(try await store.verify() == [])
    try await store.write { store throws(StoreError) in try store.append(newMessage(3)) }
    await store.close()
    #expect(try await library(key).repair() == RepairReport(mended: [], aside: nil))
    let backup = try #require(try await library(key).backups().first)
    #expect(backup.isSound && backup.messages == 2)
    #expect(!bytes(of: backup.path).prefix(16).elementsEqual(Inspection.magic))
    try await library(key).restore(backup)
    let back = try await library(key).open()
    #expect(try await back.messages().count == 2)
    await back.close()
    try await library(key).startEmpty()
    #expect(!bytes(of: fixture.folder.database).prefix(16).elementsEqual(Inspection.magic))
  }

  @Test func `Without a key it needs one, whatever is asked, and nothing changes`() async throws {
    try await make()
    let before = contents()
    let locked = library(nil)
    #expect(locked.exists)
    let needsKey = StoreError.needsKey(path: fixture.home)
    #expect(await error { try await locked.open() } == needsKey)
    #expect(await error { try await locked.backups() } == needsKey)
    #expect(await error { try await locked.repair() } == needsKey)
    #expect(await error { try await locked.startEmpty() } == needsKey)
    let backup = try #require(try await library(key).backups().first)
    #expect(await error { try await locked.restore(backup) } == needsKey)
    #expect(contents() == before)
  }

  @Test func `A wrong key is said to be wrong, and the right one opens it afterwards`() async throws {
    try await make()
    let before = contents()
    let wrong = library(LibraryKey(bytes: Array(repeating: 7, count: 32)))
    let wrongKey = StoreError.wrongKey(path: fixture.folder.database)
    #expect(await error { try await wrong.open() } == wrongKey)
    #expect(await error { try await wrong.repair() } == wrongKey)
    guard case .wrongKey = await error({ try await wrong.backups() }) else {
      Issue.record("the backups were not refused")
      return
    }
    #expect(contents() == before)
    let store = try await library(key).open()
    #expect(try await store.messages().count == 2)
    await store.close()
  }

  @Test func `With messages in the log alone it opens with its key, and needs it`() async throws {
    try await make()
    // Not folded in.
    let store = try await library(key).open()
    try await store.write { store throws(StoreError) in try store.append(newMessage(3)) }
    await store.close(foldingIn: false)
    #expect(Files.size(fixture.folder.databaseFiles[1]) ?? 0 > 0)
    #expect(await error { try await library(nil).open() } == .needsKey(path: fixture.home))
    let again = try await library(key).open()
    #expect(try await again.messages().count == 3)
    await again.close()
  }

  @Test func `Noise without the mark is damage as ever, and a key is refused where nothing is encrypted`() async throws
  {
    let store = try await fixture.open()
    try await store.fill(messages: 1)
    await store.close()
    #expect(await error { try await library(key).open() } == .wrongKey(path: fixture.home))
    write((0..<8_192).map { UInt8(truncatingIfNeeded: $0 &* 31) }, to: fixture.folder.database)
    guard case .corrupt = await error({ try await library(nil).open() }) else {
      Issue.record("noise was not called damaged")
      return
    }
  }

  @Test func `A marked folder without a database gets no readable one`() async throws {
    mkdir(fixture.home, 0o700)
    write(Array("sotto-vault 1\n".utf8), to: fixture.folder.keys)
    #expect(await error { try await library(nil).open() } == .needsKey(path: fixture.home))
    #expect(!Files.exists(fixture.folder.database))
  }

  @Test func `A key is 32 bytes, and says nothing of itself`() {
    #expect(LibraryKey(bytes: [1, 2, 3]) == nil)
    #expect("\(key)" == "a key")
  }
}
