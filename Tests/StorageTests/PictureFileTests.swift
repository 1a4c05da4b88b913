import Domain
import Glibc
import Testing
import TestSupport

@testable import Storage

/// Pictures as files.
@Suite(.timeLimit(.minutes(1)))
struct PictureFileTests {
  let fixture = FolderFixture()

  @Test func `The hash is the SHA-256 of the bytes`() {
    #expect(
      PictureHash(of: Array("abc".utf8))?.description
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      PictureHash(of: [])?.description == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test func `A picture is kept in three files that are the user's alone, and read back`() async throws {
    // The mask is the process's: others would make their files with it, too.
    await #expect(processExitsWith: .success) {
      umask(0)
      let fixture = FolderFixture()
      let store = try await fixture.open()
      let picture = newPicture(1)
      let hash = try await store.pictures.put(picture)
      #expect(hash == PictureHash(of: picture.full.bytes))
      #expect(try await store.pictures.bytes(of: hash, .full) == picture.full.bytes)
      #expect(try await store.pictures.bytes(of: hash, .preview) == picture.preview.bytes)
      #expect(try await store.pictures.bytes(of: hash, .thumbnail) == picture.thumbnail.bytes)
      let name = hash.description
      let pictureFiles = "\(fixture.home)/pictures/\(name.prefix(2))"
      #expect(Files.names(in: pictureFiles) == [name, name + ".preview", name + ".thumbnail"])
      #expect(Files.names(in: fixture.folder.pictures) == [String(name.prefix(2))])
      for folder in [fixture.folder.pictures, pictureFiles] { #expect(Files.permissions(folder) == 0o700) }
      for file in Files.names(in: pictureFiles) { #expect(Files.permissions("\(pictureFiles)/\(file)") == 0o600) }
    }
  }

  @Test func `The same picture twice is stored once`() async throws {
    let store = try await fixture.open()
    let first = try await store.pictures.put(newPicture(1))
    let file = fixture.folder.file(of: first, .full)
    var before = stat()
    stat(file, &before)
    #expect(try await store.pictures.put(newPicture(1)) == first)
    var after = stat()
    stat(file, &after)
    #expect(before.st_ino == after.st_ino)
    #expect(fixture.allFiles().count == 3)
  }

  @Test func `Many that keep the same picture at once keep it once`() async throws {
    let store = try await fixture.open()
    let other = try await fixture.open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask { _ = try await (number % 2 == 0 ? store : other).pictures.put(newPicture(number % 4)) }
      }
      try await group.waitForAll()
    }
    #expect(fixture.allFiles().count == 12)
    for number in 0..<4 {
      #expect(try await store.pictures.bytes(of: hash(number), .full) == newPicture(number).full.bytes)
    }
  }

  @Test func `What is gone or is not what it is named for is not there`() async throws {
    let store = try await fixture.open()
    #expect(try await store.pictures.bytes(of: hash(1), .full) == nil)
    try await store.put(1)
    let file = fixture.folder.file(of: hash(1), .full)
    var damaged = bytes(of: file)
    damaged[1_000] ^= 1
    write(damaged, to: file)
    #expect(try await store.pictures.bytes(of: hash(1), .full) == nil)
    #expect(try await store.pictures.bytes(of: hash(1), .preview) != nil)
    write([], to: file)
    #expect(try await store.pictures.bytes(of: hash(1), .full) == nil)
    unlink(file)
    #expect(try await store.pictures.bytes(of: hash(1), .full) == nil)
  }

  @Test(arguments: PictureSize.allCases)
  func `Adding a picture again mends its files`(size: PictureSize) async throws {
    let store = try await fixture.open()
    try await store.put(1)
    let file = fixture.folder.file(of: hash(1), size)
    let full = bytes(of: file)
    for damaged in [nil, [], Array(full.dropLast())] {
      unlink(file)
      if let damaged { write(damaged, to: file) }
      try await store.put(1)
      #expect(bytes(of: file) == full)
    }
  }

  @Test(.enabled(if: SmallDisk.canMount, "needs the right to mount"))
  func `On a full disk a picture is refused, and nothing of it is left`() async throws {
    let disk = try #require(SmallDisk(at: fixture.path + "/disk", megabytes: 24))
    let store = try await SQLiteLibrary(at: disk.path + "/home", surroundings: ManualSurroundings()).open()
    try await store.put(1)
    disk.fill()
    let pictures = disk.path + "/home/pictures"
    // The small ones may still fit, the whole one does not.
    for size in [100_000, 3_000_000] {
      let refused = await error { try await store.pictures.put(newPicture(2, bytes: size)) }
      #expect(refused == .diskFull(path: pictures))
    }
    #expect(Files.names(in: pictures).allSatisfy { !$0.hasPrefix("tmp-") })
    unlink(disk.path + "/ballast")
    try await store.put(2)
    #expect(try await store.pictures.bytes(of: hash(2), .full) == newPicture(2).full.bytes)
  }

  @Test(arguments: [PictureSize.preview, .thumbnail])
  func `The whole file is never there before its smaller ones`(size: PictureSize) async throws {
    let store = try await fixture.open()
    let inTheWay = fixture.folder.file(of: hash(1), size)
    try Files.makeFolder(inTheWay)
    #expect(await error { try await store.put(1) } != nil)
    #expect(!Files.exists(fixture.folder.file(of: hash(1), .full)))
    #expect(fixture.allFiles().allSatisfy { !$0.hasPrefix("tmp-") })
    rmdir(inTheWay)
    try await store.put(1)
    #expect(fixture.files(1) == 3)
  }

  @Test func `Where the pictures cannot lie, keeping one says why`() async throws {
    let store = try await fixture.open()
    write([1], to: fixture.folder.pictures)
    #expect(
      await error { try await store.pictures.put(newPicture(1)) }
        == .cannotOpen(path: fixture.folder.pictureFiles(of: hash(1)), reason: .system("Not a directory")))
  }
}
