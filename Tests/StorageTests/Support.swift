import Dispatch
import Domain
import Glibc
import Testing
import TestSupport

@testable import Storage

/// A folder of its own for one test, gone with it.
final class FolderFixture: Sendable {
  let path: String

  init() {
    path = newTemporaryFolder("sotto-storage")
  }

  deinit {
    removeAll(path)
  }

  var home: String { path + "/home" }
  var folder: Folder { Folder(path: home) }

  func library(
    _ surroundings: ManualSurroundings = ManualSurroundings(), busyTimeout: Duration = .seconds(5),
    _ change: (inout SQLiteLibrary.Options) -> Void = { _ in }
  ) -> SQLiteLibrary {
    var library = SQLiteLibrary(at: home, surroundings: surroundings, busyTimeout: busyTimeout)
    change(&library.options)
    return library
  }

  func open(_ surroundings: ManualSurroundings = ManualSurroundings()) async throws -> SQLiteStore {
    try await library(surroundings).open()
  }

  /// Returns when no process holds the library: one that a test beside this one is just starting holds what this one had
  /// open until it is its program.
  func waitUntilNobodyIsIn() throws { try waitUntilNobodyIsIn(folder) }
  func waitUntilNobodyIsIn(_ folder: Folder) throws {
    try LibraryLock(of: folder).enter(alone: true, busyTimeout: .seconds(20))
  }

  /// A connection behind the store's back, for planting damage.
  func connection(_ mode: Connection.Mode = .writing) throws -> Connection {
    let connection = try Connection(path: folder.database, mode: mode, busyTimeout: .seconds(5))
    try connection.run("PRAGMA foreign_keys = OFF")
    try connection.run("PRAGMA ignore_check_constraints = ON")
    return connection
  }
}

/// Removes a folder with all that is in it; links are not followed.
func removeAll(_ path: String) {
  for name in Files.names(in: path) {
    let inner = "\(path)/\(name)"
    if unlink(inner) != 0 { removeAll(inner) }
  }
  rmdir(path)
}

/// The whole content of a file.
func bytes(of path: String) -> [UInt8] {
  guard let file = fopen(path, "rb") else { return [] }
  defer { fclose(file) }
  var all: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0 { return all }
    all += buffer.prefix(count)
  }
}

func write(_ bytes: [UInt8], to path: String) {
  guard let file = fopen(path, "wb") else { return }
  fwrite(bytes, 1, bytes.count, file)
  fclose(file)
}

/// The format of a library that is made today.
let today = Migration.all.count

/// Ids that say which is which: chat 1, message 7.
func chatID(_ number: Int) -> ChatID { ChatID(high: 0x0190_0000_0000_7000, low: 1 << 63 | UInt64(number)) }
func messageID(_ number: Int) -> MessageID { MessageID(high: 0x0191_0000_0000_7000, low: 1 << 63 | UInt64(number)) }
func time(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

func newChat(_ number: Int, title: String? = nil, at milliseconds: Int64 = 1_000, pinned: Bool = false) -> Chat {
  var chat = Chat(id: chatID(number), agent: "crew", createdAt: time(milliseconds))
  chat.title = title ?? "Chat \(number)"
  chat.titleOrigin = .automatic
  chat.isPinned = pinned
  return chat
}

/// Finds chats by their titles in English.
func titled(_ part: String) -> TitleFilter { TitleFilter(part: part, untitled: "New Chat", picture: "Photo") }

func newMessage(
  _ number: Int, in chat: Int = 1, sequence: Int? = nil, sender: Sender = .user, text: String? = nil,
  state: MessageState = .complete
) -> Message {
  Message(
    id: messageID(number), chat: chatID(chat), sequence: Int64(sequence ?? number), sender: sender,
    text: text ?? "Message \(number)", state: state, createdAt: time(Int64(1_000 + number)))
}

extension SQLiteStore {
  /// Chat 1 with so many messages, numbered from 1, user and agent in turn.
  func fill(chat: Int = 1, messages count: Int) async throws {
    try await write { store throws(StoreError) in
      try store.insert(newChat(chat))
      guard count > 0 else { return }
      for number in 1...count {
        try store.append(newMessage(number, in: chat, sender: number % 2 == 1 ? .user : .agent))
      }
    }
  }

  /// What is wrong, without what was set aside before and is named for good.
  func findingsNow() async throws -> [Finding] {
    try await verify().filter { $0.kind != "set-aside" || $0.isDamage }
  }

  func chats(_ query: ChatQuery) async throws -> [Chat] {
    try await read { store throws(StoreError) in try store.chats(query) }
  }

  func messages(_ page: MessagePage = .newest(limit: 100_000), in chat: Int = 1) async throws -> [Message] {
    try await read { store throws(StoreError) in try store.messages(in: chatID(chat), page) }
  }

  func message(_ number: Int) async throws -> Message? {
    try await read { store throws(StoreError) in try store.message(messageID(number)) }
  }

  func chat(_ number: Int) async throws -> Chat? {
    try await read { store throws(StoreError) in try store.chat(chatID(number)) }
  }
}

/// The error that `body` throws, for comparing whole.
func error(_ body: () async throws -> some Any) async -> StoreError? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? StoreError
  }
}

/// Holds up a thread that is not the pool's, until a test opens it.
final class Latch: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  func wait() { semaphore.wait() }
  func open() { semaphore.signal() }
}
