import Domain
import Testing
import TestSupport

@testable import Storage

@Suite(.timeLimit(.minutes(1)))
struct ChatTests {
  let fixture = FolderFixture()

  @Test func `A chat is read back as it was written`() async throws {
    let store = try await fixture.open()
    var chat = newChat(1, title: "Mumbai Trip 🏖", at: 5)
    chat.titleOrigin = .manual
    chat.lastActivityAt = time(9)
    chat.preview = Preview(text: "See you", sender: .agent)
    chat.unreadCount = 3
    chat.isPinned = true
    chat.trashedAt = time(12)
    let new = Chat(id: chatID(2), agent: "jarvis", createdAt: time(7), source: "demo")
    let written = chat
    try await store.write { store throws(StoreError) in
      try store.insert(written)
      try store.insert(new)
    }
    #expect(try await store.chat(1) == written)
    #expect(try await store.chat(2) == new)
    #expect(try await store.chat(3) == nil)
  }

  @Test func `Updating a chat leaves its count, tip and draft alone`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 3)
    try await store.write { store throws(StoreError) in
      try store.setDraft(Draft(text: "half a\n thought"), in: chatID(1))
      var chat = try store.chat(chatID(1))!
      chat.title = "Renamed"
      chat.messageCount = 99
      chat.draftPreview = "lies"
      try store.update(chat)
    }
    let chat = try #require(try await store.chat(1))
    #expect(chat.title == "Renamed")
    #expect(chat.messageCount == 3)
    #expect(chat.draftPreview == "half a thought")
    #expect(try await store.read { store throws(StoreError) in try store.tip(of: chatID(1))?.id } == messageID(3))
  }

  @Test func `A chat is shortened from its end and stays whole, but not to nothing`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 10)
    func shorten(by count: Int) async throws -> Bool {
      try await store.write { store throws(StoreError) in try store.shorten(chatID(1), by: count) }
    }
    #expect(try await shorten(by: 4))
    #expect(try await store.messages().map(\.id) == (1...6).map(messageID))
    #expect(try await store.chat(1)?.messageCount == 6)
    #expect(try await store.read { store throws(StoreError) in try store.tip(of: chatID(1))?.id } == messageID(6))
    #expect(try await store.verify() == [])
    #expect(try await !shorten(by: 6))
    #expect(try await store.messages().count == 6)
    #expect(
      await error { try await store.write { store throws(StoreError) in try store.shorten(chatID(2), by: 1) } }
        == .noSuchChat)
  }

  @Test func `Updating or removing a chat that is gone throws noSuchChat`() async throws {
    let store = try await fixture.open()
    #expect(
      await error { try await store.write { store throws(StoreError) in try store.update(newChat(1)) } } == .noSuchChat)
    #expect(
      await error { try await store.write { store throws(StoreError) in try store.remove(chatID(1)) } } == .noSuchChat)
    #expect(
      await error {
        try await store.write { store throws(StoreError) in try store.setDraft(Draft(text: "x"), in: chatID(1)) }
      } == .noSuchChat)
  }

  @Test func `Removing a chat leaves nothing of it in any table`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 200)
    try await store.fill(chat: 2, messages: 0)
    try await store.write { store throws(StoreError) in
      var message = newMessage(201, sender: .agent, state: .streaming)
      message.attachments = [Attachment(content: .drawing("lake"), width: 3, height: 2, alternative: "A lake")]
      try store.append(message)
      try store.appendText("more", to: message.id)
      try store.setDraft(Draft(text: "x"), in: chatID(1))
      try store.setAgentState("s", in: chatID(1))
      try store.setSettings(ChatSettings(instructions: "Briefly"), of: chatID(1))
      try store.remove(chatID(1))
    }
    await store.close()
    let connection = try fixture.connection()
    for table in ["message", "attachment", "reply_chunk", "draft", "agent_state", "chat_settings"] {
      #expect(try connection.number("SELECT count(*) FROM \(table)") == 0, "\(table)")
    }
    #expect(try connection.number("SELECT count(*) FROM chat") == 1)
  }

  @Test func `The list shows pinned chats first, then the newest activity, then the newest id`() async throws {
    let store = try await fixture.open()
    try await store.write { store throws(StoreError) in
      try store.insert(newChat(1, at: 10))
      try store.insert(newChat(2, at: 30))
      try store.insert(newChat(3, at: 5, pinned: true))
      try store.insert(newChat(4, at: 30))
      try store.insert(newChat(5, at: 7, pinned: true))
    }
    let chats = try await store.chats(ChatQuery(limit: 10))
    #expect(chats.map(\.id) == [5, 3, 4, 2, 1].map(chatID))
    #expect(chats == chats.sorted { $0.position < $1.position })
  }

  @Test func `Paging through a thousand chats, many of equal times, meets each once and in order`() async throws {
    let store = try await fixture.open()
    try await store.write { store throws(StoreError) in
      for number in 1...1_003 {
        try store.insert(newChat(number, at: Int64(number % 7), pinned: number % 100 == 0))
      }
    }
    var met: [Chat] = []
    while true {
      let page = try await store.chats(ChatQuery(after: met.last?.position, limit: 50))
      if page.isEmpty { break }
      met += page
    }
    #expect(met.count == 1_003)
    #expect(Set(met.map(\.id)).count == 1_003)
    #expect(met == met.sorted { $0.position < $1.position })
  }

  @Test func `The Trash is in the order of deletion and pages by position`() async throws {
    let store = try await fixture.open()
    try await store.write { store throws(StoreError) in
      for number in 1...9 {
        var chat = newChat(number, at: Int64(100 - number), pinned: number == 2)
        if number > 1 { chat.trashedAt = time(Int64(number / 2)) }
        try store.insert(chat)
      }
    }
    #expect(try await store.chats(ChatQuery(limit: 10)).map(\.id) == [chatID(1)])
    let first = try await store.chats(ChatQuery(location: .trash, limit: 3))
    let rest = try await store.chats(ChatQuery(location: .trash, after: first.last?.position, limit: 10))
    #expect((first + rest).map(\.id) == [9, 8, 7, 6, 5, 4, 3, 2].map(chatID))
    try await store.read { store throws(StoreError) in
      #expect(try store.chatCount(on: .list) == 1)
      #expect(try store.chatCount(on: .trash) == 8)
      #expect(try store.chats(trashedBefore: time(3), limit: 3) == [2, 3, 4].map(chatID))
    }
  }

  @Test func `Chats of a source are found in the list and in the Trash`() async throws {
    let store = try await fixture.open()
    try await store.write { store throws(StoreError) in
      var trashed = Chat(id: chatID(1), agent: "crew", createdAt: time(1), source: "demo")
      trashed.trashedAt = time(2)
      try store.insert(trashed)
      try store.insert(Chat(id: chatID(2), agent: "crew", createdAt: time(1), source: "demo"))
      try store.insert(newChat(3))
    }
    let found = try await store.read { store throws(StoreError) in try store.chats(from: "demo").map(\.id) }
    #expect(Set(found) == [chatID(1), chatID(2)])
  }

  @Test(arguments: [
    ("caf", ["Café Ångström", "CAFÉ AU LAIT"]), ("FÉ", ["Café Ångström", "CAFÉ AU LAIT"]),
    ("ANGSTROM", ["Café Ångström"]), ("strasse", ["Lange Straße"]), ("straße", ["Lange Straße"]),
    ("ανοιξη", ["Ελλάδα και ΆΝΟΙΞΗ Éa"]), ("東京", ["東京タワー"]), ("京タ", ["東京タワー"]), ("🏖", ["Beach 🏖️ days"]),
    ("100%", ["100% sure"]), ("%", ["100% sure"]), ("_", ["snake_case"]), ("'", ["it's"]), ("øre", ["Smørebrød"]),
    ("smore", ["Smørebrød"]), ("fe\u{301}", ["Café Ångström", "CAFÉ AU LAIT"]), ("zebra", []),
  ])
  func `The title filter finds whatever the case and accents`(wanted: String, titles: [String]) async throws {
    let all = [
      "Café Ångström", "CAFÉ AU LAIT", "Lange Straße", "Ελλάδα και ΆΝΟΙΞΗ Éa", "東京タワー", "Beach 🏖️ days",
      "100% sure", "snake_case", "it's", "Smørebrød", "1000 things",
    ]
    let store = try await fixture.open()
    try await store.write { store throws(StoreError) in
      for (number, title) in all.enumerated() { try store.insert(newChat(number, title: title)) }
    }
    let found = try await store.chats(ChatQuery(title: titled(wanted), limit: 20)).map(\.title)
    #expect(Set(found) == Set(titles))
  }

  @Test func `A chat without a title is found by what it is called before the user, and only so`() async throws {
    let store = try await fixture.open()
    try await store.write { store throws(StoreError) in
      try store.insert(Chat(id: chatID(1), agent: "crew", createdAt: time(1)))
      try store.insert(newChat(2, title: PictureMarks.line(1)))
      try store.insert(newChat(3, title: "Photos of a new chat"))
    }
    func found(_ part: String, untitled: String, _ picture: String) async throws -> Set<ChatID> {
      let title = TitleFilter(part: part, untitled: untitled, picture: picture)
      return Set(try await store.chats(ChatQuery(title: title, limit: 9)).map(\.id))
    }
    #expect(try await found("new", untitled: "New Chat", "Photo") == [chatID(1), chatID(3)])
    #expect(try await found("photo", untitled: "New Chat", "Photo") == [chatID(2), chatID(3)])
    #expect(try await found("gespräch", untitled: "Neues Gespräch", "Foto") == [chatID(1)])
    #expect(try await found("new", untitled: "", "") == [chatID(3)])
    let read = try await store.chats(ChatQuery(limit: 9))
    #expect(read.first { $0.id == chatID(1) }?.titleOrigin == .untitled)
    #expect(read.first { $0.id == chatID(2) }?.titleOrigin == .automatic)
  }

  @Test func `A filtered list pages in list order`() async throws {
    let store = try await fixture.open()
    try await store.write { store throws(StoreError) in
      for number in 1...300 {
        try store.insert(newChat(number, title: number % 3 == 0 ? "Élan \(number)" : "Other", at: Int64(number % 5)))
      }
    }
    var met: [Chat] = []
    while true {
      let page = try await store.chats(ChatQuery(title: titled("elan"), after: met.last?.position, limit: 7))
      if page.isEmpty { break }
      met += page
    }
    #expect(met.count == 100)
    #expect(met == met.sorted { $0.position < $1.position })
  }

  @Test func `A draft is kept, replaced and forgotten`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 0)
    func draft() async throws -> Draft? {
      try await store.read { store throws(StoreError) in try store.draft(in: chatID(1)) }
    }
    #expect(try await draft() == nil)
    for text in ["one", "two\n\n  lines and more", String(repeating: "long ", count: 1_000)] {
      try await store.write { store throws(StoreError) in try store.setDraft(Draft(text: text), in: chatID(1)) }
      #expect(try await draft() == Draft(text: text))
    }
    #expect(try await store.chat(1)!.draftPreview.count == Preview.limit)
    try await store.write { store throws(StoreError) in try store.setDraft(Draft(text: " \n"), in: chatID(1)) }
    #expect(try await draft() == nil)
    #expect(try await store.chat(1)!.draftPreview == "")
  }

  @Test func `Settings and agents' memories are kept and replaced`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 0)
    try await store.write { store throws(StoreError) in
      try store.setSetting("a", to: "1")
      try store.setSetting("a", to: "2")
      try store.setSetting("b", to: "")
      try store.setAgentState("old", in: chatID(1))
      try store.setAgentState("new", in: chatID(1))
    }
    try await store.read { store throws(StoreError) in
      #expect(try store.setting("a") == "2")
      #expect(try store.setting("b") == "")
      #expect(try store.agentState(in: chatID(1)) == "new")
      #expect(try store.agentState(in: chatID(2)) == nil)
    }
    try await store.write { store throws(StoreError) in try store.setSetting("a", to: nil) }
    #expect(try await store.read { store throws(StoreError) in try store.setting("a") } == nil)
  }

  @Test func `A write that throws leaves nothing behind`() async throws {
    let store = try await fixture.open()
    let thrown = await error {
      try await store.write { store throws(StoreError) in
        try store.insert(newChat(1))
        try store.setSetting("a", to: "1")
        throw .noSuchMessage
      }
    }
    #expect(thrown == .noSuchMessage)
    #expect(try await store.chat(1) == nil)
    #expect(try await store.read { store throws(StoreError) in try store.setting("a") } == nil)
  }

  @Test func `All is there after closing and opening again`() async throws {
    let first = try await fixture.open()
    try await first.fill(messages: 10)
    let before = try await first.messages()
    await first.close()
    let second = try await fixture.open()
    #expect(try await second.messages() == before)
    #expect(try await second.chat(1)?.messageCount == 10)
  }

  @Test func `A closed store refuses instead of crashing`() async throws {
    let store = try await fixture.open()
    await store.close()
    await store.close()
    #expect(await error { try await store.chat(1) } == .closed)
    #expect(await error { try await store.fill(messages: 0) } == .closed)
  }
}
