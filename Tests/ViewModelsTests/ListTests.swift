import Domain
import TestLibrary
import TestSupport
import Testing
import ViewModels

@Suite(.timeLimit(.minutes(1)))
struct ListTests {
  private func library(chats count: Int) async throws -> TestLibrary {
    let library = try await TestLibrary()
    library.puppet.answers(.never)
    for index in 1...count {
      library.surroundings.advance(by: .seconds(1))
      _ = try await library.chat(titled: "Chat \(index)", messages: 2)
    }
    return library
  }

  @Test func `The list comes a page at a time, newest first and pinned above`() async throws {
    let library = try await library(chats: 100)
    let oldest = try #require(try await library.service.chats(ChatQuery(limit: 200)).last)
    try await library.service.setPinned(true, oldest.id)
    let model = try await openModel(library)
    #expect(model.list.rows.map(\.title) == ["Chat 1"] + (62...100).reversed().map { "Chat \($0)" })
    while model.list.hasMore { await model.list.loadMore() }
    #expect(model.list.rows.count == 100)
    #expect(Set(model.list.rows.map(\.id)).count == 100)
    model.setPinned(false, oldest.id)
    await until { model.list.rows.last?.id == oldest.id }
  }

  @Test func `The filter finds titles whatever their case and accents`() async throws {
    let library = try await library(chats: 3)
    _ = try await library.chat(titled: "Crème Brûlée", messages: 1)
    let model = try await openModel(library)
    model.list.filter = "creme"
    await until { model.list.rows.map(\.title) == ["Crème Brûlée"] }
    model.list.filter = "zzz"
    await until { model.list.rows.isEmpty && model.list.phase == .ready }
    model.list.filter = " "
    await until { model.list.rows.count == 4 }
  }

  @Test func `A chat goes to the Trash with an Undo, and comes back where it was`() async throws {
    let library = try await library(chats: 3)
    let model = try await openModel(library)
    let middle = model.list.rows[1].id
    model.open(middle)
    model.moveToTrash(middle)
    // The word to the user and the change of the list come in any order.
    await until { model.notices.newest?.button == "Undo" && model.list.rows.map(\.title) == ["Chat 3", "Chat 1"] }
    #expect(model.thread?.chat.id != middle)
    await model.trash.show()
    #expect(model.trash.rows.map(\.id) == [middle])
    #expect(model.trash.rows[0].stamp == "Deleted for ever in 30 days")
    model.notices.newest?.action?()
    await until { model.list.rows.map(\.title) == ["Chat 3", "Chat 2", "Chat 1"] && model.thread?.chat.id == middle }
    await until { model.trash.rows.isEmpty }
  }

  @Test func `A new chat is in the list only once it holds something`() async throws {
    let library = try await library(chats: 2)
    let model = try await openModel(library)
    model.newChat()
    let thread = try #require(model.thread)
    await until { thread.phase == .ready }
    #expect(model.list.rows.count == 2)
    #expect(thread.isEmpty && thread.isNew && thread.suggestions == ["Hello?"])
    thread.take(suggestion: "Hello?")
    #expect(thread.draft == "Hello?")
    thread.draft = "My own words"
    thread.take(suggestion: "Hello?")
    #expect(thread.draft == "My own words\nHello?")
    thread.draft = "Hello?"
    thread.send()
    await until { model.list.rows.first?.title == "Hello?" }
    #expect(!thread.isNew)
    #expect(model.list.selected == thread.chat.id)
  }

  @Test func `Ctrl+Tab goes round the list and numbers name places`() async throws {
    let library = try await library(chats: 3)
    let model = try await openModel(library)
    model.open(number: 3)
    #expect(model.thread?.title == "Chat 1")
    model.openNeighbour(1)
    #expect(model.thread?.title == "Chat 3")
    model.openNeighbour(-1)
    #expect(model.thread?.title == "Chat 1")
    model.open(number: 9)
    #expect(model.thread?.title == "Chat 1")
  }

  @Test func `A reply in a chat nobody looks at is marked unread until the chat is opened`() async throws {
    let library = try await library(chats: 2)
    let model = try await openModel(library)
    model.open(number: 1)
    let other = model.list.rows[1].id
    library.puppet.answers(.everyMessage)
    let reply = try #require(try await library.service.send("Ping", in: other).reply)
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("Pong"))
    library.puppet.end()
    await library.log.message(reply, is: .complete)
    await until { model.list.row(of: other)?.unreadCount == 1 }
    model.open(other)
    await until { model.list.row(of: other)?.unreadCount == 0 }
  }

  @Test func `What happens while the list is being read is not taken back by it`() async throws {
    let library = try await library(chats: 2)
    let model = try await openModel(library)
    let chat = try #require(model.list.rows.first).id
    // What is unfinished is read first.
    library.failing.holdReads(after: 1)
    let reading = Task { await model.list.load() }
    await library.failing.heldRead()
    try await library.service.rename(chat, to: "New name")
    await until { model.list.row(of: chat)?.title == "New name" }
    library.failing.releaseReads()
    await reading.value
    #expect(model.list.rows.map(\.title) == ["New name", "Chat 1"])
  }

  @Test func `A chat that is deleted for ever while the Trash is being read is not in it`() async throws {
    let library = try await library(chats: 2)
    let model = try await openModel(library)
    let (kept, deleted) = (model.list.rows[0].id, model.list.rows[1].id)
    try await library.service.moveToTrash(deleted)
    await until { model.list.rows.count == 1 }
    library.failing.holdReads()
    let reading = Task { await model.trash.show() }
    await library.failing.heldRead()
    try await library.service.deleteForEver(deleted)
    // Told behind the deletion.
    try await library.service.rename(kept, to: "New name")
    await until { model.list.row(of: kept)?.title == "New name" }
    library.failing.releaseReads()
    await reading.value
    #expect(model.trash.rows.isEmpty && model.trash.count == 0)
  }

  @Test func `Relative times move on with the minute`() async throws {
    let library = try await library(chats: 1)
    let model = try await openModel(library)
    await model.start()
    #expect(model.list.rows[0].stamp == "Just now")
    await library.surroundings.sleepers(atLeast: 1, within: .seconds(121))
    library.surroundings.advance(by: .seconds(121))
    await until { model.list.rows[0].stamp == "2m ago" }
  }

  @Test func `A list that cannot be read says so and can be read again`() async throws {
    let library = try await library(chats: 2)
    let model = try await openModel(library)
    library.failing.failReads(with: .locked(path: "/library/sotto.db"))
    await model.list.load()
    guard case .failed(let sentence) = model.list.phase else {
      Issue.record("the list is \(model.list.phase)")
      return
    }
    #expect(sentence.contains("locked"))
    library.failing.failReads(with: nil)
    await model.list.load()
    #expect(model.list.phase == .ready && model.list.rows.count == 2)
  }

  @Test func `The demo comes from the first page when it is asked for, once, and can be taken away`() async throws {
    let library = try await TestLibrary()
    let demo = [
      DemoChat(title: "Mumbai Trip", agent: "puppet", lines: [.init(sender: .user, text: "Hi", minutesAgo: 9)])
    ]
    let model = try await openModel(library, demo: demo)
    #expect(model.list.rows.isEmpty && model.welcome.offersDemo)
    model.welcome.showDemo {}
    await until { !model.isWelcoming }
    #expect(model.list.rows.map(\.title) == ["Mumbai Trip"] && model.thread?.title == "Mumbai Trip")
    model.demo.remove()
    await until { model.list.rows.isEmpty }
    await model.shutDown()
    let again = try await TestLibrary(in: library.folder, surroundings: library.surroundings)
    let next = LibraryModel(
      service: again.service, models: again.models, downloads: again.downloads,
      clock: MinuteClock(surroundings: again.surroundings),
      settings: try await again.service.currentSettings(), demo: demo)
    await next.load()
    #expect(next.list.rows.isEmpty && !next.welcome.offersDemo)
    next.demo.add()
    await until { next.list.rows.count == 1 }
  }
}

/// The app around the library.
@Suite(.timeLimit(.minutes(1)))
struct AppTests {
  @Test(arguments: [(false, 5), (true, 0)])
  func `A wide window opens with the last chat read, a narrow one with the list`(isNarrow: Bool, rows: Int) async throws
  {
    let library = try await TestLibrary()
    let last = try await library.chat(titled: "Last", messages: 4)
    library.surroundings.advance(by: .seconds(60))
    _ = try await library.chat(titled: "Newer", messages: 1)
    try await library.service.changeSettings {
      $0.isWelcomed = true
      $0.hadDemo = true
      $0.lastChat = last.id
    }
    let app = AppModel(startup: library, clock: MinuteClock(surroundings: library.surroundings), demo: [])
    app.beginsNarrow = isNarrow
    await app.open()
    // Four messages and the line of their day.
    #expect(app.library?.thread?.rows.count ?? 0 == rows)
    #expect(app.library?.list.rows.count == 2)
  }

  @Test func `A library that cannot be written is only read: no demo, no draft, no new chat`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(titled: "Only read", messages: 2)
    let model = LibraryModel(
      service: library.service, models: library.models, downloads: library.downloads,
      clock: MinuteClock(surroundings: library.surroundings),
      settings: Settings(),
      demo: [DemoChat(title: "Demo", agent: "puppet", lines: [.init(sender: .user, text: "Hi", minutesAgo: 9)])],
      readOnly: "Read only.")
    #expect(!model.isWelcoming)
    await model.load()
    await model.openLastChat()
    let thread = try #require(model.thread)
    #expect(thread.texts.count == 2)
    thread.draft = "never kept"
    thread.send()
    model.newChat()
    #expect(model.thread === thread)
    await model.shutDown()
    #expect(model.list.rows.map(\.title) == ["Only read"])
    #expect(try await library.saved(in: chat.id).count == 2)
    #expect(try await library.service.draft(in: chat.id) == Draft())
  }
}
