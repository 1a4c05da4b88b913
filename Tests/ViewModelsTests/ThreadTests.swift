import Domain
import TestLibrary
import TestSupport
import Testing
import ViewModels

@Suite(.timeLimit(.minutes(1)))
struct ThreadTests {
  @Test func `A sent message and its reply appear in the thread and move the chat to the top`() async throws {
    let library = try await TestLibrary()
    let old = try await library.chat(titled: "Old", messages: 2)
    library.surroundings.advance(by: .seconds(60))
    _ = try await library.chat(titled: "New", messages: 2)
    let model = try await openModel(library)
    #expect(model.list.rows.map(\.title) == ["New", "Old"])
    model.open(old.id)
    let thread = try #require(model.thread)
    await until { thread.phase == .ready }
    library.surroundings.advance(by: .seconds(60))
    thread.draft = "  Are you there?  "
    thread.send()
    #expect(thread.draft == "")
    await until { thread.texts.last == "Are you there?" && thread.isDue }
    #expect(thread.rows.last?.id == .typing)
    await until { model.list.rows.map(\.title) == ["Old", "New"] }
    #expect(model.list.rows[0].isReplying)
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("Yes, "))
    await until { thread.texts.last == "Yes, " }
    #expect(thread.showsStop)
    #expect(thread.rows.last?.id != .typing)
    library.puppet.say(.text("I am."))
    library.puppet.end()
    await until { !thread.isStreaming && thread.texts.last == "Yes, I am." }
    await until {
      model.list.row(of: old.id)?.preview == "Yes, I am." && model.list.row(of: old.id)?.isReplying == false
    }
    #expect(model.list.row(of: old.id)?.unreadCount == 0)
  }

  @Test func `A failed save puts the draft back and says why`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 2)
    let model = try await openModel(library)
    let thread = try await openThread(chat.id, in: model)
    library.failing.failWrites(with: .diskFull(path: "/library"))
    thread.draft = "Do not lose me"
    thread.send()
    await until { thread.sendFailure != nil }
    #expect(thread.draft == "Do not lose me")
    #expect(thread.texts.count == 2)
    #expect(thread.sendFailure?.contains("full") == true)
    library.failing.failWrites(with: nil)
    thread.send()
    await until { thread.texts.last == "Do not lose me" }
    #expect(thread.sendFailure == nil)
    #expect(thread.draft == "")
  }

  @Test func `A long thread keeps a window of rows and pages both ways without a gap`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 1_000)
    let model = try await openModel(library)
    let thread = try await openThread(chat.id, in: model)
    #expect(thread.texts == (941...1_000).map { "Message \($0)" })
    #expect(thread.hasOlder && !thread.hasNewer)
    for _ in 0..<20 { await thread.loadOlder() }
    #expect(thread.texts == (341...490).map { "Message \($0)" })
    #expect(thread.hasNewer)
    await thread.loadNewer()
    #expect(thread.texts == (371...520).map { "Message \($0)" })
    while thread.hasOlder { await thread.loadOlder() }
    #expect(thread.texts.first == "Message 1")
    await thread.showEnd()
    #expect(thread.texts.last == "Message 1000")
    #expect(!thread.hasNewer)
  }

  @Test func `What comes while the reader is far up is counted and not shown there`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 600)
    let model = try await openModel(library)
    let thread = try await openThread(chat.id, in: model)
    for _ in 0..<6 { await thread.loadOlder() }
    thread.setAtEnd(false)
    let before = thread.texts
    let reply = try #require(try await library.service.send("From elsewhere", in: chat.id).reply)
    // It can be stopped from here, too.
    await until { thread.showsStop }
    #expect(!thread.isDue && !thread.isOwedReply)
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("An answer"))
    await library.log.message(reply, is: .streaming)
    #expect(thread.showsStop)
    library.puppet.end()
    await library.log.message(reply, is: .complete)
    await until { thread.unread.countBelow == 1 && !thread.showsStop }
    #expect(thread.texts == before)
    await thread.showEnd()
    #expect(thread.texts.suffix(2) == ["From elsewhere", "An answer"])
    #expect(thread.unread.countBelow == 0)
  }

  @Test func `Stop is there for a reply far below the reader, when the chat is opened and when it is read again`()
    async throws
  {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 600)
    let ids = try await library.saved(in: chat.id).map(\.id)
    let reply = try #require(try await library.service.send("Question", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("One "))
    await library.log.message(reply, is: .streaming)
    let model = try await openModel(library)
    model.show(ids[100], in: chat.id)
    await until { model.thread?.going.requested == .shown(ids[100]) }
    let thread = try #require(model.thread)
    #expect(thread.hasNewer && thread.showsStop)
    await thread.refresh()
    #expect(thread.hasNewer && thread.showsStop)
    // What is written is sent first.
    thread.draft = "And"
    #expect(thread.isReplying && !thread.showsStop)
    thread.draft = ""
    thread.stop()
    await library.log.message(reply, is: .stopped)
    await until { !thread.isReplying }
  }

  @Test func `Stop right after Try Again stops what was asked for again`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 0)
    let reply = try #require(try await library.service.send("Question", in: chat.id).reply)
    await library.puppet.asked(times: 1)
    try await library.service.stopReply(reply)
    await library.log.message(reply, is: .stopped)
    let model = try await openModel(library)
    let thread = try await openThread(chat.id, in: model)
    thread.retry(reply)
    #expect(thread.isOwedReply)
    thread.stop()
    await model.whenIdle()
    await until { !thread.isOwedReply && thread.messages.last?.state == .stopped }
    #expect(try await library.service.unfinishedReplies(in: chat.id).isEmpty)
  }

  @Test func `Days are separated and runs of one sender share one time`() async throws {
    let library = try await TestLibrary(
      surroundings: ManualSurroundings(now: CivilCalendar.time(2024, 12, 20, 15).milliseconds))
    library.puppet.answers(.never)
    let chat = try await library.chat(messages: 0)
    _ = try await library.service.send("Yesterday's", in: chat.id)
    library.surroundings.advance(by: .seconds(86_400))
    _ = try await library.service.send("One", in: chat.id)
    library.surroundings.advance(by: .seconds(30))
    _ = try await library.service.send("Two", in: chat.id)
    let model = try await openModel(library)
    let thread = try await openThread(chat.id, in: model)
    #expect(thread.rows.map(\.text).count == 5)
    #expect(thread.rows.map(\.stamp) == ["Yesterday", "Yesterday at 3:00 PM", "Today", "Just now", "Just now"])
    #expect(thread.rows.map(\.showsStamp) == [true, true, true, false, true])
    #expect(thread.rows.last?.exactTime == "Saturday, December 21, 2024 at 3:00 PM")
  }

  @Test func `Just now stands below the newest message alone, and each sender has one time a minute`() async throws {
    let library = try await TestLibrary(
      surroundings: ManualSurroundings(now: CivilCalendar.time(2024, 12, 20, 15).milliseconds))
    let chat = try await library.chat(messages: 0)
    let model = try await openModel(library)
    model.open(chat.id)
    let thread = try #require(model.thread)
    await until { thread.phase == .ready }
    for number in 1...2 {
      let reply = try #require(try await library.service.send("Question", in: chat.id).reply)
      await library.puppet.asked(times: number)
      library.puppet.say(.text("Answer"))
      library.puppet.end()
      await library.log.message(reply, is: .complete)
      library.surroundings.advance(by: .seconds(10))
    }
    await until { thread.texts.count == 4 && !thread.isReplying }
    #expect(thread.rows.map(\.stamp) == ["Today", "Just now", "Just now", "Just now", "Just now"])
    #expect(thread.rows.map(\.showsStamp) == [true, false, false, false, true])
    library.surroundings.advance(by: .seconds(60))
    model.setActive(true)
    #expect(thread.rows.map(\.stamp) == ["Today"] + Array(repeating: "1 minute ago", count: 4))
    #expect(thread.rows.map(\.showsStamp) == [true, false, false, true, true])
  }

  @Test func `A draft is kept for its chat over leaving and over a restart`() async throws {
    let library = try await TestLibrary()
    let one = try await library.chat(titled: "One", messages: 2)
    let two = try await library.chat(titled: "Two", messages: 2)
    let model = try await openModel(library)
    model.open(one.id)
    let first = try #require(model.thread)
    await until { first.phase == .ready }
    first.draft = "Half a thought"
    model.open(two.id)
    await until { model.list.row(of: one.id)?.preview == "Draft: Half a thought" }
    #expect(model.thread?.draft == "")
    await model.shutDown()
    let again = try await TestLibrary(in: library.folder, surroundings: library.surroundings)
    let next = try await openModel(again)
    next.open(one.id)
    let thread = try #require(next.thread)
    await until { thread.phase == .ready }
    #expect(thread.draft == "Half a thought")
  }

  @Test func `A draft is there when its chat is left and opened again at once`() async throws {
    let library = try await TestLibrary()
    let one = try await library.chat(titled: "One", messages: 2)
    let two = try await library.chat(titled: "Two", messages: 2)
    let model = try await openModel(library)
    for round in 1...20 {
      model.open(one.id)
      let thread = try #require(model.thread)
      await until { thread.phase == .ready }
      thread.draft = "Thought \(round)"
      model.open(two.id)
      model.open(one.id)
      let again = try #require(model.thread)
      await until { again.phase == .ready }
      #expect(again.draft == "Thought \(round)")
      model.open(two.id)
    }
  }

  @Test func `A draft is saved when typing rests, without being asked`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 2)
    let model = try await openModel(library)
    let thread = try await openThread(chat.id, in: model)
    thread.draft = "Saved by "
    thread.draft = "Saved by itself"
    await library.surroundings.sleepers(atLeast: 1, within: .milliseconds(400))
    library.surroundings.advance(by: .milliseconds(400))
    await library.log.first { if case .saved(let chat) = $0 { chat.draftPreview == "Saved by itself" } else { false } }
  }

  @Test func `A thread that cannot be read says so and can be read again`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 3)
    let model = try await openModel(library)
    library.failing.failReads(with: .corrupt(path: "/library/sotto.db", reason: .database("page 7")))
    model.open(chat.id)
    let thread = try #require(model.thread)
    await until { if case .failed(let sentence) = thread.phase { sentence.contains("damaged") } else { false } }
    library.failing.failReads(with: nil)
    await thread.load()
    #expect(thread.phase == .ready)
    #expect(thread.texts.count == 3)
  }
}
