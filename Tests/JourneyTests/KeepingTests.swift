import Domain
import Storage
import TestHouse
import TestSupport
import Testing

/// Drafts, the bin, the demo and settings.
@Suite(.timeLimit(.minutes(1)))
struct KeepingTests {
  @Test func `A new chat is kept with its first words and forgotten with its last`() async throws {
    let house = try await TestHouse()
    let chat = house.service.newChat(agent: "puppet")
    try await house.service.saveDraft(Draft(text: "  "), in: chat.id, new: chat)
    #expect(try await house.service.chat(chat.id) == nil)
    try await house.service.saveDraft(Draft(text: "Dear"), in: chat.id, new: chat)
    #expect(try await house.service.chat(chat.id)?.draftPreview == "Dear")
    try await house.service.saveDraft(Draft(text: ""), in: chat.id, new: chat)
    #expect(try await house.service.chat(chat.id) == nil)
  }

  @Test func `A draft stays with its chat until it is sent`() async throws {
    let house = try await TestHouse()
    house.puppet.plans { _ in ReplyPlan(isReplyDue: false) }
    let one = try await house.chat(titled: "One", messages: 2)
    let two = try await house.chat(titled: "Two", messages: 2)
    try await house.service.saveDraft(Draft(text: "for one"), in: one.id)
    try await house.service.saveDraft(Draft(text: "for two"), in: two.id)
    _ = try await house.service.send("sent", in: one.id, draft: Draft(text: "for one"))
    #expect(try await house.service.draft(in: one.id).text == "")
    #expect(try await house.service.draft(in: two.id).text == "for two")
  }

  @Test func `The bin forgets a chat after thirty days and not before`() async throws {
    let house = try await TestHouse()
    let chat = try await house.chat(messages: 2)
    try await house.service.moveToBin(chat.id)
    house.surroundings.advance(by: .seconds(29 * 86_400))
    try await house.service.start()
    #expect(try await house.service.chat(chat.id) != nil)
    house.surroundings.advance(by: .seconds(86_401))
    try await house.service.start()
    #expect(try await house.service.chat(chat.id) == nil)
  }

  @Test func `A long chat goes step by step, and what an interruption leaves goes with the next start`() async throws {
    let house = try await TestHouse()
    let long = try await house.chat(titled: "Long", messages: 700)
    let other = try await house.chat(titled: "Other", messages: 2)
    house.failing.failWrites(with: .diskFull(path: "/"), after: 2)
    await #expect(throws: StoreError.self) { try await house.service.deleteForEver(long.id) }
    let left = try #require(try await house.service.chat(long.id))
    #expect(left.binnedAt != nil)
    #expect(left.messageCount == 200)
    #expect(try await house.store.verify() == [])
    house.failing.failWrites(with: nil)
    try await house.service.start()
    #expect(try await house.service.chat(long.id) == nil)
    #expect(try await house.saved(in: other.id).count == 2)
  }

  @Test func `The bin is emptied whatever lies in it`() async throws {
    let house = try await TestHouse()
    for count in [600, 3, 260, 1] {
      try await house.service.moveToBin(house.chat(titled: "Of \(count)", messages: count).id)
    }
    let kept = try await house.chat(titled: "Kept", messages: 2)
    try await house.service.emptyBin()
    #expect(try await house.service.chats(ChatQuery(shelf: .bin, limit: 9)).isEmpty)
    #expect(try await house.service.chats(ChatQuery(limit: 9)).map(\.id) == [kept.id])
    #expect(try await house.store.verify() == [])
  }

  @Test func `The demo comes once, and goes in one action but for chats the user wrote in`() async throws {
    let house = try await TestHouse()
    let demo = ["Mumbai Trip", "Soup"].map { title in
      DemoChat(
        title: title, agent: "puppet",
        lines: (1...10).map {
          .init(sender: $0 % 2 == 1 ? .user : .agent, text: "\(title) \($0)", minutesAgo: 100 - $0)
        })
    }
    try await house.service.addDemoOnce(demo)
    try await house.service.addDemoOnce(demo)
    let chats = try await house.service.chats(ChatQuery(limit: 9))
    #expect(Set(chats.map(\.title)) == ["Mumbai Trip", "Soup"])
    #expect(chats.allSatisfy { $0.messageCount == 10 })
    let trip = try #require(chats.first { $0.title == "Mumbai Trip" })
    house.surroundings.advance(by: .seconds(60))
    house.puppet.plans { _ in ReplyPlan(isReplyDue: false) }
    _ = try await house.service.send("My own words", in: trip.id)
    #expect(try await house.service.removeDemo() == 2)
    #expect(try await house.service.chats(ChatQuery(limit: 9)).isEmpty)
    #expect(try await house.service.chats(ChatQuery(shelf: .bin, limit: 9)).map(\.id) == [trip.id])
    try await house.service.addDemoOnce(demo)
    #expect(try await house.service.chats(ChatQuery(limit: 9)).isEmpty)
  }

  @Test func `What another process commits between opening and start is told at the start`() async throws {
    let window = try await TestHouse()
    let terminal = try await TestHouse(in: window.folder, surroundings: ManualSurroundings(seed: 2))
    let chat = try await terminal.chat(titled: "Meanwhile", messages: 2)
    try await window.service.start()
    await window.log.first { if case .saved(let saved) = $0 { saved.id == chat.id } else { false } }
  }

  @Test func `Settings survive a restart and are told to other processes`() async throws {
    let house = try await TestHouse()
    let other = try await TestHouse(in: house.folder, surroundings: ManualSurroundings(seed: 2))
    await other.service.listenElsewhere()
    let chat = try await house.chat(messages: 1)
    try await house.service.changeSettings {
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
}
