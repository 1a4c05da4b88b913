import Domain
import Glibc
import Testing
import TestSupport

@testable import Storage

/// Pictures without rows and rows without pictures are found.
@Suite(.timeLimit(.minutes(1)))
struct PictureVerificationTests {
  let fixture = FolderFixture()

  /// Chat 1 shows pictures 1 and 2, its draft picture 3.
  private func open() async throws -> SQLiteStore {
    let store = try await fixture.open()
    try await store.fill(messages: 0)
    try await store.put(1, 2, 3)
    try await store.append(1, showing: [attached(1), attached(2)])
    try await store.setDraft(Draft(pictures: [attached(3)]))
    #expect(try await store.verify() == [])
    return store
  }

  private func remark(_ what: Finding.What) -> Finding { Finding(isDamage: false, what) }
  private func damage(_ what: Finding.What) -> Finding { Finding(isDamage: true, what) }

  @Test func `A row whose file is missing is found, with its chat`() async throws {
    let store = try await open()
    unlink(fixture.folder.file(of: hash(3), .full))
    #expect(
      try await store.verify() == [damage(.missingPictures(count: 1, chat: "Chat 1"))])
    unlink(fixture.folder.file(of: hash(1), .full))
    #expect(
      try await store.verify() == [damage(.missingPictures(count: 2, chat: "Chat 1"))])
  }

  @Test func `Chats without a title are told apart`() async throws {
    let store = try await open()
    try await store.write { store throws(StoreError) in
      for number in 8...9 {
        try store.insert(Chat(id: chatID(number), agent: "crew", createdAt: time(1)))
        var message = newMessage(number, in: number)
        message.attachments = [attached(number - 7)]
        try store.append(message)
      }
    }
    for number in 1...2 { unlink(fixture.folder.file(of: hash(number), .full)) }
    #expect(
      try await store.verify() == [
        damage(.missingPictures(count: 1, chat: "")), damage(.missingPictures(count: 1, chat: "")),
        damage(.missingPictures(count: 2, chat: "Chat 1")),
      ])
  }

  @Test func `A file that is not what it is named for is found`() async throws {
    let store = try await open()
    let file = fixture.folder.file(of: hash(2), .full)
    write(Array(bytes(of: file).dropLast()), to: file)
    #expect(try await store.verify() == [damage(.damagedPicture(path: file))])
  }

  @Test func `A missing smaller copy is found, and mended by adding the picture again`() async throws {
    let store = try await open()
    unlink(fixture.folder.file(of: hash(1), .preview))
    unlink(fixture.folder.file(of: hash(2), .thumbnail))
    #expect(try await store.verify() == [remark(.missingCopies(count: 2))])
    try await store.put(1, 2)
    #expect(try await store.verify() == [])
  }

  @Test func `A repair is told as done where only a damaged smaller copy stays`() async throws {
    let store = try await open()
    await store.close()
    try fixture.connection().script("UPDATE message SET sender = 7")
    write([1], to: fixture.folder.file(of: hash(2), .thumbnail))
    let file = fixture.folder.file(of: hash(2), .full)
    unlink(file)
    mkdir(file, 0o700)
    let report = try await fixture.library().repair()
    #expect(report.aside != nil)
    #expect(report.findings.map(\.isDamage) == [false])
    #expect(report.findings.first?.kind == "kept-copies")
  }

  @Test(arguments: [PictureSize.preview, .thumbnail])
  func `A smaller copy that was cut off or emptied is found, and a repair takes it away`(size: PictureSize) async throws
  {
    let store = try await open()
    let file = fixture.folder.file(of: hash(2), size)
    let full = bytes(of: file)
    for damaged in [Array(full.dropLast(9)), Array(repeating: 0, count: full.count), []] {
      write(damaged, to: file)
      #expect(
        try await store.verify() == [remark(.damagedCopy(path: file))])
    }
    await store.close()
    #expect(
      try await fixture.library().repair().mended == [Mending(.damagedCopies, count: 1)])
    #expect(try await fixture.open().verify() == [remark(.missingCopies(count: 1))])
  }

  @Test func `Files that no row names are counted`() async throws {
    let store = try await open()
    try await store.put(4)
    let sizes = PictureSize.allCases.map { Int64(bytes(of: fixture.folder.file(of: hash(4), $0)).count) }
    #expect(try await store.verify() == [remark(.unreferencedPictures(count: 1, bytes: sizes.reduce(0, +)))])
  }

  @Test func `Strange files are found, and unfinished ones are not strange`() async throws {
    let store = try await open()
    let pictureFiles = fixture.folder.pictureFiles(of: hash(1))
    for path in [
      "\(fixture.folder.pictures)/letter.txt", "\(pictureFiles)/cat.jpg", "\(pictureFiles)/\(hash(1)).large",
    ] {
      write([1], to: path)
    }
    write([1], to: fixture.folder.pictures + "/tmp-1-1")
    #expect(
      Set(try await store.verify()) == [
        remark(.strangeFile(path: "\(fixture.folder.pictures)/letter.txt")),
        remark(.strangeFile(path: "\(pictureFiles)/cat.jpg")),
        remark(.strangeFile(path: "\(pictureFiles)/\(hash(1)).large")),
      ])
  }

  @Test func `Pictures that others could read are found`() async throws {
    let store = try await open()
    let file = fixture.folder.file(of: hash(1), .preview)
    chmod(fixture.folder.pictures, 0o755)
    chmod(file, 0o644)
    #expect(
      try await store.verify() == [
        remark(.openToOthers(path: fixture.folder.pictures, permissions: 0o755)),
        remark(.openToOthers(path: file, permissions: 0o644)),
      ])
  }
}
