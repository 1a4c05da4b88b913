import Domain
import Glibc
import TestSupport
import Testing

@testable import Storage

/// Links and pipes in the folder: nothing is written through the ones, and nothing waits for the others.
@Suite(.timeLimit(.minutes(1)))
struct LinkTests {
  let ground = Ground()
  private var target: String { ground.path + "/target" }

  private func isLink(_ path: String) -> StoreError {
    .cannotOpen(path: path, reason: "it is a link, and Sotto follows no links in its folder")
  }
  private func isPipe(_ path: String) -> StoreError {
    .cannotOpen(path: path, reason: "it is a pipe or a device, and no file")
  }

  private func closedHouse() async throws -> House {
    let store = try await ground.open()
    try await store.fill(messages: 3)
    try await store.backUp()
    await store.close()
    return ground.house()
  }

  @Test(arguments: ["sotto.db", "sotto.db-wal", "sotto.db-shm", "run/notify", "run/house.lock"])
  func `A link in place of a file is refused by its name, and what it leads to stays`(name: String) async throws {
    let house = try await closedHouse()
    let path = "\(ground.home)/\(name)"
    unlink(path)
    write([1, 2, 3], to: target)
    chmod(target, 0o644)
    symlink(target, path)
    #expect(await error { try await house.open() } == isLink(path))
    #expect(bytes(of: target) == [1, 2, 3])
    #expect(Files.permissions(target) == 0o644)
  }

  @Test(arguments: ["sotto.db", "sotto.db-wal", "sotto.db-shm", "run/notify", "run/house.lock"])
  func `A pipe in place of a file is refused by its name and not waited for`(name: String) async throws {
    let house = try await closedHouse()
    let path = "\(ground.home)/\(name)"
    unlink(path)
    mkfifo(path, 0o600)
    #expect(await error { try await house.open() } == isPipe(path))
  }

  @Test func `A link or a pipe in place of the reserve is left alone`() async throws {
    let house = try await closedHouse()
    write([1, 2, 3], to: target)
    unlink(ground.folder.reserve)
    symlink(target, ground.folder.reserve)
    let store = try await house.open()
    #expect(bytes(of: target) == [1, 2, 3])
    #expect(
      try await store.verify()
        == [
          Finding(
            isDamage: false, sentence: "\(ground.folder.reserve) is a link; Sotto follows no links in its folder.")
        ])
    await store.close()
    unlink(ground.folder.reserve)
    mkfifo(ground.folder.reserve, 0o600)
    await (try await house.open()).close()
  }

  @Test func `A second name of the reserve's file does not make that file grow`() async throws {
    let house = try await closedHouse()
    write([1, 2, 3], to: target)
    unlink(ground.folder.reserve)
    link(target, ground.folder.reserve)
    await (try await house.open()).close()
    #expect(bytes(of: target) == [1, 2, 3])
  }

  @Test func `Going back writes through no link`() async throws {
    let house = try await closedHouse()
    write([1, 2, 3], to: target)
    let copy = ground.folder.restored + ".copy"
    symlink(target, copy)
    let backup = try #require(try await house.backups().first)
    #expect(await error { try await house.restore(backup) } == isLink(copy))
    #expect(bytes(of: target) == [1, 2, 3])
  }

  @Test func `Folders that are links are refused where something would be written into them`() async throws {
    let house = try await closedHouse()
    mkdir(target, 0o755)
    removeAll(ground.folder.backups)
    for path in [ground.folder.backups, ground.folder.asides, ground.folder.pictures] { symlink(target, path) }
    let store = try await house.open()
    #expect(await error { try await store.backUp() } == isLink(ground.folder.backups))
    #expect(await error { try await store.pictures.put(newPicture(1)) } == isLink(ground.folder.pictures))
    await store.close()
    #expect(await error { try await house.startEmpty() } == isLink(ground.folder.asides))
    rename(ground.folder.run, ground.folder.run + "-old")
    symlink(target, ground.folder.run)
    #expect(await error { try await house.open() } == isLink(ground.folder.run))
    #expect(Files.permissions(target) == 0o755)
    #expect(Files.names(in: target) == [])
  }

  @Test func `The house itself may be a link to another disk, but to a place that is there`() async throws {
    mkdir(target, 0o700)
    symlink(target, ground.home)
    let store = try await ground.open()
    try await store.fill(messages: 1)
    await store.close()
    #expect(Files.exists(target + "/sotto.db"))
    unlink(ground.home)
    symlink(ground.path + "/nowhere", ground.home)
    #expect(await error { try await ground.house().open() } == isLink(ground.home))
  }

  @Test(.enabled(if: geteuid() == 0, "needs a folder of another user"))
  func `A folder of another user that everybody may change is refused`() async throws {
    _ = try await closedHouse()
    chown(ground.home, 65_534, 65_534)
    chmod(ground.home, 0o777)
    #expect(
      await error { try await ground.house().open() }
        == .cannotOpen(path: ground.home, reason: "it belongs to another user, and everybody may write to it"))
    chmod(ground.home, 0o700)
    await (try await ground.open()).close()
  }
}
