import Domain
import Testing
import TestSupport

@testable import Storage

/// A chat's messages are a tree, and its line is what is shown of it.
@Suite(.timeLimit(.minutes(Effort.isLong ? 15 : 2)))
struct TreeTests {
  let fixture = FolderFixture()

  /// What is done in one chat, and what should have come of it.
  private struct Play: Sendable {
    var model = TreeModel()
    var chance: SeededChance
    var lastID = 0
    /// Messages that were put between others.
    var summaries: Set<MessageID> = []
    /// Messages that were removed with all that followed them, each with its parent.
    var removed: [Message] = []

    mutating func pick<Element>(_ elements: some Collection<Element>) -> Element? {
      elements.randomElement(using: &chance)
    }
  }

  /// 1,000 steps, the same each time; in the long form 10,000, others each time.
  @Test func `Random steps by two processes leave what a model of sixty lines says`() async throws {
    let seed = Effort.seed(20_261)
    let rounds = Effort.isLong ? 1_000 : 100
    let stores = [try await fixture.open(), try await fixture.open()]
    try await stores[0].fill(messages: 0)
    try await stores[0].fill(chat: 2, messages: 3)
    var play = Play(chance: SeededChance(seed: seed))
    play.lastID = 100
    for round in 0..<rounds {
      let start = play
      play = try await stores[round % 2].write { store throws(StoreError) in
        var play = start
        for _ in 0..<10 {
          try Self.step(&play, store)
          if let problem = try Self.problemNearby(&play, store) {
            Issue.record("\(problem), seed \(seed), round \(round)")
          }
        }
        return play
      }
      // As the other process sees it.
      let model = play.model
      let problem = try await stores[(round + 1) % 2].read { store throws(StoreError) in
        try Self.problem(model, store)
      }
      #expect(problem == nil, "seed \(seed), round \(round)")
      if round % (rounds / 4) == rounds / 4 - 1 {
        #expect(try await stores[0].verify() == [], "seed \(seed), round \(round)")
      }
    }
    #expect(play.lastID > rounds)
  }

  /// Does something to the chat and to the model.
  private static func step(_ play: inout Play, _ store: any StoreWriting) throws(StoreError) {
    let ids = play.model.all
    let isLarge = ids.count > 80
    switch UInt8.random(in: 0..<100, using: &play.chance) {
    case 0..<30: try append(&play, after: play.model.line.last, store)
    case 30..<45: try append(&play, after: play.pick(ids), store)
    case 45..<48: try append(&play, after: nil, store)
    case 48..<70:
      guard let id = play.pick(ids) else { return }
      let isOther = try store.choose(id)
      #expect(isOther != play.model.isOnLine(id))
      play.model.choose(id)
    case 70..<(isLarge ? 86 : 80):
      guard let id = play.pick(ids) else { return }
      try store.remove(id)
      play.model.remove(id)
    case 86..<(isLarge ? 92 : 87):
      guard let id = play.pick(ids) else { return }
      let branch = play.model.branch(id)
      play.removed = []
      for one in branch { if let message = try store.message(one) { play.removed.append(message) } }
      let gone = try store.removeBranch(from: id).removed
      #expect(Set(gone) == Set(branch))
      play.removed.sort { ($0.sequence, $0.id) < ($1.sequence, $1.id) }
      #expect(gone == play.removed.map(\.id))
      play.model.removeBranch(from: id)
    case 92..<95:
      for message in play.removed where message.parent.map(play.model.contains) ?? true {
        try append(message, &play, after: message.parent, store)
      }
      play.removed = []
    case 95..<97:
      guard let parent = play.pick(ids) else { return }
      play.lastID += 1
      var message = newMessage(play.lastID)
      message.sender = .summary
      let made = try store.insert(message, after: parent)
      play.summaries.insert(made.id)
      #expect(made.parent == parent)
      play.model.insert(made.id, after: parent)
    case 97:
      guard let id = play.pick(ids), let parent = play.pick(ids) else { return }
      try store.move(id, after: parent)
      if id != parent, play.model.parents[id] != .some(parent) { play.model.move(id, after: parent) }
    default:
      guard let id = play.pick(ids) else { return }
      try store.moveToEnd(id)
      play.model.moveToEnd(id)
    }
  }

  private static func append(
    _ play: inout Play, after parent: MessageID?, _ store: any StoreWriting
  ) throws(StoreError) {
    play.lastID += 1
    var message = newMessage(play.lastID)
    if play.lastID % 3 == 0 {
      message.attachments = [Attachment(content: .drawing("lake"), width: 1, height: 1, alternative: "")]
    }
    try append(message, &play, after: parent, store)
  }

  private static func append(
    _ message: Message, _ play: inout Play, after parent: MessageID?, _ store: any StoreWriting
  ) throws(StoreError) {
    let made = try store.append(message, after: parent)
    #expect(made.parent == parent)
    play.model.number(made.id)
    play.model.append(made.id, after: parent)
  }

  /// In what the whole line is not as the model says.
  private static func problem(_ model: TreeModel, _ store: any StoreReading) throws(StoreError) -> String? {
    let line = model.line
    let all = try store.messages(in: chatID(1), .newest(limit: 1_000))
    if all.map(\.id) != line { return "the line" }
    if zip(all, all.dropFirst()).contains(where: { $0.id != $1.parent || $0.sequence >= $1.sequence }) {
      return "links"
    }
    if try store.chat(chatID(1))?.messageCount != model.all.count { return "the count" }
    let pictures = try store.pictures(in: chatID(1), .all(limit: 1_000)).map(\.message)
    if pictures != all.filter({ !$0.attachments.isEmpty }).map(\.id) { return "the pictures" }
    let shown = Set(pictures)
    for (index, id) in line.enumerated() where index % 7 == 3 {
      let next = try store.pictures(in: chatID(1), .after(id, index: 0, limit: 2)).map(\.message)
      if next != Array(line[(index + 1)...].filter(shown.contains).prefix(2)) { return "the pictures after" }
      let last = try store.pictures(in: chatID(1), .before(id, index: 0, limit: 2)).map(\.message)
      if last != Array(line[..<index].filter(shown.contains).suffix(2)) { return "the pictures before" }
    }
    return nil
  }

  /// In what the chat around one of its messages is not as the model says.
  private static func problemNearby(_ play: inout Play, _ store: any StoreReading) throws(StoreError) -> String? {
    let model = play.model
    guard let anchor = play.pick(model.all) else { return nil }
    let limit = Int.random(in: 1...5, using: &play.chance)
    let line = model.line
    let around = Array(model.above(anchor).suffix(limit)) + [anchor] + Array(model.below(anchor).prefix(limit))
    if try store.messages(in: chatID(1), .around(anchor, before: limit, after: limit)).map(\.id) != around {
      return "the page around"
    }
    if try store.messages(in: chatID(1), .newest(limit: limit)).map(\.id) != Array(line.suffix(limit)) {
      return "the tip"
    }
    let summaries = [
      try store.lastSummary(in: chatID(1), before: anchor), try store.lastSummary(in: chatID(1), before: nil),
    ]
    if summaries.map({ $0?.id }) != [model.above(anchor), line].map({ $0.last(where: play.summaries.contains) }) {
      return "the last summary"
    }
    let siblings = try store.siblings(of: anchor)
    if siblings.messages != model.siblings(of: anchor) || siblings.messages[siblings.index] != anchor {
      return "siblings"
    }
    return try store.isOnLine(anchor) == line.contains(anchor) ? nil : "whether it is shown"
  }
}
