import Domain
import Glibc
import TestSupport

@testable import Storage

/// Pictures of no decodable kind, but for their beginning and end: nothing in the store decodes.
func newPicture(_ number: Int, bytes count: Int = 3_000) -> PreparedPicture {
  func file(_ size: Int, _ salt: UInt8) -> PictureFile {
    let chance = ManualSurroundings(seed: UInt64(number))
    var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, salt]
    while bytes.count < size { withUnsafeBytes(of: chance.random()) { bytes += $0 } }
    return PictureFile(bytes: Array(bytes.prefix(size - 2)) + [0xFF, 0xD9], format: .jpeg)
  }
  return PreparedPicture(full: file(count, 1), preview: file(600, 2), thumbnail: file(80, 3), width: 40, height: 30)
}

/// The attachment that shows this picture, in the library or not.
func attached(_ picture: PreparedPicture, _ alternative: String = "A fox") -> Attachment {
  let kept = KeptPicture(
    hash: PictureHash(of: picture.full.bytes)!, format: picture.full.format, bytes: Int64(picture.full.bytes.count))
  return Attachment(content: .kept(kept), width: picture.width, height: picture.height, alternative: alternative)
}

func attached(_ number: Int) -> Attachment { attached(newPicture(number)) }

func hash(_ number: Int) -> PictureHash { PictureHash(of: newPicture(number).full.bytes)! }

func newMessage(_ number: Int, in chat: Int = 1, showing pictures: [Attachment]) -> Message {
  var message = newMessage(number, in: chat)
  message.attachments = pictures
  return message
}

extension SQLiteStore {
  /// Puts the pictures with these numbers.
  func put(_ numbers: Int...) async throws {
    for number in numbers { _ = try await pictures.put(newPicture(number)) }
  }

  func append(_ number: Int, in chat: Int = 1, showing pictures: [Attachment]) async throws {
    try await write { store throws(StoreError) in
      try store.append(newMessage(number, in: chat, showing: pictures))
    }
  }

  func setDraft(_ draft: Draft, in chat: Int = 1) async throws {
    try await write { store throws(StoreError) in try store.setDraft(draft, in: chatID(chat)) }
  }

  func draft(in chat: Int = 1) async throws -> Draft? {
    try await read { store throws(StoreError) in try store.draft(in: chatID(chat)) }
  }

  func pictures(_ page: PicturePage, in chat: Int = 1) async throws -> [ChatPicture] {
    try await read { store throws(StoreError) in try store.pictures(in: chatID(chat), page) }
  }
}

extension FolderFixture {
  /// How many files there are of the picture with this number.
  func files(_ number: Int) -> Int {
    PictureSize.allCases.count { Files.exists(folder.file(of: hash(number), $0)) }
  }

  /// How many files of it lie set aside.
  func asides(_ number: Int) -> Int {
    PictureSize.allCases.count { Files.exists(folder.aside(of: hash(number), $0)) }
  }

  /// All files beneath the pictures' folder.
  func allFiles() -> [String] {
    Files.names(in: folder.pictures).flatMap { name in
      let inner = Files.names(in: "\(folder.pictures)/\(name)")
      return inner.isEmpty && name.hasPrefix("tmp-") ? [name] : inner
    }
  }
}
