import Domain
import Testing
import TestSupport

@testable import Storage

@Suite(.timeLimit(.minutes(1)))
struct CancellationTests {
  private let fixture = FolderFixture()

  /// Counts without end unless it is called off: one that did not end at once would outlast the time limit.
  private static let slow = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

  /// A read that takes for ever; the latch opens when it has begun.
  private func slowRead(_ store: SQLiteStore, _ began: Bell, nested: Bool = false) -> Task<StoreError?, Never> {
    Task {
      do throws(StoreError) {
        try await store.read(.long) { store throws(StoreError) in
          guard let transaction = store as? ReadTransaction else { return }
          began.ring()
          if nested {
            // One statement within another's row: both are under way when it is called off.
            _ = try transaction.connection.rows("SELECT id FROM message") { row throws(StoreError) in
              try transaction.connection.number(Self.slow)
            }
          } else {
            _ = try transaction.connection.number(Self.slow)
          }
        }
        return nil
      } catch {
        return error
      }
    }
  }

  @Test(arguments: [false, true]) func `A long read ends at once when it is called off, and the next ones are whole`(
    nested: Bool
  ) async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 20)
    var fastest = Duration.seconds(60)
    for _ in 1...20 {
      let began = Bell()
      let reading = slowRead(store, began, nested: nested)
      await began.heard()
      let called = ContinuousClock.now
      reading.cancel()
      #expect(await reading.value == .cancelled)
      fastest = min(fastest, ContinuousClock.now - called)
      // On the same connection.
      let count = try await store.read(.long) { store throws(StoreError) in
        try store.messages(in: chatID(1), .newest(limit: 100)).count
      }
      #expect(count == 20)
    }
    // Whoever else is at work: one of twenty has the processor at once.
    #expect(fastest < .seconds(1))
  }

  @Test func `While a long read runs, brief ones and sends go on`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 20)
    let began = Bell()
    let reading = slowRead(store, began)
    await began.heard()
    await withTaskGroup { group in
      for _ in 1...50 { group.addTask { #expect((try? await store.messages().count) ?? 0 >= 20) } }
    }
    try await store.write { store throws(StoreError) in try store.append(newMessage(21)) }
    reading.cancel()
    #expect(await reading.value == .cancelled)
  }

  @Test func `One that is called off before its turn never begins`() async throws {
    let store = try await fixture.open()
    let began = Bell()
    let first = slowRead(store, began)
    await began.heard()
    let second = slowRead(store, Bell())
    second.cancel()
    first.cancel()
    #expect(await first.value == .cancelled)
    #expect(await second.value == .cancelled)
  }

  @Test func `What is called off at any moment leaves the reads beside it alone`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 200)
    let page = MessagePage.newest(limit: 200)
    let results = await withTaskGroup(of: Int?.self) { group in
      for number in 1...400 {
        group.addTask {
          let reading = Task { () -> Int? in
            do throws(StoreError) {
              return try await store.read(.long) { store throws(StoreError) in
                try store.messages(in: chatID(1), page).count
              }
            } catch {
              return error == .cancelled ? nil : -1
            }
          }
          if number % 2 == 0 { reading.cancel() }
          let count = await reading.value
          return number % 2 == 0 && count == nil ? 200 : count
        }
      }
      var all: [Int?] = []
      for await count in group { all.append(count) }
      return all
    }
    #expect(results.allSatisfy { $0 == 200 })
  }

  @Test func `A brief read is finished even for a task that was called off: a reply's end depends on it`() async throws
  {
    let store = try await fixture.open()
    try await store.fill(messages: 3)
    let reading = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.messages().count
    }
    #expect(try await reading.value == 3)
  }
}

/// Rung once, from any thread.
final class Bell: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func ring() { continuation.finish() }
  func heard() async { for await _ in stream {} }
}
