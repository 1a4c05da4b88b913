import Domain
import Storage
import TestLibrary
import TestSupport
import Testing

/// A chat's messages in pages, while the chat changes.
@Suite(.timeLimit(.minutes(1)))
struct MessagePagesTests {
  /// All that the pages bring; `meanwhile` is called behind each with its number, from 1 on.
  private func read(_ pages: MessagePages, _ meanwhile: (Int) async throws -> Void = { _ in }) async throws -> [String]
  {
    var texts: [String] = []
    var number = 0
    for try await page in pages {
      texts += page.map(\.text)
      number += 1
      try await meanwhile(number)
    }
    return texts
  }

  private func names(_ numbers: some Sequence<Int>) -> [String] { numbers.map { "Message \($0)" } }

  /// Adds a message as the user's newest version after `parent`.
  private func fork(_ text: String, after parent: MessageID?, in chat: ChatID, _ library: TestLibrary) async throws {
    let id: MessageID = library.surroundings.newID()
    let now = library.surroundings.now()
    try await library.store.write { store throws(StoreError) in
      _ = try store.append(Message(id: id, chat: chat, sender: .user, text: text, createdAt: now), after: parent)
    }
  }

  private func remove(_ messages: some Sequence<Message>, _ library: TestLibrary) async throws {
    let ids = messages.map(\.id)
    try await library.store.write { store throws(StoreError) in for id in ids { try store.remove(id) } }
  }

  @Test func `A chat is read from either end, in pages of the length that was asked for`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 25)
    for scope in [MessageScope.line, .allBranches] {
      var lengths: [Int] = []
      var texts: [String] = []
      for try await page in library.service.pages(of: chat.id, .oldestFirst, scope, length: 10) {
        lengths.append(page.count)
        texts += page.map(\.text)
      }
      #expect(lengths == [10, 10, 5])
      #expect(texts == names(1...25))
      let back = try await read(library.service.pages(of: chat.id, .newestFirst, scope, length: 7))
      #expect(back == names((1...25).reversed()))
      #expect(try await read(library.service.pages(of: chat.id, .oldestFirst, scope, length: 25)) == names(1...25))
    }
    let empty = try await library.chat(messages: 0)
    #expect(try await read(library.service.pages(of: empty.id, .oldestFirst)) == [])
    #expect(try await read(library.service.pages(of: empty.id, .newestFirst, .allBranches)) == [])
  }

  @Test func `The line has the shown branch, all branches have every message in the order of their numbers`()
    async throws
  {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 6)
    let saved = try await library.saved(in: chat.id)
    try await fork("Another third", after: saved[1].id, in: chat.id, library)
    try await fork("Another first", after: nil, in: chat.id, library)
    try await library.service.choose(saved[5].id)
    try await fork("Another fourth", after: saved[2].id, in: chat.id, library)
    let line = ["Message 1", "Message 2", "Message 3", "Another fourth"]
    let all = names(1...6) + ["Another third", "Another first", "Another fourth"]
    for length in [1, 2, 3, 50] {
      let service = library.service
      #expect(try await read(service.pages(of: chat.id, .oldestFirst, length: length)) == line)
      #expect(try await read(service.pages(of: chat.id, .newestFirst, length: length)) == line.reversed())
      #expect(try await read(service.pages(of: chat.id, .oldestFirst, .allBranches, length: length)) == all)
      #expect(try await read(service.pages(of: chat.id, .newestFirst, .allBranches, length: length)) == all.reversed())
    }
  }

  @Test(arguments: [MessageScope.line, .allBranches], [MessageOrder.oldestFirst, .newestFirst])
  func `Reading goes on where the message is deleted at which it stands, and where the whole page is`(
    scope: MessageScope, order: MessageOrder
  ) async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 30)
    let shown = try await library.saved(in: chat.id)
    // In a chat of several branches, too.
    try await fork("Aside", after: shown[28].id, in: chat.id, library)
    try await library.service.choose(shown[29].id)
    let pages = library.service.pages(of: chat.id, order, scope, length: 5)
    var all: [Message] = []
    for try await page in pages { all += page }
    #expect(all.count == (scope == .line ? 30 : 31))
    let texts = try await read(pages) { page in
      switch page {
      // The place itself, the whole page, and what is to come next.
      case 1: try await remove(all[3...4], library)
      case 2: try await remove(all[5...9], library)
      case 3: try await remove(all[15...16], library)
      default: break
      }
    }
    #expect(texts == all.indices.filter { $0 != 15 && $0 != 16 }.map { all[$0].text })
  }

  @Test(arguments: [MessageOrder.oldestFirst, .newestFirst])
  func `Whatever is deleted between pages, each message that stays comes once and in its order`(
    order: MessageOrder
  ) async throws {
    let seed = Effort.seed(7)
    var chance = SeededChance(seed: seed)
    let library = try await TestLibrary()
    for round in 0..<12 {
      let chat = try await library.chat(messages: 40)
      var left = try await library.saved(in: chat.id)
      let scope = Bool.random(using: &chance) ? MessageScope.line : .allBranches
      let texts = try await read(library.service.pages(of: chat.id, order, scope, length: 4)) { _ in
        for _ in 0..<Int.random(in: 0...6, using: &chance) where !left.isEmpty {
          try await remove([left.remove(at: Int.random(in: left.indices, using: &chance))], library)
        }
      }
      let numbers = texts.compactMap { Int($0.dropFirst("Message ".count)) }
      let ordered = order == .oldestFirst ? numbers.sorted() : numbers.sorted().reversed()
      #expect(numbers == ordered && Set(numbers).count == numbers.count, "seed \(seed), round \(round)")
      #expect(Set(left.map(\.text)).isSubset(of: texts), "seed \(seed), round \(round)")
    }
  }

  @Test func `What is added behind the place comes, and what is put between others brings none twice`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 8)
    let saved = try await library.saved(in: chat.id)
    let id: MessageID = library.surroundings.newID()
    let now = library.surroundings.now()
    for scope in [MessageScope.line, .allBranches] {
      let texts = try await read(library.service.pages(of: chat.id, .oldestFirst, scope, length: 4)) { page in
        guard page == 1, scope == .line else { return }
        // The numbers of what is behind it grow.
        try await library.store.write { store throws(StoreError) in
          let summary = Message(id: id, chat: chat.id, sender: .summary, text: "In short", createdAt: now)
          try store.insert(summary, after: saved[1].id)
        }
        try await fork("Added", after: saved[7].id, in: chat.id, library)
      }
      let summary = scope == .line ? [] : ["In short"]
      #expect(texts == names(1...2) + summary + names(3...8) + ["Added"])
    }
    let back = try await read(library.service.pages(of: chat.id, .newestFirst, .allBranches, length: 3)) { page in
      if page == 1 { try await remove([saved[0]], library) }
    }
    #expect(back == ["Added"] + names((3...8).reversed()) + ["In short", "Message 2"])
  }

  @Test func `A line is read to its end by the branch on which it was begun`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 9)
    let saved = try await library.saved(in: chat.id)
    let texts = try await read(library.service.pages(of: chat.id, .oldestFirst, length: 3)) { page in
      if page == 2 { try await fork("Elsewhere", after: saved[0].id, in: chat.id, library) }
    }
    #expect(texts == names(1...9))
    let back = try await read(library.service.pages(of: chat.id, .newestFirst, length: 1)) { page in
      if page == 1 { try await library.service.choose(saved[8].id) }
    }
    #expect(back == ["Elsewhere", "Message 1"])
  }

  @Test func `Reading goes on behind what was read already`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 10)
    let saved = try await library.saved(in: chat.id)
    let pages = library.service.pages(of: chat.id, .oldestFirst, length: 3, beyond: Array(saved[2...4]))
    #expect(try await read(pages) == names(6...10))
    let upwards = library.service.pages(of: chat.id, .newestFirst, length: 3, beyond: saved[2...4].reversed())
    #expect(try await read(upwards) == names([2, 1]))
    try await remove(saved[2...4], library)
    #expect(try await read(pages) == names(6...10))
    #expect(try await read(upwards) == names([2, 1]))
  }

  @Test func `Cancelling ends the reading between two pages, and says so`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 30)
    let reading = Task { () async throws -> Int in
      var pages = 0
      do throws(StoreError) {
        for try await _ in library.service.pages(of: chat.id, .oldestFirst, length: 10) {
          pages += 1
          if pages == 2 { withUnsafeCurrentTask { $0?.cancel() } }
        }
      } catch {
        #expect(error == .cancelled)
        return pages
      }
      Issue.record("The reading was not cancelled")
      return pages
    }
    #expect(try await reading.value == 2)
  }

  @Test func `A page that cannot be read throws why, and the next try brings it`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 4)
    var pages = library.service.pages(of: chat.id, .oldestFirst, length: 2).makeAsyncIterator()
    #expect(try await pages.next()?.map(\.text) == names(1...2))
    library.failing.failReads(with: .diskFull(path: "/"))
    await #expect(throws: StoreError.diskFull(path: "/")) { _ = try await pages.next() }
    library.failing.failReads(with: nil)
    #expect(try await pages.next()?.map(\.text) == names(3...4))
    #expect(try await pages.next() == nil)
  }

  @Test func `A prompt goes on above a message that was deleted while it was read`() async throws {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 20)
    _ = try await library.service.send("Next", in: chat.id)
    await library.puppet.asked(times: 1)
    let prompt = try #require(library.puppet.request).messages
    let newest = try await prompt.page(limit: 5)
    #expect(newest.messages.map(\.text) == names(17...20) + ["Next"])
    try await remove(try await library.saved(in: chat.id).filter { $0.text == "Message 17" }, library)
    let page = try await prompt.page(before: newest.start, limit: 50)
    #expect(page.messages.map(\.text) == names(1...16))
    #expect(page.start == nil)
  }

  @Test(arguments: [MessageScope.line, .allBranches], [1, 2, 3])
  func `A summary that is moved while a chat is read leaves no message out and brings none twice`(
    scope: MessageScope, length: Int
  ) async throws {
    for (state, order) in [
      (MessageState.queued, MessageOrder.oldestFirst), (.failed, .oldestFirst), (.queued, .newestFirst),
    ] {
      let library = try await TestLibrary()
      let chat = try await library.chat(messages: 8)
      let saved = try await library.saved(in: chat.id)
      let id: MessageID = library.surroundings.newID()
      let now = library.surroundings.now()
      try await library.store.write { store throws(StoreError) in
        let summary = Message(
          id: id, chat: chat.id, sender: .summary, text: "", state: state, createdAt: now)
        try store.insert(summary, after: saved[2].id)
      }
      var pages = library.service.pages(of: chat.id, order, scope, length: length).makeAsyncIterator()
      var read: [MessageID] = []
      while let page = try await pages.next() {
        read += page.map(\.id)
        guard page.last?.id == id else { continue }
        try await library.store.write { store throws(StoreError) in try store.move(id, after: saved[6].id) }
      }
      let others = read.filter { $0 != id }
      #expect(others == (order == .oldestFirst ? saved : saved.reversed()).map(\.id))
      #expect(read.count { $0 == id } == 1)
    }
  }
}
