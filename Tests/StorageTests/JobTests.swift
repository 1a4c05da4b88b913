import Domain
import Glibc
import Testing
import TestSupport

@testable import Storage

@Suite(.timeLimit(.minutes(1)))
struct JobTests {
  private let fixture = FolderFixture()

  /// Two chats that have lain in the Trash for too long, and one that is in the list.
  private func fill(_ store: SQLiteStore) async throws {
    for (chat, count) in [(1, 700), (2, 40)] {
      try await store.write { store throws(StoreError) in
        var old = newChat(chat)
        old.trashedAt = time(Int64(chat))
        try store.insert(old)
        for number in 1...count {
          try store.append(newMessage(chat * 1_000 + number, in: chat, sequence: number))
        }
        try store.update(old)
      }
    }
    try await store.write { store throws(StoreError) in try store.insert(newChat(3)) }
  }

  private func service(_ store: SQLiteStore) -> ChatService {
    ChatService(store: store, agents: FixedAgents([]), surroundings: ManualSurroundings())
  }

  @Test func `A job that was killed in the middle of a step goes on with the next start`() async throws {
    let store = try await fixture.open()
    try await fill(store)
    await store.close()
    let child = try Child("die-emptying", on: fixture.home)
    #expect(await child.end() == SIGKILL)
    try fixture.waitUntilNobodyIsIn()
    let next = try await fixture.open()
    // Two steps are on the disk, the third has not happened.
    #expect(try await next.chat(1)?.messageCount == 200)
    #expect(try await next.messages(in: 1).count == 200)
    try await service(next).start()
    #expect(try await next.chat(1) == nil)
    #expect(try await next.chat(2) == nil)
    #expect(try await next.chat(3) != nil)
    #expect(try await next.verify() == [])
  }

  @Test func `A job tells how far it is, up to the whole, and then that it is over`() async throws {
    let store = try await fixture.open()
    try await fill(store)
    let service = service(store)
    let events = await service.events()
    try await service.start()
    await service.shutDown()
    var parts: [Double] = []
    var isOver = false
    for await event in events {
      switch event {
      case .jobProgressed(.emptyingTrash, let progress, _):
        #expect(!isOver)
        parts.append(progress.part)
      case .jobEnded(.emptyingTrash): isOver = true
      default: break
      }
    }
    #expect(isOver && parts.count >= 3 && parts.last == 1)
    #expect(parts == parts.sorted())
  }

  @Test func `Whoever waits to send goes before the next step of a job`() async throws {
    let store = try await fixture.open()
    try await fill(store)
    let held = FailingStore(store)
    let service = ChatService(store: held, agents: FixedAgents([]), surroundings: ManualSurroundings())
    let events = await service.events()
    held.holdWrites()
    let emptying = Task { try await service.start() }
    await held.heldWrite()
    let renaming = Task { try await service.rename(chatID(3), to: "Between") }
    // By the time that the disk has answered these, the new title waits for its turn.
    for _ in 1...20 { _ = try await service.chat(chatID(3)) }
    held.releaseWrites()
    var order: [String] = []
    for await event in events {
      switch event {
      case .jobProgressed(.emptyingTrash, _, _): order.append("step")
      case .saved(let chat) where chat.title == "Between": order.append("send")
      case .jobEnded: await service.shutDown()
      default: break
      }
    }
    try await emptying.value
    _ = try await renaming.value
    #expect(order.prefix(3) == ["step", "send", "step"])
  }

  @Test func `A job stops when the service shuts down, and what is left goes with the next start`() async throws {
    let store = try await fixture.open()
    try await fill(store)
    let first = service(store)
    let events = await first.events()
    let emptying = Task { try await first.start() }
    for await event in events { if case .jobProgressed = event { await first.shutDown() } }
    try await emptying.value
    try await service(store).start()
    #expect(try await store.chat(1) == nil)
    #expect(try await store.verify() == [])
  }
}
