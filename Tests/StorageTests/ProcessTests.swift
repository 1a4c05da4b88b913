import Domain
import Glibc
import Testing
import TestSupport

@testable import Storage

/// Against real other processes: killed, stopped or just busy.
@Suite(.timeLimit(.minutes(1)))
struct ProcessTests {
  let fixture = FolderFixture()

  @Test func `A process killed between two statements leaves the last committed state`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 10)
    let child = try Child("die-between", on: fixture.home)
    #expect(await child.end() == SIGKILL)
    for store in [store, try await fixture.open()] {
      #expect(try await store.messages().map(\.id) == (1...10).map(messageID))
      #expect(try await store.chat(1)?.messageCount == 10)
    }
    await store.close()
    #expect(try await fixture.open().verify() == [])
  }

  @Test func `What a write has returned is there after the process is killed`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 10)
    await store.close()
    let child = try Child("die-after", on: fixture.home)
    #expect(await child.end() == SIGKILL)
    #expect(try await fixture.open().messages().map(\.id) == (1...110).map(messageID))
  }

  @Test func `A process stopped in mid-transaction is told as a lock, and reading goes on`() async throws {
    let store = try await fixture.library(busyTimeout: .milliseconds(200)).open()
    try await store.fill(messages: 3)
    let child = try Child("hold", on: fixture.home)
    #expect(await child.isReady())
    child.send(SIGSTOP)
    let locked = await error {
      try await store.write { store throws(StoreError) in try store.append(newMessage(4)) }
    }
    #expect(locked == .locked(path: fixture.folder.database))
    #expect(try await store.messages().count == 3)
    // Another one can still open the library and read.
    let second = try await fixture.library(busyTimeout: .milliseconds(200)).open()
    #expect(try await second.messages().count == 3)
    child.send(SIGKILL)
    #expect(await child.end() == SIGKILL)
    try await store.write { store throws(StoreError) in try store.append(newMessage(4)) }
    #expect(try await store.messages().map(\.text).last == "Message 4")
    #expect(try await store.read { store throws(StoreError) in try store.setting("held") } == nil)
  }

  @Test func `Who only reads waits neither to come in nor to leave for one that holds the lock`() async throws {
    let first = try await fixture.open()
    try await first.fill(messages: 3)
    await first.close()
    // As another program does it that knows nothing of Sotto.
    let other = try fixture.connection()
    try other.run("BEGIN IMMEDIATE")
    // Whoever waited would wait far beyond this test's time.
    let store = try await fixture.library(busyTimeout: .seconds(3_600)).open()
    #expect(try await store.messages().count == 3)
    await store.close()
    try other.run("ROLLBACK")
  }

  @Test func `Who waits in vain to write does not wait once more to leave`() async throws {
    let first = try await fixture.open()
    try await first.fill(messages: 3)
    await first.close()
    let other = try fixture.connection()
    try other.run("BEGIN IMMEDIATE")
    let store = try await fixture.library(busyTimeout: .seconds(2)).open()
    let clock = ContinuousClock()
    let began = clock.now
    let locked = await error {
      try await store.write { store throws(StoreError) in try store.append(newMessage(4)) }
    }
    let waited = began.duration(to: clock.now)
    #expect(locked == .locked(path: fixture.folder.database))
    // The whole of the patience, as one wait has it.
    #expect(waited >= .milliseconds(1_500))
    let leaving = clock.now
    await store.close()
    #expect(leaving.duration(to: clock.now) < waited)
    try other.run("ROLLBACK")
    let after = try await fixture.open()
    #expect(try await after.messages().count == 3)
    await after.close()
  }

  @Test func `A living process keeps its replies, and its death sets them free`() async throws {
    let store = try await fixture.open()
    try await store.write { store throws(StoreError) in
      try store.insert(newChat(1))
      try store.append(newMessage(1, sender: .agent, text: "", state: .streaming))
    }
    let heard = store.changesByOtherProcesses()
    let child = try Child("claim", on: fixture.home)
    #expect(await child.isReady())
    func owners() async throws -> [UnfinishedReply.Owner] {
      try await store.read { store throws(StoreError) in try store.unfinishedReplies(in: nil).map(\.owner) }
    }
    #expect(try await owners() == [.another])
    #expect(try await store.write { store throws(StoreError) in try store.claim(messageID(1)) } == false)
    // What the other process committed was heard here.
    for await change in heard where change.messages == [messageID(1)] { break }
    #expect(try await store.message(1)?.text == "from the child")

    // Stopped is not dead.
    child.send(SIGSTOP)
    #expect(try await owners() == [.another])
    child.send(SIGKILL)
    _ = await child.end()
    #expect(try await owners() == [.nobody])
    #expect(try await store.write { store throws(StoreError) in try store.claim(messageID(1)) })

    // Its lock file is swept by the next one that opens the library.
    func locks() -> Int { Files.names(in: fixture.folder.run).count { ProcessID($0.dropLast(5)) != nil } }
    #expect(locks() == 2)
    let next = try await fixture.open()
    #expect(locks() == 2)
    await next.close()
    await store.close()
    #expect(locks() == 0)
  }

  @Test func `A library that another process has open is neither set aside nor restored`() async throws {
    let store = try await fixture.open()
    let backup = try await store.backUp()
    await store.close()
    let child = try Child("stay", on: fixture.home)
    #expect(await child.isReady())
    let library = fixture.library(busyTimeout: .milliseconds(100))
    #expect(await error { try await library.startEmpty() } == .locked(path: fixture.home))
    #expect(await error { try await library.restore(backup) } == .locked(path: fixture.home))
    child.send(SIGKILL)
    _ = await child.end()
    try await library.startEmpty()
  }
}
