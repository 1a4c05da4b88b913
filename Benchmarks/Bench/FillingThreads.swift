import Domain
import FoundationEssentials
import Sotto
import Storage

/// A library that opens with a long chat: every message has a picture of its own, or none has one.
func fillThread(at path: String, messages count: Int, withPictures: Bool) async throws {
  let pictures = withPictures ? try await distinctPictures(count, into: path) : []
  let (store, service) = try await openLibrary(path)
  let surroundings = SystemSurroundings()
  let now = surroundings.now()
  var maker = TextMaker()
  // Some more chats, so that the list beside it is as wide and as high.
  for index in 0..<20 {
    _ = try await addChat(
      titled: "Chat \(index + 1)", messages: 2, at: now.advanced(by: .seconds((index - 30) * 60)), to: store,
      surroundings, maker)
  }
  let id = try await addChat(titled: "Long", messages: 0, at: now, to: store, surroundings, maker)
  guard var chat = try await service.chat(id) else { throw Trouble("the chat is not there") }
  let texts = (0..<count).map { maker.message($0 % 2 == 0 ? .user : .agent) }
  var done = 0
  var last: MessageID?
  while done < count {
    let part = done..<min(count, done + 100)
    let parent = last
    last = try await store.write { store throws(StoreError) -> MessageID? in
      var parent = parent
      for index in part {
        let message = Message(
          id: surroundings.newID(), chat: id, parent: parent, sequence: Int64(index + 1),
          sender: index % 2 == 0 ? .user : .agent, text: withPictures ? "Picture \(index + 1)" : texts[index],
          attachments: withPictures ? [pictures[index]] : [],
          createdAt: now.advanced(by: .seconds((index - count) * 60)))
        try store.append(message)
        parent = message.id
      }
      return parent
    }
    done = part.upperBound
  }
  chat.messageCount = count
  chat.preview = Preview(text: withPictures ? "Picture \(count)" : texts[count - 1], sender: .agent)
  let changed = chat
  try await store.write { store throws(StoreError) in try store.update(changed) }
  try await service.changeSettings {
    $0.isWelcomed = true
    $0.hadDemo = true
    $0.lastChat = id
  }
  try await store.backUp()
  await store.close()
  print("\(count) messages\(withPictures ? " with a picture each" : "") in \(path)")
}

/// Pictures of 1200 × 900 pixels in the library. Some dozen are taken in as the app does it; the others are those with
/// another comment in the file, for a few thousand would take minutes.
private func distinctPictures(_ count: Int, into path: String) async throws -> [Attachment] {
  let real = try await withFolder { folder in
    let photo = try Photo(width: 900, height: 1_200, in: folder)
    let open = try await Composition(home: path, environment: [:]).open()
    var real: [Attachment] = []
    for number in 0..<50 {
      real.append(try await open.service.pictures.add(.bytes(photo.variant(number), name: "Photo")))
    }
    await open.library.close()
    return real
  }
  let (store, _) = try await openLibrary(path)
  var all = real
  for number in real.count..<max(count, real.count) {
    var picture = real[number % real.count]
    guard case .kept(let source) = picture.content else { throw Trouble("a picture was not kept") }
    func copy(_ size: PictureSize) async throws -> PictureFile {
      guard let bytes = try await store.pictures.bytes(of: source.hash, size) else {
        throw Trouble("a picture is gone")
      }
      return PictureFile(bytes: bytes[..<2] + comment(number) + bytes[2...], format: .jpeg)
    }
    let full = try await copy(.full)
    let prepared = PreparedPicture(
      full: full, preview: try await copy(.preview), thumbnail: try await copy(.thumbnail), width: picture.width,
      height: picture.height)
    let hash = try await store.pictures.put(prepared)
    picture.content = .kept(KeptPicture(hash: hash, format: .jpeg, bytes: Int64(full.bytes.count)))
    all.append(picture)
  }
  await store.close()
  return all
}

/// A segment of a JPEG that no decoder looks at.
private func comment(_ number: Int) -> [UInt8] {
  let text = Array("\(number)".utf8)
  return [0xFF, 0xFE, 0, UInt8(text.count + 2)] + text
}
