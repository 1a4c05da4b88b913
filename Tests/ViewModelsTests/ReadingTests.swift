import Domain
import Storage
import TestLibrary
import TestSupport
import Testing
import ViewModels

/// How messages are shown.
@Suite(.timeLimit(.minutes(1)))
struct ReadingTests {
  private let windows = Windows()

  /// A chat in which so many messages were said by the user and by these, in turn.
  private func chat(in library: TestLibrary, agent: String, saidBy speakers: [ReplyUsage?]) async throws -> ChatID {
    let now = library.surroundings.now()
    let ids = speakers.map { _ -> MessageID in library.surroundings.newID() }
    var chat = library.service.newChat(agent: agent)
    chat.title = "Chat"
    let new = chat
    return try await library.store.write { store throws(StoreError) in
      try store.insert(new)
      for (index, speaker) in speakers.enumerated() {
        try store.append(
          Message(
            id: ids[index], chat: new.id, parent: index == 0 ? nil : ids[index - 1], sequence: Int64(index + 1),
            sender: speaker == nil ? .user : .agent, text: "Message \(index + 1)",
            createdAt: now.advanced(by: .seconds(index - speakers.count)), usage: speaker))
      }
      return new.id
    }
  }

  private func rows(_ thread: ThreadModel) -> [ThreadRow] {
    thread.rows.filter { if case .message = $0.id { true } else { false } }
  }

  @Test func `A model's messages are wide and a persona's in bubbles, until one chooses otherwise for it`() async throws
  {
    let mini = PuppetAgent(id: "mini", name: "Sotto Mini")
    let library = try await TestLibrary(agents: [mini])
    let chat = try await chat(
      in: library, agent: "mini",
      saidBy: [
        nil, ReplyUsage(model: "Sotto Mini"), nil, ReplyUsage(model: "Puppet"), ReplyUsage(model: "Gone"),
        ReplyUsage(model: "A removed model", promptTokens: 9),
      ])
    let (model, thread) = try await windows.open(chat, in: library)
    #expect(rows(thread).map(\.isFullWidth) == [false, true, false, false, false, true])
    let before = rows(thread)
    model.settings.change {
      $0.reading.choose(.bubble, for: "mini")
      $0.reading.choose(.fullWidth, for: "puppet")
    }
    #expect(rows(thread).map(\.isFullWidth) == [false, false, false, true, false, true])
    #expect(rows(thread).map(ObjectIdentifier.init) == before.map(ObjectIdentifier.init), "the rows are the same")
    await windows.idle()
    // Another window on the same library shows it, too.
    let (_, other) = try await windows.open(chat, in: library)
    #expect(rows(other).map(\.isFullWidth) == [false, false, false, true, false, true])
  }

  @Test func `The dots of a model's reply stand where its words will, and what grows is wide from its first word`()
    async throws
  {
    let mini = PuppetAgent(id: "mini", name: "Sotto Mini")
    let library = try await TestLibrary(agents: [mini])
    let (_, thread) = try await windows.open(try await chat(in: library, agent: "mini", saidBy: [nil]), in: library)
    thread.draft = "Hello"
    thread.send()
    await until { thread.rows.last?.id == .typing }
    #expect(thread.rows.last?.isFullWidth == true)
    await mini.asked(times: 1)
    mini.say(.text("Well"))
    await until { thread.rows.last?.text == "Well" }
    #expect(thread.rows.last?.isFullWidth == true)
    mini.end()
    await until { !thread.isReplying }
    #expect(thread.rows.last?.isFullWidth == true)
  }

  @Test func `Close together, a name stands only where it is another one than before`() async throws {
    let library = try await TestLibrary()
    let (puppet, sage) = (ReplyUsage(model: "Puppet"), ReplyUsage(model: "Sage"))
    let chat = try await chat(
      in: library, agent: "puppet", saidBy: [nil, puppet, nil, puppet, puppet, nil, sage, nil, puppet])
    let (model, thread) = try await windows.open(chat, in: library)
    #expect(rows(thread).map(\.showsSpeaker) == [false, true, false, true, false, false, true, false, true])
    model.settings.change { $0.reading.isCompact = true }
    #expect(rows(thread).map(\.showsSpeaker) == [false, true, false, false, false, false, true, false, true])
    thread.draft = "Hello"
    thread.send()
    await until { thread.rows.last?.id == .typing }
    #expect(thread.rows.last?.showsSpeaker == false, "it is Puppet who will answer")
    model.settings.change { $0.reading.isCompact = false }
    #expect(thread.rows.last?.showsSpeaker == true)
  }

  @Test func `Emoji alone are known once they are all that was said`() async throws {
    let library = try await TestLibrary()
    let (_, thread) = try await windows.open(try await library.chat(messages: 2).id, in: library)
    thread.draft = "🎉"
    thread.send()
    await until { thread.texts.last == "🎉" }
    #expect(rows(thread).last?.isEmojiAlone == true)
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("👍"))
    await until { thread.rows.last?.text == "👍" }
    #expect(thread.rows.last?.isEmojiAlone == false, "there may be more to come")
    library.puppet.end()
    await until { !thread.isReplying && thread.rows.last?.isEmojiAlone == true }
  }
}
