import Domain
import Sotto
import Storage

/// A library that opens with a chat of short messages; with a shape, one long message of it comes last.
func fillLong(at path: String, shape: String?, bytes: Int) async throws {
  let (store, service) = try await openLibrary(path)
  let surroundings = SystemSurroundings()
  let now = surroundings.now()
  let maker = TextMaker()
  for index in 0..<12 {
    _ = try await addChat(
      titled: "Chat \(index + 1)", messages: 2, at: now.advanced(by: .seconds((index - 30) * 60)), to: store,
      surroundings, maker)
  }
  let id = try await addChat(titled: "Long", messages: 40, at: now, to: store, surroundings, maker)
  if let shape {
    let text = try longText(shape, bytes: bytes)
    let last = try await service.messages(in: id, .newest(limit: 1)).last
    guard var chat = try await service.chat(id), let last else { throw Trouble("the chat is not there") }
    let message = Message(
      id: surroundings.newID(), chat: id, parent: last.id, sequence: last.sequence + 1, sender: .user, text: text,
      createdAt: now)
    chat.messageCount += 1
    chat.preview = Preview(of: message)
    let changed = chat
    try await store.write { store throws(StoreError) in
      try store.append(message)
      try store.update(changed)
    }
  }
  try await service.changeSettings {
    $0.isWelcomed = true
    $0.hadDemo = true
    $0.lastChat = id
  }
  await store.close()
}

/// Texts that are hard to lay out.
private func longText(_ shape: String, bytes: Int) throws -> String {
  let unit: String
  switch shape {
  case "word": unit = "x"
  case "lines": unit = "abcdefghijklmnopqrstuvwxyz1\n"
  case "base64":
    var chance = TextMaker()
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    return String((0..<bytes).map { _ in letters[chance.next(64)] })
  case "prose": unit = "the quick brown fox jumps over the lazy dog while it rains "
  case "scripts":
    unit = """
      Latin \u{202B}עברית \u{2067}العربية \u{2066}Ελληνικά \u{2068}русский 漢字かな हिन्दी ไทย 한국어 👩‍👩‍👧‍👦🇩🇪 \
      e\u{301}\u{302} \u{2069}\u{2069}\u{2069}\u{202C}
      """ + " "
  default: throw Trouble("there is no shape “\(shape)”: word, lines, base64, prose, scripts")
  }
  return String(repeating: unit, count: bytes / unit.utf8.count)
}
