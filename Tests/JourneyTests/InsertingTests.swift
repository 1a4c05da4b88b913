import Domain
import Storage
import TestLibrary
import TestSupport
import Testing

/// Chats that are saved with all their messages at once.
@Suite(.timeLimit(.minutes(1)))
struct InsertingTests {
  /// A chat of which the second message has two answers, with the messages in the order of their numbers.
  private func tree(_ library: TestLibrary) -> (chat: Chat, messages: [Message]) {
    let now = library.surroundings.now()
    var chat = library.service.newChat(agent: "puppet")
    (chat.title, chat.titleOrigin) = ("From elsewhere", .manual)
    let ids: [MessageID] = (0..<5).map { _ in library.surroundings.newID() }
    let parents: [Int?] = [nil, 0, 1, 1, 3]
    let messages = ids.indices.map { index in
      Message(
        id: ids[index], chat: chat.id, parent: parents[index].map { ids[$0] }, sender: index % 2 == 0 ? .user : .agent,
        text: "Said \(index)", createdAt: now.advanced(by: .seconds(index - 100)))
    }
    return (chat, messages)
  }

  @Test func `A chat is saved with a tree of messages, in one order, and one event tells of it`() async throws {
    let library = try await TestLibrary()
    var (chat, messages) = tree(library)
    messages[2].attachments = [Attachment(content: .drawing("lake"), width: 4, height: 3, alternative: "A lake")]
    let saved = try await library.service.insert(chat, messages: messages)
    #expect(try await library.service.chat(chat.id) == saved)
    #expect(saved.messageCount == 5)
    #expect(saved.lastActivityAt == messages[4].createdAt)
    #expect(saved.preview == Preview(of: messages[4]))
    var all: [Message] = []
    for try await page in library.service.pages(of: chat.id, .oldestFirst, .allBranches) { all += page }
    #expect(all.map(\.sequence) == [1, 2, 3, 4, 5])
    for (kept, given) in zip(all, messages) {
      var given = given
      given.sequence = kept.sequence
      #expect(kept == given)
    }
    #expect(try await library.saved(in: chat.id).map(\.text) == ["Said 0", "Said 1", "Said 3", "Said 4"])
    #expect(try await library.store.verify() == [])
    try await library.service.rename(chat.id, to: "All is told")
    let events = try await told(library.log, until: "All is told")
    #expect(events.count == 1)
    #expect(events.allSatisfy { if case .saved(saved) = $0 { true } else { false } })
  }

  /// What was told before a chat got this name.
  private func told(_ log: EventLog, until name: String) async throws -> [ChatEvent] {
    await log.first { if case .saved(let chat) = $0 { chat.title == name } else { false } }
    let events = log.events
    let end = try #require(
      events.firstIndex { if case .saved(let chat) = $0 { chat.title == name } else { false } })
    return Array(events[..<end])
  }

  @Test func `Another process hears of the chat alone, and reads all of it`() async throws {
    let library = try await TestLibrary()
    let other = try await TestLibrary(in: library.folder, surroundings: ManualSurroundings(seed: 2))
    await other.service.listenToOtherProcesses()
    let (chat, messages) = tree(library)
    try await library.service.insert(chat, messages: messages)
    await other.log.first { if case .saved(let saved) = $0 { saved.id == chat.id } else { false } }
    try await library.service.rename(chat.id, to: "All is told")
    let events = try await told(other.log, until: "All is told")
    #expect(events.allSatisfy { if case .saved(let saved) = $0 { saved.id == chat.id } else { false } })
    #expect(try await other.saved(in: chat.id).map(\.text) == ["Said 0", "Said 1", "Said 3", "Said 4"])
    #expect(try await other.service.chat(chat.id)?.messageCount == 5)
  }

  @Test func `Nothing is left of a chat of which one message cannot be saved`() async throws {
    let library = try await TestLibrary()
    let hash = try #require(PictureHash(bytes: [UInt8](repeating: 7, count: 32)))
    let missing = KeptPicture(hash: hash, format: .png, bytes: 9)
    let (chat, messages) = tree(library)
    var (noPicture, noParent, ofAnother) = (messages, messages, messages)
    noPicture[4].attachments = [Attachment(content: .kept(missing), width: 1, height: 1, alternative: "")]
    noParent[3].parent = messages[4].id
    let last = messages[4]
    ofAnother[4] = Message(
      id: last.id, chat: library.surroundings.newID(), parent: last.parent, sender: .user, text: "",
      createdAt: last.createdAt)
    for (wrong, reason) in [
      (noPicture, StoreError.pictureMissing), (noParent, .noSuchMessage), (ofAnother, .messageOfAnotherChat),
    ] {
      await #expect(throws: reason) { try await library.service.insert(chat, messages: wrong) }
      #expect(try await library.service.chats(ChatQuery(limit: 9)).isEmpty)
      #expect(try await library.service.message(messages[0].id) == nil)
    }
    library.failing.failWrites(with: .diskFull(path: "/"))
    await #expect(throws: StoreError.diskFull(path: "/")) {
      try await library.service.insert(chat, messages: messages)
    }
    library.failing.failWrites(with: nil)
    #expect(try await library.service.chats(ChatQuery(limit: 9)).isEmpty)
    #expect(try await library.store.verify() == [])
    // The same chat can still come.
    #expect(try await library.service.insert(chat, messages: messages).messageCount == 5)
    await #expect(throws: StoreError.self) { try await library.service.insert(chat, messages: []) }
    #expect(try await library.service.chat(chat.id)?.messageCount == 5)
    try await library.service.rename(chat.id, to: "All is told")
    #expect(try await told(library.log, until: "All is told").count == 1)
  }

  @Test func `A reply that comes unfinished is kept as interrupted, and no agent is asked for it`() async throws {
    let library = try await TestLibrary()
    try await library.service.start()
    var (chat, messages) = tree(library)
    (messages[1].state, messages[3].state) = (.streaming, .queued)
    try await library.service.insert(chat, messages: messages)
    #expect(try await library.service.message(messages[1].id)?.state == .interrupted)
    #expect(try await library.service.message(messages[3].id)?.state == .interrupted)
    #expect(try await library.service.unfinishedReplies().isEmpty)
    #expect(library.puppet.request == nil)
  }

  @Test(arguments: [Sender.user, .system, .tool])
  func `What no agent makes is kept as whole, whatever was said of it`(sender: Sender) async throws {
    let library = try await TestLibrary()
    for state in MessageState.allCases {
      var (chat, messages) = tree(library)
      (messages[2].sender, messages[2].state) = (sender, state)
      try await library.service.insert(chat, messages: messages)
      #expect(try await library.service.message(messages[2].id)?.state == .complete)
    }
  }

  @Test func `A chat without messages comes with what its row says`() async throws {
    let library = try await TestLibrary()
    var chat = library.service.newChat(agent: "puppet")
    chat.isPinned = true
    #expect(try await library.service.insert(chat, messages: []) == chat)
    #expect(try await library.service.chat(chat.id) == chat)
  }

  @Test func `The demo tells one event for each chat, keeps pictures and order, and comes whole or not at all`()
    async throws
  {
    let library = try await TestLibrary()
    let lake = Attachment(content: .drawing("lake"), width: 4, height: 3, alternative: "A lake")
    let demo = ["Trip", "Soup"].map { title in
      DemoChat(
        title: title, agent: "puppet",
        lines: (1...6).map {
          .init(
            sender: $0 % 2 == 1 ? .user : .agent, text: "\(title) \($0)", attachments: $0 == 4 ? [lake] : [],
            minutesAgo: 100 - $0)
        })
    }
    library.failing.failWrites(with: .diskFull(path: "/"))
    await #expect(throws: StoreError.self) { try await library.service.addDemoOnce(demo) }
    library.failing.failWrites(with: nil)
    #expect(try await library.service.chats(ChatQuery(limit: 9)).isEmpty)
    #expect(try await !library.service.currentSettings().hadDemo)
    try await library.service.addDemoOnce(demo)
    let chats = try await library.service.chats(ChatQuery(limit: 9))
    for chat in chats {
      let saved = try await library.saved(in: chat.id)
      #expect(saved.map(\.text) == (1...6).map { "\(chat.title) \($0)" })
      #expect(saved.map(\.attachments) == (1...6).map { $0 == 4 ? [lake] : [] })
      #expect(saved.map(\.parent) == [nil] + saved.dropLast().map(\.id))
      #expect(saved.map { $0.usage?.model } == (1...6).map { $0 % 2 == 0 ? saved[1].usage?.model : nil })
      #expect(saved[1].usage != nil)
      #expect(chat.lastActivityAt == saved[5].createdAt && chat.preview == Preview(of: saved[5]))
    }
    try await library.service.rename(chats[0].id, to: "All is told")
    #expect(try await told(library.log, until: "All is told").count == 2)
  }
}
