import Domain
import TestSupport
import Testing

@testable import Storage

/// Messages that are deleted and may be had back.
@Suite(.timeLimit(.minutes(2)))
struct DeletedMessageTests {
  let fixture = FolderFixture()

  /// Which message follows which, by all branches, and which are shown.
  private struct Tree: Hashable {
    var parents: [MessageID: MessageID?] = [:]
    var line: [MessageID]

    static func read(_ store: any StoreReading, chat: Int) throws(StoreError) -> Tree {
      var tree = Tree(line: try store.messages(in: chatID(chat), .newest(limit: 10_000)).map(\.id))
      for message in try store.allMessages(in: chatID(chat), .oldestFirst, beyond: nil, limit: 10_000) {
        tree.parents.updateValue(message.parent, forKey: message.id)
      }
      return tree
    }
  }

  @Test func `Messages that were deleted in any order are back where they were once all are restored`() async throws {
    let store = try await fixture.open()
    var chance = SeededChance(seed: Effort.seed(20_262))
    for round in 1...(Effort.isLong ? 400 : 60) {
      try await store.fill(chat: round, messages: 0)
      let seed = chance.next()
      try await store.write { store throws(StoreError) in
        var chance = SeededChance(seed: seed)
        var all: [MessageID] = []
        for number in 1...14 {
          let id = messageID(round * 1_000 + number)
          // Mostly at the end, now and then as another branch, or as one more beginning.
          let parent = chance.next() % 4 == 0 ? all.randomElement(using: &chance) : all.last
          let sender: Sender = chance.next() % 2 == 0 ? .user : .agent
          try store.append(
            Message(id: id, chat: chatID(round), sender: sender, text: "\(number)", createdAt: time(Int64(number))),
            after: chance.next() % 12 == 0 ? nil : parent)
          all.append(id)
        }
        if let other = all.randomElement(using: &chance) { try store.choose(other) }
        let before = try Tree.read(store, chat: round)
        var left = Set(all)
        var deleted: Set<MessageID> = []
        for _ in 0..<(1 + Int(chance.next() % 5)) {
          guard let id = all.filter(left.contains).randomElement(using: &chance) else { break }
          let others = try store.siblings(of: id).messages.filter { $0 != id }
          let gone = try store.delete(id, with: chance.next() % 2 == 0 ? others : [], at: time(5)).removed
          #expect(gone.first == id)
          deleted.insert(id)
          left.subtract(gone)
          let tree = try Tree.read(store, chat: round)
          #expect(Set(tree.parents.keys) == left, "seed \(seed), round \(round)")
          #expect(left.isEmpty || !tree.line.isEmpty)
          let count = try store.chat(chatID(round))?.messageCount
          #expect(count == left.count)
        }
        let back = try store.restore(deleted)
        #expect(Set(back) == Set(all).subtracting(left))
        let after = try Tree.read(store, chat: round)
        #expect(after.parents == before.parents, "seed \(seed), round \(round)")
        let count = try store.chat(chatID(round))?.messageCount
        #expect(count == all.count)
        if deleted.isSubset(of: before.line) { #expect(after.line == before.line, "seed \(seed), round \(round)") }
      }
    }
    #expect(try await store.verify() == [])
    await store.close()
  }

  @Test func `A library with deleted messages is sound, also once more was said, moved and removed`() async throws {
    let store = try await fixture.open()
    var chance = SeededChance(seed: Effort.seed(20_263))
    try await store.fill(messages: 6)
    var number = 100
    for round in 0..<(Effort.isLong ? 3_000 : 300) {
      number += 1
      let (seed, id) = (chance.next(), messageID(number))
      try await store.write { store throws(StoreError) in
        var chance = SeededChance(seed: seed)
        let line = try store.messages(in: chatID(1), .newest(limit: 1_000)).map(\.id)
        let deleted = try store.messages(deletedBefore: time(100_000_000), limit: 1_000)
        let message = Message(id: id, chat: chatID(1), sender: .agent, text: "\(round)", createdAt: time(9))
        switch chance.next() % 8 {
        case 0, 1: try store.append(message)
        case 2: if let above = line.randomElement(using: &chance) { try store.append(message, after: above) }
        case 3: if let above = line.randomElement(using: &chance) { try store.insert(message, after: above) }
        case 4: if let one = line.randomElement(using: &chance) { try store.remove(one) }
        case 5, 6: if let one = line.randomElement(using: &chance) { try store.delete(one, with: [], at: time(7)) }
        default:
          guard let one = deleted.randomElement(using: &chance) else { return }
          if chance.next() % 3 == 0 {
            try store.purge([one])
          } else {
            let back = try store.restore([one])
            let isShown = try store.isOnLine(one)
            #expect(back == [one] && isShown, "seed \(seed), round \(round)")
          }
        }
      }
      if round % 50 == 49 { #expect(try await store.verify() == [], "round \(round)") }
    }
    await store.close()
  }

  @Test func `What was said behind a deleted last message follows it when it is back`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 3)
    try await store.write { store throws(StoreError) in
      try store.delete(messageID(3), with: [], at: time(5))
      try store.append(newMessage(4))
      try store.restore([messageID(3)])
    }
    #expect(try await store.messages().map(\.id) == [1, 2, 3, 4].map(messageID))
    await store.close()
  }

  @Test func `Nothing reads a deleted message but who asks for deleted ones`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 3)
    let id = messageID(2)
    try await store.write { store throws(StoreError) in
      try store.delete(id, with: [], at: time(5))
    }
    #expect(try await store.message(2) == nil)
    #expect(try await store.messages(.around(id, before: 1, after: 1)) == [])
    #expect(try await store.messages().map(\.id) == [messageID(1), messageID(3)])
    #expect(try await store.message(3)?.parent == messageID(1))
    let (all, siblings, deleted, other) = try await store.read { store throws(StoreError) in
      (
        try store.allMessages(in: chatID(1), .newestFirst, beyond: nil, limit: 9),
        try store.siblings(of: messageID(3)).messages, try store.deletedMessage(id),
        try store.deletedMessage(messageID(1))
      )
    }
    #expect(all.count == 2 && siblings == [messageID(3)])
    #expect(deleted?.id == id && deleted?.text == "Message 2" && other == nil)
    for act in 0..<4 {
      let thrown = await error {
        try await store.write { store throws(StoreError) in
          switch act {
          case 0: try store.remove(id)
          case 1: try store.delete(id, with: [], at: time(6))
          case 2: try store.choose(id)
          default: try store.append(newMessage(9), after: id)
          }
        }
      }
      #expect(thrown == .noSuchMessage)
    }
    #expect(try await store.extent().messages == 2)
    await store.close()
  }

  @Test func `A process takes on what another one deleted once that one has ended, and no sooner`() async throws {
    let one = try await fixture.open()
    let other = try await fixture.open()
    try await one.fill(messages: 4)
    try await one.write { store throws(StoreError) in
      try store.delete(messageID(3), with: [], at: time(5))
      try store.delete(messageID(2), with: [], at: time(6))
    }
    #expect(try await other.write { store throws(StoreError) in try store.takeOnDeletions() } == [])
    #expect(
      try await other.read { store throws(StoreError) in try store.messages(deletedBefore: time(9), limit: 9) } == [])
    await one.close()
    let later = try await fixture.open()
    #expect(
      try await later.write { store throws(StoreError) in try store.takeOnDeletions() } == [messageID(3), messageID(2)])
    #expect(try await other.write { store throws(StoreError) in try store.takeOnDeletions() } == [])
    try await later.write { store throws(StoreError) in _ = try store.restore([messageID(2), messageID(3)]) }
    #expect(try await other.messages().map(\.id) == [1, 2, 3, 4].map(messageID))
    await later.close()
    await other.close()
  }

  @Test func `A deleted message whose chat is lost is not purged, and is not said to be`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 2)
    try await store.write { store throws(StoreError) in _ = try store.delete(messageID(2), with: [], at: time(5)) }
    let damaging = try fixture.connection()
    try damaging.run("PRAGMA foreign_keys = OFF")
    try damaging.run("DELETE FROM chat")
    try damaging.run("UPDATE deletion SET owner = NULL")
    let (listed, purged) = try await store.write { store throws(StoreError) in
      let listed = try store.messages(deletedBefore: time(9), limit: 9)
      return (listed, try store.purge(listed))
    }
    #expect(listed == [messageID(2)] && purged == 0)
    await store.close()
  }

  @Test func `What is purged leaves no row, and a chat goes with what was deleted in it`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 5)
    try await store.fill(chat: 2, messages: 0)
    try await store.write { store throws(StoreError) in
      for number in 1_001...1_600 { try store.append(newMessage(number, in: 2)) }
      try store.append(newMessage(6), after: messageID(2))
      try store.delete(messageID(6), with: [messageID(3)], at: time(5))
      try store.purge([messageID(6), messageID(1)])
      for message in try store.messages(in: chatID(2), .newest(limit: 300)) {
        try store.delete(message.id, with: [], at: time(5))
      }
    }
    #expect(try await store.messages().map(\.id) == [messageID(1), messageID(2)])
    let connection = try fixture.connection(.reading)
    #expect(try connection.number("SELECT count(*) FROM message WHERE chat_id = 1") == 2)
    #expect(try connection.number("SELECT count(*) FROM deletion") == 300)
    var isGone = false
    while !isGone {
      isGone = try await store.write { store throws(StoreError) in
        if try store.shorten(chatID(2), by: 250) { return false }
        try store.remove(chatID(2))
        return true
      }
    }
    for table in ["deletion", "deletion_follower"] {
      #expect(try connection.number("SELECT count(*) FROM \(table)") == 0)
    }
    #expect(try await store.verify() == [])
    await store.close()
  }
}
