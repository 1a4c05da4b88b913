import Domain
import Glibc
import TestSupport
import Testing

@testable import Storage

/// Links and pipes in the folder: nothing is written through the ones, and nothing waits for the others.
@Suite(.timeLimit(.minutes(1)))
struct LinkTests {
  let fixture = FolderFixture()
  private var target: String { fixture.path + "/target" }

  private func isLink(_ path: String) -> StoreError {
    .cannotOpen(path: path, reason: .link)
  }
  private func isPipe(_ path: String) -> StoreError {
    .cannotOpen(path: path, reason: .noFile)
  }

  private func closedLibrary() async throws -> SQLiteLibrary {
    let store = try await fixture.open()
    try await store.fill(messages: 3)
    try await store.backUp()
    await store.close()
    return fixture.library()
  }

  @Test(arguments: ["sotto.db", "sotto.db-wal", "sotto.db-shm", "run/notify", "run/library.lock"])
  func `A link in place of a file is refused by its name, and what it leads to stays`(name: String) async throws {
    let library = try await closedLibrary()
    let path = "\(fixture.home)/\(name)"
    unlink(path)
    write([1, 2, 3], to: target)
    chmod(target, 0o644)
    symlink(target, path)
    #expect(await error { try await library.open() } == isLink(path))
    #expect(bytes(of: target) == [1, 2, 3])
    #expect(Files.permissions(target) == 0o644)
  }

  @Test(arguments: ["sotto.db", "sotto.db-wal", "sotto.db-shm", "run/notify", "run/library.lock"])
  func `A pipe in place of a file is refused by its name and not waited for`(name: String) async throws {
    let library = try await closedLibrary()
    let path = "\(fixture.home)/\(name)"
    unlink(path)
    mkfifo(path, 0o600)
    #expect(await error { try await library.open() } == isPipe(path))
  }

  @Test func `A link or a pipe in place of the reserve is left alone`() async throws {
    let library = try await closedLibrary()
    write([1, 2, 3], to: target)
    unlink(fixture.folder.reserve)
    symlink(target, fixture.folder.reserve)
    let store = try await library.open()
    #expect(bytes(of: target) == [1, 2, 3])
    #expect(
      try await store.verify()
        == [
          Finding(isDamage: false, .link(path: fixture.folder.reserve))
        ])
    await store.close()
    unlink(fixture.folder.reserve)
    mkfifo(fixture.folder.reserve, 0o600)
    await (try await library.open()).close()
  }

  @Test func `A second name of the reserve's file does not make that file grow`() async throws {
    let library = try await closedLibrary()
    write([1, 2, 3], to: target)
    unlink(fixture.folder.reserve)
    link(target, fixture.folder.reserve)
    await (try await library.open()).close()
    #expect(bytes(of: target) == [1, 2, 3])
  }

  @Test func `Going back writes through no link`() async throws {
    let library = try await closedLibrary()
    write([1, 2, 3], to: target)
    let copy = fixture.folder.restored + ".copy"
    symlink(target, copy)
    let backup = try #require(try await library.backups().first)
    #expect(await error { try await library.restore(backup) } == isLink(copy))
    #expect(bytes(of: target) == [1, 2, 3])
  }

  @Test func `Folders that are links are refused where something would be written into them`() async throws {
    let library = try await closedLibrary()
    mkdir(target, 0o755)
    removeAll(fixture.folder.backups)
    for path in [fixture.folder.backups, fixture.folder.asides, fixture.folder.pictures] { symlink(target, path) }
    let store = try await library.open()
    #expect(await error { try await store.backUp() } == isLink(fixture.folder.backups))
    #expect(await error { try await store.pictures.put(newPicture(1)) } == isLink(fixture.folder.pictures))
    await store.close()
    #expect(await error { try await library.startEmpty() } == isLink(fixture.folder.asides))
    rename(fixture.folder.run, fixture.folder.run + "-old")
    symlink(target, fixture.folder.run)
    #expect(await error { try await library.open() } == isLink(fixture.folder.run))
    #expect(Files.permissions(target) == 0o755)
    #expect(Files.names(in: target) == [])
  }

  @Test func `The library itself may be a link to another disk, but to a place that is there`() async throws {
    mkdir(target, 0o700)
    symlink(target, fixture.home)
    let store = try await fixture.open()
    try await store.fill(messages: 1)
    await store.close()
    #expect(Files.exists(target + "/sotto.db"))
    unlink(fixture.home)
    symlink(fixture.path + "/nowhere", fixture.home)
    #expect(
      await error { try await fixture.library().open() } == StoreError(systemError: ENOENT, path: fixture.home))
  }

  @Test(.enabled(if: geteuid() == 0, "needs a folder of another user"))
  func `A folder of another user that everybody may change is refused`() async throws {
    _ = try await closedLibrary()
    chown(fixture.home, 65_534, 65_534)
    chmod(fixture.home, 0o777)
    #expect(
      await error { try await fixture.library().open() }
        == .cannotOpen(path: fixture.home, reason: .ownedByAnother))
    chmod(fixture.home, 0o700)
    await (try await fixture.open()).close()
  }
}
