import Domain
import FoundationEssentials
import Sotto
import Storage

/// What the messages of a long chat are.
enum ThreadContent: String {
  case texts
  /// Every message has a picture of its own.
  case pictures
  /// Answers of 3.4 KB in Markdown.
  case answers
  /// The words of those, without any marks.
  case plain
}

/// A library that opens with a long chat.
func fillThread(at path: String, messages count: Int, of content: ThreadContent) async throws {
  let withPictures = content == .pictures
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
  var answers = AnswerMaker()
  let texts = (0..<count).map { index in
    switch content {
    case .pictures: "Picture \(index + 1)"
    case .texts: maker.message(index % 2 == 0 ? .user : .agent)
    case .answers: answers.answer(bytes: 3_400)
    case .plain: plainWords(of: answers.answer(bytes: 3_400))
    }
  }
  // What people type is shown as they typed it.
  let isAnswers = content == .answers || content == .plain
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
          sender: index % 2 == 0 && !isAnswers ? .user : .agent, text: texts[index],
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
  chat.preview = Preview(text: String((texts.last ?? "").prefix(100)), sender: .agent)
  let changed = chat
  try await store.write { store throws(StoreError) in try store.update(changed) }
  try await service.changeSettings {
    $0.isWelcomed = true
    $0.hadDemo = true
    $0.lastChat = id
  }
  try await store.backUp()
  await store.close()
  print("\(count) messages (\(content.rawValue)) in \(path)")
}

/// The words of an answer, in paragraphs.
private func plainWords(of answer: String) -> String {
  let paragraphs = answer.split(separator: "\n\n").map { part in
    part.split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
  }
  return paragraphs.joined(separator: "\n\n")
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
