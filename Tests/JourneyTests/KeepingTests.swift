import Domain
import Storage
import TestLibrary
import TestSupport
import Testing

/// Drafts, the Trash, the demo and settings.
@Suite(.timeLimit(.minutes(1)))
struct KeepingTests {
  @Test func `A new chat is kept with its first words and forgotten with its last`() async throws {
    let library = try await TestLibrary()
    let chat = library.service.newChat(agent: "puppet")
    try await library.service.saveDraft(Draft(text: "  "), in: chat.id, new: chat)
    #expect(try await library.service.chat(chat.id) == nil)
    try await library.service.saveDraft(Draft(text: "Dear"), in: chat.id, new: chat)
    #expect(try await library.service.chat(chat.id)?.draftPreview == "Dear")
    try await library.service.saveDraft(Draft(text: ""), in: chat.id, new: chat)
    #expect(try await library.service.chat(chat.id) == nil)
  }

  @Test func `A draft stays with its chat until it is sent`() async throws {
    let library = try await TestLibrary()
    library.puppet.answers(.never)
    let one = try await library.chat(titled: "One", messages: 2)
    let two = try await library.chat(titled: "Two", messages: 2)
    try await library.service.saveDraft(Draft(text: "for one"), in: one.id)
    try await library.service.saveDraft(Draft(text: "for two"), in: two.id)
    _ = try await library.service.send("sent", in: one.id, draft: Draft(text: "for one"))
    #expect(try await library.service.draft(in: one.id).text == "")
    #expect(try await library.service.draft(in: two.id).text == "for two")
  }

  @Test func `The Trash forgets a chat after thirty days and not before`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 2)
    try await library.service.moveToTrash(chat.id)
    library.surroundings.advance(by: .seconds(29 * 86_400))
    try await library.service.start()
    #expect(try await library.service.chat(chat.id) != nil)
    library.surroundings.advance(by: .seconds(86_401))
    try await library.service.start()
    #expect(try await library.service.chat(chat.id) == nil)
  }

  @Test func `A long chat goes step by step, and what an interruption leaves goes with the next start`() async throws {
    let library = try await TestLibrary()
    let long = try await library.chat(titled: "Long", messages: 700)
    let other = try await library.chat(titled: "Other", messages: 2)
    library.failing.failWrites(with: .diskFull(path: "/"), after: 2)
    await #expect(throws: StoreError.self) { try await library.service.deleteForEver(long.id) }
    let left = try #require(try await library.service.chat(long.id))
    #expect(left.trashedAt != nil)
    #expect(left.messageCount == 200)
    #expect(try await library.store.verify() == [])
    library.failing.failWrites(with: nil)
    try await library.service.start()
    #expect(try await library.service.chat(long.id) == nil)
    #expect(try await library.saved(in: other.id).count == 2)
  }

  @Test func `The Trash is emptied whatever lies in it`() async throws {
    let library = try await TestLibrary()
    for count in [600, 3, 260, 1] {
      try await library.service.moveToTrash(library.chat(titled: "Of \(count)", messages: count).id)
    }
    let kept = try await library.chat(titled: "Kept", messages: 2)
    try await library.service.emptyTrash()
    #expect(try await library.service.chats(ChatQuery(location: .trash, limit: 9)).isEmpty)
    #expect(try await library.service.chats(ChatQuery(limit: 9)).map(\.id) == [kept.id])
    #expect(try await library.store.verify() == [])
  }

  @Test func `The demo comes once, and goes in one action but for chats the user wrote in`() async throws {
    let library = try await TestLibrary()
    let demo = ["Mumbai Trip", "Soup"].map { title in
      DemoChat(
        title: title, agent: "puppet",
        lines: (1...10).map {
          .init(sender: $0 % 2 == 1 ? .user : .agent, text: "\(title) \($0)", minutesAgo: 100 - $0)
        })
    }
    try await library.service.addDemoOnce(demo)
    try await library.service.addDemoOnce(demo)
    let chats = try await library.service.chats(ChatQuery(limit: 9))
    #expect(Set(chats.map(\.title)) == ["Mumbai Trip", "Soup"])
    #expect(chats.allSatisfy { $0.messageCount == 10 })
    let trip = try #require(chats.first { $0.title == "Mumbai Trip" })
    library.surroundings.advance(by: .seconds(60))
    library.puppet.answers(.never)
    _ = try await library.service.send("My own words", in: trip.id)
    #expect(try await library.service.removeDemo() == 2)
    #expect(try await library.service.chats(ChatQuery(limit: 9)).isEmpty)
    #expect(try await library.service.chats(ChatQuery(location: .trash, limit: 9)).map(\.id) == [trip.id])
    try await library.service.addDemoOnce(demo)
    #expect(try await library.service.chats(ChatQuery(limit: 9)).isEmpty)
  }

  @Test func `What another process commits between opening and start is told at the start`() async throws {
    let window = try await TestLibrary()
    let terminal = try await TestLibrary(in: window.folder, surroundings: ManualSurroundings(seed: 2))
    let chat = try await terminal.chat(titled: "Meanwhile", messages: 2)
    try await window.service.start()
    await window.log.first { if case .saved(let saved) = $0 { saved.id == chat.id } else { false } }
  }

  @Test func `Settings survive a restart and are told to other processes`() async throws {
    let library = try await TestLibrary()
    let other = try await TestLibrary(in: library.folder, surroundings: ManualSurroundings(seed: 2))
    await other.service.listenToOtherProcesses()
    let chat = try await library.chat(messages: 1)
    try await library.service.changeSettings {
      $0.appearance = .dark
      $0.textSize = 125
      $0.lastChat = chat.id
    }
    await other.log.first {
      if case .settingsSaved(let settings) = $0 { settings.appearance == .dark } else { false }
    }
    let read = try await other.service.currentSettings()
    #expect(read.textSize == 125)
    #expect(read.lastChat == chat.id)
    #expect(!read.sendsWithControl)
  }

  @Test func `How messages are shown survives a restart, and two processes change it for an agent each`() async throws {
    let library = try await TestLibrary()
    let other = try await TestLibrary(in: library.folder, surroundings: ManualSurroundings(seed: 2))
    #expect(try await library.service.currentSettings().reading == ReadingStyle())
    try await library.service.changeSettings {
      $0.reading.textSize = 150
      $0.reading.font = "A \"Font\" of one's own"
      $0.reading.isCompact = true
      $0.reading.choose(.bubble, for: "mini")
    }
    try await other.service.changeSettings { $0.reading.choose(.fullWidth, for: "a persona with a long name") }
    var read = try await library.service.currentSettings().reading
    #expect(read.textSize == 150 && read.isCompact && read.font == "A \"Font\" of one's own")
    #expect(read.look(of: "mini") == .bubble && read.look(of: "a persona with a long name") == .fullWidth)
    #expect(read.look(of: "crew") == .bubble && read.look(of: "model:0123456789abcdef") == .fullWidth)
    try await other.service.changeSettings {
      $0.reading.choose(nil, for: "mini")
      $0.reading.font = nil
    }
    read = try await library.service.currentSettings().reading
    #expect(read.look(of: "mini") == .fullWidth && read.chosenLook(of: "mini") == nil && read.font == nil)
  }

  @Test func `What no Sotto wrote of how messages are shown is read as the nearest, or not at all`() async throws {
    let library = try await TestLibrary()
    try await library.store.write { store throws(StoreError) in
      try store.setSetting("message-text-size", to: "100000")
      try store.setSetting("message-font", to: "")
      try store.setSetting("message-looks", to: "sideways mini\n\nfull-width\nfull-width crew\nbubble ")
    }
    let read = try await library.service.currentSettings().reading
    #expect(read.textSize == 300 && read.font == nil)
    #expect(read.chosenLook(of: "mini") == nil && read.chosenLook(of: "crew") == .fullWidth)
  }
}
