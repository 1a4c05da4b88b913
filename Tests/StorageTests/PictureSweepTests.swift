import Domain
import Glibc
import Testing
import TestSupport

@testable import Storage

/// What crashes leave is put in order, and nothing is ever swept away for good.
@Suite(.timeLimit(.minutes(1)))
struct PictureSweepTests {
  let fixture = FolderFixture()
  let surroundings = ManualSurroundings()

  private func open() async throws -> SQLiteStore {
    let store = try await fixture.open(surroundings)
    if try await store.chat(1) == nil { try await store.fill(messages: 0) }
    return store
  }

  @Test func `A picture that nothing names is set aside after a day, and one that is named stays`() async throws {
    let store = try await open()
    try await store.put(1, 2, 3)
    try await store.append(1, showing: [attached(1)])
    try await store.setDraft(Draft(pictures: [attached(2)]))
    surroundings.advance(by: .seconds(86_400))
    #expect(try await store.sweepPictures() == 0)
    surroundings.advance(by: .seconds(1))
    await store.close()
    let next = try await open()
    #expect(try await next.sweepPictures() == 1)
    #expect([1, 2, 3].map(fixture.files) == [3, 3, 0])
    #expect([1, 2, 3].map(fixture.asides) == [0, 0, 3])
    #expect(Files.permissions(fixture.folder.pictureAsides) == 0o700)
    #expect(try await next.sweepPictures() == 0)
    #expect(try await next.verify() == [])
  }

  @Test func `What a killed process left unfinished goes with the next picture, and what lives stays`() async throws {
    let store = try await open()
    try await store.put(1)
    let left = fixture.folder.pictures + "/tmp-999999999-1"
    write([1, 2, 3], to: left)
    let living = try Files.new(in: fixture.folder.pictures, [4, 5], at: surroundings.now())
    try await store.put(2)
    #expect(!Files.exists(left))
    #expect(Files.names(in: fixture.folder.pictures).count { $0.hasPrefix("tmp-") } == 1)
    withExtendedLifetime(living) {}
  }

  @Test func `Adding a picture again makes it young, and a clock that went back makes none old`() async throws {
    let store = try await open()
    try await store.put(1, 2)
    await store.close()
    surroundings.advance(by: .seconds(80_000))
    let next = try await open()
    try await next.put(1)
    await next.close()
    surroundings.advance(by: .seconds(80_000))
    let last = try await open()
    #expect(try await last.sweepPictures() == 1)
    #expect([1, 2].map(fixture.files) == [3, 0])
    surroundings.advance(by: .seconds(-1_000_000))
    #expect(try await last.sweepPictures() == 0)
  }

  @Test func `A picture that this process has just added is not swept, however the clock jumps`() async throws {
    let store = try await open()
    try await store.put(1)
    surroundings.advance(by: .seconds(1_000_000))
    #expect(try await store.sweepPictures() == 0)
    try await store.append(1, showing: [attached(1)])
    #expect(fixture.files(1) == 3)
  }

  @Test func `What was set aside comes back when it is looked at, named or added again`() async throws {
    let store = try await open()
    try await store.put(1, 2, 3)
    await store.close()
    surroundings.advance(by: .seconds(90_000))
    let next = try await open()
    #expect(try await next.sweepPictures() == 3)
    #expect(try await next.pictures.bytes(of: hash(1), .thumbnail) == newPicture(1).thumbnail.bytes)
    try await next.append(1, showing: [attached(2)])
    try await next.put(3)
    #expect([1, 2, 3].map(fixture.files) == [3, 3, 3])
    #expect([1, 2, 3].map(fixture.asides) == [0, 0, 0])
  }

  @Test func `Deleting for ever also deletes what was set aside`() async throws {
    let store = try await open()
    try await store.put(1)
    try await store.append(1, showing: [attached(1)])
    try Files.makeFolder(fixture.folder.pictureAsides)
    for size in PictureSize.allCases {
      try Files.rename(fixture.folder.file(of: hash(1), size), to: fixture.folder.aside(of: hash(1), size))
    }
    #expect(try await store.verify() == [])
    try await store.write { store throws(StoreError) in try store.remove(messageID(1)) }
    #expect(fixture.files(1) + fixture.asides(1) == 0)
  }

  @Test func `When the database was set aside, its pictures wait for it, and come back with a backup`() async throws {
    let store = try await open()
    try await store.put(1, 2)
    try await store.append(1, showing: [attached(1)])
    try await store.append(2, showing: [attached(2)])
    let backup = try await store.backUp()
    await store.close()
    surroundings.advance(by: .seconds(90_000))
    let library = fixture.library(surroundings)
    try await library.startEmpty()
    let empty = try await library.open()
    #expect(try await empty.sweepPictures() == 2)
    #expect([1, 2].map(fixture.files) == [0, 0])
    await empty.close()

    try await library.restore(backup)
    let restored = try await library.open()
    #expect(try await restored.findingsNow() == [])
    #expect(try await restored.sweepPictures() == 0)
    for number in [1, 2] {
      #expect(try await restored.message(number)?.attachments == [attached(number)])
      #expect(try await restored.pictures.bytes(of: hash(number), .preview) == newPicture(number).preview.bytes)
      #expect(try await restored.pictures.bytes(of: hash(number), .full) == newPicture(number).full.bytes)
    }
    // The folder of the pictures is not taken for a database that was set aside.
    await restored.close()
    #expect(try await library.startEmpty() != fixture.folder.pictureAsides)
  }

  @Test func `Unfinished files of ended processes go, and those of living ones stay`() async throws {
    let store = try await open()
    try await store.put(1)
    let left = fixture.folder.pictures + "/tmp-1-1"
    write([1, 2, 3], to: left)
    let streaming = try Files.new(in: fixture.folder.pictures, [1], at: surroundings.now())
    #expect(fixture.allFiles().count { $0.hasPrefix("tmp-") } == 2)
    #expect(try await store.sweepPictures() == 0)
    #expect(!Files.exists(left))
    #expect(fixture.allFiles().count { $0.hasPrefix("tmp-") } == 1)
    withExtendedLifetime(streaming) {}
  }

  @Test func `A library with many pictures is swept whole`() async throws {
    let store = try await open()
    try await store.put(1)
    try await store.append(1, showing: [attached(1)])
    for digits in 0..<256 { mkdir(fixture.folder.pictures + "/" + PictureHash.digits(digits), 0o700) }
    let old = timespec(surroundings.now().advanced(by: .seconds(-90_000)))
    for number in 0..<2_000 {
      let hash = try #require(PictureHash(of: Array("\(number)".utf8)))
      let file = fixture.folder.file(of: hash, .full)
      write([1], to: file)
      utimensat(AT_FDCWD, file, [old, old], 0)
    }
    #expect(try await store.sweepPictures() == 2_000)
    #expect(fixture.allFiles().count == 3)
    #expect(Files.names(in: fixture.folder.pictureAsides).count == 2_000)
  }
}

extension PictureHash {
  fileprivate static func digits(_ byte: Int) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
