import Domain
import Glibc
import TestSupport
import Testing

@testable import Storage

/// A disk that is full and stays full: looking needs no room, and deleting always finds some.
@Suite(.timeLimit(.minutes(2)), .enabled(if: SmallDisk.canMount, "needs the right to mount"))
struct FullDiskTests {
  let fixture = FolderFixture()

  private func disk() throws -> SmallDisk { try #require(SmallDisk(at: fixture.path + "/disk", megabytes: 64)) }

  private func library(on disk: SmallDisk) -> SQLiteLibrary {
    SQLiteLibrary(at: disk.path + "/home", surroundings: ManualSurroundings())
  }

  private func fill(_ chats: ClosedRange<Int>, on disk: SmallDisk) async throws {
    let store = try await library(on: disk).open()
    let text = String(repeating: "x", count: 2_000)
    for chat in chats {
      try await store.write { store throws(StoreError) in
        try store.insert(newChat(chat))
        for number in 1...100 { try store.append(newMessage(chat * 1_000 + number, in: chat, text: text)) }
      }
    }
    await store.close()
  }

  @Test func `Looking again and again spends nothing of the reserve, and then a delete works`() async throws {
    let disk = try disk()
    try await fill(1...3, on: disk)
    let reserve = Reserve(path: disk.path + "/home/reserve")
    #expect(reserve.size == Reserve.bytes)
    for _ in 1...5 {
      disk.fill()
      let store = try await library(on: disk).open()
      #expect(try await store.messages(in: 1).count == 100)
      #expect(try await store.verify() == [])
      await store.close()
    }
    #expect(reserve.size == Reserve.bytes)
    disk.fill()
    let store = try await library(on: disk).open()
    try await store.write { store throws(StoreError) in try store.remove(chatID(1)) }
    #expect(try await store.chat(1) == nil)
    await store.close()
  }

  @Test func `After each delete the reserve is there again, however often the disk is filled`() async throws {
    let disk = try disk()
    try await fill(1...10, on: disk)
    for chat in 1...10 {
      disk.fill()
      let store = try await library(on: disk).open()
      disk.fill()
      try await store.write { store throws(StoreError) in try store.remove(chatID(chat)) }
      await store.close()
      #expect(Reserve(path: disk.path + "/home/reserve").size >= 1 << 20, "after delete \(chat)")
    }
    disk.empty()
    await (try await library(on: disk).open()).close()
    #expect(Reserve(path: disk.path + "/home/reserve").size == Reserve.bytes)
  }

  @Test func `A library whose index was taken away is opened with a little of the reserve`() async throws {
    let disk = try disk()
    try await fill(1...1, on: disk)
    for end in ["-wal", "-shm"] { unlink(disk.path + "/home/sotto.db" + end) }
    disk.fill()
    let store = try await library(on: disk).open()
    #expect(try await store.messages(in: 1).count == 100)
    #expect(Reserve(path: disk.path + "/home/reserve").size == Reserve.bytes - Reserve.loan)
    try await store.write { store throws(StoreError) in try store.remove(chatID(1)) }
    #expect(try await store.chat(1) == nil)
  }

  @Test func `Where no place is left for one more file, reading and deleting work, and the reserve comes back`()
    async throws
  {
    let disk = try #require(SmallDisk(at: fixture.path + "/disk", megabytes: 64, files: 40))
    try await fill(1...3, on: disk)
    var count = 0
    while true {
      let file = open("\(disk.path)/file\(count)", O_WRONLY | O_CREAT, 0o600)
      if file < 0 { break }
      close(file)
      count += 1
    }
    #expect(errno == ENOSPC)
    let reserve = Reserve(path: disk.path + "/home/reserve")
    for chat in 1...3 {
      let store = try await library(on: disk).open()
      #expect(store.readOnly == nil)
      #expect(try await store.messages(in: chat).count == 100)
      try await store.write { store throws(StoreError) in try store.remove(chatID(chat)) }
      #expect(try await store.chat(chat) == nil)
      await store.close()
      // A test beside this one that is just starting a program holds the files of this one until it is that program, and
      // so the place of one that was removed: then the next time takes the reserve.
      if reserve.size == 0 { try await library(on: disk).open().close() }
      #expect(reserve.size == Reserve.bytes, "after delete \(chat)")
    }
  }

  @Test func `The end of a model's load is noted on a full disk, so that it does not count as cut off`() async throws {
    let disk = try disk()
    try await fill(1...1, on: disk)
    let store = try await library(on: disk).open()
    let model = LocalModel(
      id: try #require(ModelID(bytes: Array(repeating: 7, count: 32))), name: "Tiny",
      facts: ModelFacts(architecture: "llama", hasTemplate: false),
      file: ModelFile(path: "/tiny.gguf", bytes: 1, modifiedAt: 0, inode: 0, device: 0), addedAt: time(1_000))
    try await store.write { store throws(StoreError) in
      try store.save(model)
      try store.beginLoad(of: model.id)
    }
    disk.fill()
    await #expect(throws: StoreError.self) {
      try await store.write { store throws(StoreError) in
        try store.append(newMessage(1_500, in: 1, text: String(repeating: "x", count: 100_000)))
      }
    }
    try await store.write { store throws(StoreError) in try store.endLoad(of: model.id, endedEngine: false) }
    await store.close()
    let again = try await library(on: disk).open()
    #expect(try await again.read { store throws(StoreError) in try store.models() }.map(\.loadFault) == [nil])
    await again.close()
  }

  @Test
  func `A disk of little more than a megabyte has room for one delete after the other, however often it is filled`()
    async throws
  {
    let disk = try #require(SmallDisk(at: fixture.path + "/disk", kilobytes: 1_200))
    let store = try await library(on: disk).open()
    for chat in 1...4 {
      try await store.write { store throws(StoreError) in
        try store.insert(newChat(chat))
        for number in 1...5 { try store.append(newMessage(chat * 1_000 + number, in: chat)) }
      }
    }
    await store.close()
    for chat in 1...4 {
      disk.fill()
      let store = try await library(on: disk).open()
      disk.fill()
      try await store.write { store throws(StoreError) in try store.remove(chatID(chat)) }
      #expect(try await store.chat(chat) == nil)
      await store.close()
      #expect(Reserve(path: disk.path + "/home/reserve").size > 0, "after delete \(chat)")
    }
  }

  @Test func `A small disk has a small reserve, and that is enough to delete a chat`() async throws {
    let disk = try #require(SmallDisk(at: fixture.path + "/disk", megabytes: 8))
    try await fill(1...1, on: disk)
    let reserve = Reserve(path: disk.path + "/home/reserve")
    #expect((Reserve.least..<Reserve.bytes).contains(reserve.size))
    disk.fill()
    let store = try await library(on: disk).open()
    try await store.write { store throws(StoreError) in try store.remove(chatID(1)) }
    #expect(try await store.chat(1) == nil)
  }
}
