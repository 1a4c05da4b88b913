import Domain
import Glibc
import Synchronization
import Testing
import TestSupport

@testable import Storage

/// A picture's files go with the last row that names it, and not before.
@Suite(.timeLimit(.minutes(1)))
struct PictureRemovalTests {
  let fixture = FolderFixture()

  /// Chat 1 with a message 1 that shows picture 1 and a message 2 that shows pictures 1 and 2, and the empty chat 2.
  private func open() async throws -> SQLiteStore {
    let store = try await fixture.open()
    try await store.fill(messages: 0)
    try await store.fill(chat: 2, messages: 0)
    try await store.put(1, 2)
    try await store.append(1, showing: [attached(1)])
    try await store.append(2, showing: [attached(1), attached(2)])
    return store
  }

  private func files() -> [Int] { [fixture.files(1), fixture.files(2)] }

  @Test func `Two messages share one file, and it goes with the second`() async throws {
    let store = try await open()
    try await store.write { store throws(StoreError) in try store.remove(messageID(1)) }
    #expect(files() == [3, 3])
    try await store.write { store throws(StoreError) in try store.remove(messageID(2)) }
    #expect(files() == [0, 0])
    #expect(fixture.allFiles() == [])
    #expect(try await store.verify() == [])
  }

  @Test func `Removing a chat for ever removes the pictures of its messages and its draft, deletion it does not`()
    async throws
  {
    let store = try await open()
    try await store.put(3)
    try await store.setDraft(Draft(pictures: [attached(3)]))
    try await store.append(3, in: 2, showing: [attached(2)])
    try await store.write { store throws(StoreError) in
      var chat = newChat(1)
      chat.trashedAt = time(9)
      try store.update(chat)
    }
    #expect(files() + [fixture.files(3)] == [3, 3, 3])
    try await store.write { store throws(StoreError) in try store.remove(chatID(1)) }
    #expect(files() + [fixture.files(3)] == [0, 3, 0])
    try await store.write { store throws(StoreError) in try store.remove(chatID(2)) }
    #expect(fixture.allFiles() == [])
  }

  @Test func `Shortening a chat removes the pictures of what it cuts off`() async throws {
    let store = try await open()
    #expect(try await store.write { store throws(StoreError) in try store.shorten(chatID(1), by: 1) })
    #expect(files() == [3, 0])
  }

  @Test func `An update with other pictures removes those that it leaves out`() async throws {
    let store = try await open()
    try await store.write { store throws(StoreError) in
      try store.update(newMessage(1, showing: []))
      try store.update(newMessage(2, showing: [attached(2)]))
    }
    #expect(files() == [0, 3])
    // A text alone removes nothing.
    try await store.write { store throws(StoreError) in
      var message = newMessage(2, showing: [attached(2)])
      message.text = "other"
      try store.update(message)
    }
    #expect(files() == [0, 3])
  }

  @Test func `A transaction that is undone removes nothing`() async throws {
    let store = try await open()
    let undone = await error {
      try await store.write { store throws(StoreError) in
        try store.remove(chatID(1))
        throw .noSuchChat
      }
    }
    #expect(undone == .noSuchChat)
    #expect(files() == [3, 3])
    #expect(try await store.messages().count == 2)
  }

  @Test(arguments: [true, false])
  func `A draft that is sent keeps its files, whichever is written first`(messageFirst: Bool) async throws {
    let store = try await open()
    try await store.put(3)
    try await store.setDraft(Draft(text: "x", pictures: [attached(3)]))
    try await store.write { store throws(StoreError) in
      if !messageFirst { try store.setDraft(Draft(), in: chatID(1)) }
      try store.append(newMessage(3, showing: [attached(3)]))
      if messageFirst { try store.setDraft(Draft(), in: chatID(1)) }
    }
    #expect(fixture.files(3) == 3)
    #expect(try await store.message(3)?.attachments == [attached(3)])
    #expect(try await store.draft() == nil)
    try await store.write { store throws(StoreError) in try store.remove(messageID(3)) }
    #expect(fixture.files(3) == 0)
  }

  @Test func `A picture taken out of a draft goes, and is there when it is added again at once`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 0)
    try await store.put(1)
    try await store.setDraft(Draft(text: "x", pictures: [attached(1)]))
    try await store.setDraft(Draft(text: "x"))
    #expect(fixture.files(1) == 0)

    try await store.put(1)
    try await store.setDraft(Draft(text: "x", pictures: [attached(1)]))
    // Taken out and added again before the draft without it was saved.
    try await store.put(1)
    try await store.setDraft(Draft(text: "x"))
    #expect(fixture.files(1) == 3)
    try await store.setDraft(Draft(text: "x", pictures: [attached(1)]))
    try await store.setDraft(Draft())
    #expect(fixture.files(1) == 0)
  }

  /// A store of its own, as another process has it, and this one, which calls `between` before it removes files.
  private func openBoth(
    busyTimeout: Duration = .seconds(5), _ between: @escaping @Sendable (SQLiteStore) async throws -> Void
  ) async throws -> (SQLiteStore, other: SQLiteStore) {
    let other = try await fixture.open()
    try await other.fill(messages: 0)
    try await other.fill(chat: 2, messages: 0)
    let library = fixture.library(busyTimeout: busyTimeout) {
      $0.beforeRemoval = {
        let latch = Latch()
        Task {
          try await between(other)
          latch.open()
        }
        latch.wait()
      }
    }
    return (try await library.open(), other)
  }

  @Test func `A picture that another process sends between the delete and the removal stays`() async throws {
    let (store, other) = try await openBoth { try await $0.append(2, in: 2, showing: [attached(1)]) }
    try await store.put(1)
    try await store.append(1, showing: [attached(1)])
    try await store.write { store throws(StoreError) in try store.remove(messageID(1)) }
    #expect(fixture.files(1) == 3)
    #expect(try await other.message(2)?.attachments == [attached(1)])
    #expect(try await store.verify() == [])
    try await other.write { store throws(StoreError) in try store.remove(messageID(2)) }
    #expect(fixture.files(1) == 0)
  }

  @Test func `A removal that meets a lock fails no delete, and is done with the next write`() async throws {
    let held = Latch()
    let holder = Mutex<Task<Void, any Error>?>(nil)
    let isFirst = Mutex(true)
    let (store, _) = try await openBoth(busyTimeout: .zero) { other in
      guard isFirst.withLock({ first in (first, first = false).0 }) else { return }
      let isHolding = Latch()
      let task = Task {
        try await other.write { _ throws(StoreError) in
          isHolding.open()
          held.wait()
        }
      }
      holder.withLock { $0 = task }
      await offPool { isHolding.wait() }
    }
    try await store.put(1)
    try await store.append(1, showing: [attached(1)])
    try await store.write { store throws(StoreError) in try store.remove(messageID(1)) }
    #expect(fixture.files(1) == 3)
    held.open()
    try await holder.withLock({ $0 })?.value
    try await store.append(2, showing: [])
    #expect(fixture.files(1) == 0)
  }

  @Test(.enabled(if: SmallDisk.canMount, "needs the right to mount"))
  func `Deleting works on a full disk and gives the pictures' room back`() async throws {
    let disk = try #require(SmallDisk(at: fixture.path + "/disk", megabytes: 48))
    let store = try await SQLiteLibrary(at: disk.path + "/home", surroundings: ManualSurroundings()).open()
    try await store.fill(messages: 0)
    for number in 1...4 {
      let picture = newPicture(number, bytes: 2_000_000)
      _ = try await store.pictures.put(picture)
      try await store.append(number, showing: [attached(picture)])
    }
    disk.fill()
    for number in 5...400 {
      // Until not even the log has room.
      let thrown = await error { try await store.append(number, showing: []) }
      if thrown != nil { break }
    }
    try await store.write { store throws(StoreError) in try store.remove(chatID(1)) }
    let shelves = Files.names(in: disk.path + "/home/pictures")
    #expect(shelves.flatMap { Files.names(in: "\(disk.path)/home/pictures/\($0)") } == [])
    #expect(
      try await store.pictures.put(newPicture(9, bytes: 3_000_000))
        == PictureHash(of: newPicture(9, bytes: 3_000_000).full.bytes))
  }
}
