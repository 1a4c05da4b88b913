import Domain
import Sotto
import Storage

/// Texts as long as people's (about 60 characters) and agents' (about 350), from a small vocabulary.
struct TextMaker {
  private var state: UInt64 = 42
  private static let words = [
    "the", "harbour", "train", "leaves", "at", "dawn", "and", "we", "should", "bring", "water", "for", "long", "walk",
    "over", "hills", "where", "old", "stones", "mark", "path", "tomorrow", "maybe", "rain", "comes", "but", "garden",
    "needs", "it", "so", "nobody", "minds", "flight", "hotel", "ticket", "window", "seat", "budget", "list", "recipe",
  ]

  mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  mutating func text(words count: Int) -> String {
    var text = ""
    for _ in 0..<count {
      if !text.isEmpty { text += " " }
      text += Self.words[next(Self.words.count)]
    }
    return text
  }

  mutating func message(_ sender: Sender) -> String {
    text(words: sender == .user ? 5 + next(15) : 30 + next(80))
  }
}

/// Adds a chat of so many messages, a few thousand in a transaction.
func addChat(
  titled title: String, messages count: Int, at time: Timestamp, to store: SQLiteStore,
  _ surroundings: SystemSurroundings, _ maker: TextMaker
) async throws -> ChatID {
  var chat = Chat(id: surroundings.newID(), agent: "crew", createdAt: time)
  chat.title = title
  chat.titleOrigin = .manual
  chat.lastActivityAt = time
  let new = chat
  try await store.write { store throws(StoreError) in try store.insert(new) }
  var done = 0
  var last: MessageID?
  while done < count {
    let start = done
    let end = min(count, done + 5_000)
    let parent = last
    let seed = maker
    last = try await store.write { store throws(StoreError) -> MessageID? in
      var maker = seed
      var parent = parent
      var newest: Message?
      for index in start..<end {
        let sender: Sender = index % 2 == 0 ? .user : .agent
        let message = Message(
          id: surroundings.newID(), chat: new.id, parent: parent, sequence: Int64(index + 1), sender: sender,
          text: maker.message(sender), createdAt: time.advanced(by: .seconds(index - count)))
        try store.append(message)
        parent = message.id
        newest = message
      }
      if let newest, end == count {
        var chat = new
        chat.preview = Preview(of: newest)
        try store.update(chat)
      }
      return parent
    }
    done = end
  }
  return new.id
}

/// The library of the start-up measurement.
func fillLibrary(at path: String, chats: Int, messages: Int) async throws {
  let (store, service) = try await openLibrary(path)
  let surroundings = SystemSurroundings()
  try await service.changeSettings {
    $0.isWelcomed = true
    $0.hadDemo = true
  }
  var maker = TextMaker()
  let now = surroundings.now()
  // Many chats in one transaction: one transaction each would take an hour.
  let perChat = messages / chats
  var made = 0
  while made < chats {
    let start = made
    let end = min(chats, made + 100)
    let seed = maker
    maker = try await store.write { store throws(StoreError) -> TextMaker in
      var maker = seed
      for index in start..<end {
        let time = now.advanced(by: .seconds((index - chats) * 60))
        var chat = Chat(id: surroundings.newID(), agent: "crew", createdAt: time)
        chat.title = "Chat \(index + 1) about \(maker.text(words: 2))"
        chat.titleOrigin = .manual
        chat.lastActivityAt = time
        try store.insert(chat)
        var parent: MessageID?
        for index in 0..<perChat {
          let sender: Sender = index % 2 == 0 ? .user : .agent
          let message = Message(
            id: surroundings.newID(), chat: chat.id, parent: parent, sequence: Int64(index + 1), sender: sender,
            text: maker.message(sender), createdAt: time.advanced(by: .seconds(index - perChat)))
          try store.append(message)
          parent = message.id
          if index == perChat - 1 { chat.preview = Preview(of: message) }
        }
        try store.update(chat)
      }
      return maker
    }
    made = end
  }
  // The day's backup, so that what is measured is a start like most.
  try await store.backUp()
  await store.close()
  print("\(chats) chats, \(perChat * chats) messages in \(path)")
}
