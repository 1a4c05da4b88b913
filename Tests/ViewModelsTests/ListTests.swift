import Domain
import TestHouse
import TestSupport
import Testing
import ViewModels

@Suite(.timeLimit(.minutes(1)))
struct ListTests {
  private func house(chats count: Int) async throws -> TestHouse {
    let house = try await TestHouse()
    house.puppet.plans { _ in ReplyPlan(isReplyDue: false) }
    for index in 1...count {
      house.surroundings.advance(by: .seconds(1))
      _ = try await house.chat(titled: "Chat \(index)", messages: 2)
    }
    return house
  }

  @Test func `The list comes a page at a time, newest first and pinned above`() async throws {
    let house = try await house(chats: 100)
    let oldest = try #require(try await house.service.chats(ChatQuery(limit: 200)).last)
    try await house.service.setPinned(true, oldest.id)
    let model = try await openModel(house)
    #expect(model.list.rows.map(\.title) == ["Chat 1"] + (62...100).reversed().map { "Chat \($0)" })
    while model.list.hasMore { await model.list.loadMore() }
    #expect(model.list.rows.count == 100)
    #expect(Set(model.list.rows.map(\.id)).count == 100)
    model.setPinned(false, oldest.id)
    await until { model.list.rows.last?.id == oldest.id }
  }

  @Test func `The filter finds titles whatever their case and accents`() async throws {
    let house = try await house(chats: 3)
    _ = try await house.chat(titled: "Crème Brûlée", messages: 1)
    let model = try await openModel(house)
    model.list.filter = "creme"
    await until { model.list.rows.map(\.title) == ["Crème Brûlée"] }
    model.list.filter = "zzz"
    await until { model.list.rows.isEmpty && model.list.phase == .ready }
    model.list.filter = " "
    await until { model.list.rows.count == 4 }
  }

  @Test func `A chat goes to the bin with an Undo, and comes back where it was`() async throws {
    let house = try await house(chats: 3)
    let model = try await openModel(house)
    let middle = model.list.rows[1].id
    model.open(middle)
    model.moveToBin(middle)
    await until { model.notice?.button == "Undo" }
    #expect(model.list.rows.map(\.title) == ["Chat 3", "Chat 1"])
    #expect(model.thread?.chat.id != middle)
    await model.bin.show()
    #expect(model.bin.rows.map(\.id) == [middle])
    #expect(model.bin.rows[0].stamp == "Deleted for ever in 30 days")
    model.notice?.action?()
    await until { model.list.rows.map(\.title) == ["Chat 3", "Chat 2", "Chat 1"] && model.thread?.chat.id == middle }
    await until { model.bin.rows.isEmpty }
  }

  @Test func `A new chat is in the list only once it holds something`() async throws {
    let house = try await house(chats: 2)
    let model = try await openModel(house)
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
    let house = try await house(chats: 3)
    let model = try await openModel(house)
    model.open(place: 3)
    #expect(model.thread?.title == "Chat 1")
    model.openNeighbour(1)
    #expect(model.thread?.title == "Chat 3")
    model.openNeighbour(-1)
    #expect(model.thread?.title == "Chat 1")
    model.open(place: 9)
    #expect(model.thread?.title == "Chat 1")
  }

  @Test func `A reply in a chat nobody looks at is marked unread until the chat is opened`() async throws {
    let house = try await house(chats: 2)
    let model = try await openModel(house)
    model.open(place: 1)
    let other = model.list.rows[1].id
    house.puppet.plans { _ in ReplyPlan(isReplyDue: true) }
    let reply = try #require(try await house.service.send("Ping", in: other).reply)
    await house.puppet.asked(times: 1)
    house.puppet.say(.piece("Pong"))
    house.puppet.end()
    await house.log.message(reply, is: .whole)
    await until { model.list.row(of: other)?.unreadCount == 1 }
    model.open(other)
    await until { model.list.row(of: other)?.unreadCount == 0 }
  }

  @Test func `Relative times move on with the minute`() async throws {
    let house = try await house(chats: 1)
    let model = try await openModel(house)
    await model.start()
    #expect(model.list.rows[0].stamp == "Just now")
    await house.surroundings.sleepers(atLeast: 1)
    house.surroundings.advance(by: .seconds(121))
    await until { model.list.rows[0].stamp == "2m ago" }
  }

  @Test func `A list that cannot be read says so and can be read again`() async throws {
    let house = try await house(chats: 2)
    let model = try await openModel(house)
    house.failing.failReads(with: .locked(path: "/house/sotto.db"))
    await model.list.load()
    guard case .failed(let sentence) = model.list.phase else {
      Issue.record("the list is \(model.list.phase)")
      return
    }
    #expect(sentence.contains("locked"))
    house.failing.failReads(with: nil)
    await model.list.load()
    #expect(model.list.phase == .ready && model.list.rows.count == 2)
  }

  @Test func `The demo comes on the first launch only and can be taken away`() async throws {
    let house = try await TestHouse()
    let demo = [
      DemoChat(title: "Mumbai Trip", agent: "puppet", lines: [.init(sender: .user, text: "Hi", minutesAgo: 9)])
    ]
    let model = try await openModel(house, demo: demo)
    #expect(model.list.rows.map(\.title) == ["Mumbai Trip"])
    model.removeDemo()
    await until { model.list.rows.isEmpty }
    await model.shutDown()
    let again = try await TestHouse(in: house.folder, surroundings: house.surroundings)
    let next = HouseModel(
      service: again.service, clock: MinuteClock(surroundings: again.surroundings),
      settings: try await again.service.currentSettings(), demo: demo)
    await next.load()
    #expect(next.list.rows.isEmpty)
    next.addDemo()
    await until { next.list.rows.count == 1 }
  }
}

/// The app around the house.
@Suite(.timeLimit(.minutes(1)))
struct AppTests {
  @Test(arguments: [(1_000, 5), (400, 0)])
  func `A wide window opens with the last chat read, a narrow one with the list`(width: Int, rows: Int) async throws {
    let house = try await TestHouse()
    let last = try await house.chat(titled: "Last", messages: 4)
    house.surroundings.advance(by: .seconds(60))
    _ = try await house.chat(titled: "Newer", messages: 1)
    let settings = try await house.service.changeSettings {
      $0.isWelcomed = true
      $0.hadDemo = true
      $0.lastChat = last.id
      $0.windowWidth = width
    }
    let service = house.service
    let keeper = HouseKeeper(
      open: { () throws(StoreError) in OpenedHouse(service: service, settings: settings) },
      backups: { () throws(StoreError) in [] }, startEmpty: { () throws(StoreError) in },
      restore: { (_) throws(StoreError) in }, backUp: { () throws(StoreError) in },
      backUpIfChanged: { () throws(StoreError) in }, sweep: { () throws(StoreError) in }, close: {})
    let app = AppModel(keeper: keeper, clock: MinuteClock(surroundings: house.surroundings), demo: [])
    await app.open()
    // Four messages and the line of their day.
    #expect(app.house?.thread?.rows.count ?? 0 == rows)
    #expect(app.house?.list.rows.count == 2)
  }

  @Test(arguments: [
    (0, "Just now"), (60, "1 minute ago"), (3_599, "59 minutes ago"), (10_800, "3 hours ago"), (259_200, "3 days ago"),
  ])
  func `A backup's age is said in words`(seconds: Int, words: String) {
    #expect(BackupChoice.age(.seconds(seconds)) == words)
    #expect(BackupChoice.age(.seconds(-seconds - 60)) == nil)
  }

  @Test func `A house that cannot be written is only read: no demo, no draft, no new chat`() async throws {
    let house = try await TestHouse()
    let chat = try await house.chat(titled: "Only read", messages: 2)
    let model = HouseModel(
      service: house.service, clock: MinuteClock(surroundings: house.surroundings), settings: Settings(),
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
    #expect(try await house.saved(in: chat.id).count == 2)
    #expect(try await house.service.draft(in: chat.id) == Draft())
  }
}
