import Domain
import Sotto
import Storage

/// Pages of a chat of 100,000 messages of which some have siblings, against one without any: those that a thread reads
/// when it opens, when the reader scrolls, and when it is opened at a message.
func benchPages() async throws {
  print("\n### Pages of a chat with branches\n")
  let count = 100_000
  let forks = 1_000
  try await withFolder { folder in
    let (store, service) = try await openLibrary(folder + "/library")
    let surroundings = SystemSurroundings()
    let now = surroundings.now()
    let maker = TextMaker()
    let plain = try await addChat(titled: "Plain", messages: count, at: now, to: store, surroundings, maker)
    let forked = try await addChat(titled: "Forked", messages: count, at: now, to: store, surroundings, maker)
    let lines = (try await line(of: plain, count, in: service), try await line(of: forked, count, in: service))
    try await fork(forked, lines.1, times: forks, in: store, surroundings, maker)

    print("| page of 60 messages | no sibling, ms median (p95) | \(forks) siblings, ms median (p95) | ratio |")
    print("| --- | ---: | ---: | ---: |")
    for kind in Kind.allCases {
      var samples = [Sample(), Sample()]
      for round in 0..<330 {
        // Near a fork and away from one.
        let anchor = count / 2 + round * 7
        let pages = [
          (plain, kind.page(at: lines.0[anchor], last: lines.0[count - 1])),
          (forked, kind.page(at: lines.1[anchor], last: lines.1[count - 1])),
        ]
        for (index, (chat, page)) in pages.enumerated() {
          let took = try await milliseconds {
            guard try await service.messages(in: chat, page).count >= 59 else { throw Trouble("a page is too short") }
          }
          if round >= 30 { samples[index].add(took) }
        }
      }
      let ratio = written(samples[1].median / samples[0].median)
      print("| \(kind.rawValue) | \(samples[0].words) | \(samples[1].words) | \(ratio) × |")
    }
    print("\nTarget: ≤ 1.1 ×.")
    try await benchChoosing(forked, lines.1, in: store, service)
    await store.close()
  }
}

private enum Kind: String, CaseIterable {
  case newest
  case before = "before the middle"
  case after = "after the middle"
  case around = "around the middle"

  func page(at middle: MessageID, last: MessageID) -> MessagePage {
    switch self {
    case .newest: .newest(limit: 60)
    case .before: .before(middle, limit: 60)
    case .after: .after(middle, limit: 60)
    case .around: .around(middle, before: 30, after: 30)
    }
  }
}

/// Going to another branch and back, wherever in the chat.
private func benchChoosing(
  _ chat: ChatID, _ line: [MessageID], in store: SQLiteStore, _ service: ChatService
) async throws {
  print("\n| another branch, and its page of 60 | ms median (p95) |")
  print("| --- | ---: |")
  for (name, range) in [("near the beginning", 0..<20), ("in the middle", 490..<510), ("near the end", 980..<1_000)] {
    var sample = Sample()
    for fork in range {
      let shown = line[fork * line.count / 1_000 + 1]
      let siblings = try await service.siblings(of: shown).messages
      guard siblings.count == 2, let other = siblings.first(where: { $0 != shown }) else { throw Trouble("no sibling") }
      for id in [other, shown] {
        sample.add(
          try await milliseconds {
            try await service.choose(id)
            _ = try await service.messages(in: chat, around: [id], nearest: 0, before: 30, after: 30)
          })
      }
    }
    print("| \(name) | \(sample.words) |")
  }
  print("\nTarget: ≤ 50 ms.")
}

private func line(of chat: ChatID, _ count: Int, in service: ChatService) async throws -> [MessageID] {
  try await service.messages(in: chat, .newest(limit: count)).map(\.id)
}

/// Gives so many messages of the line a sibling, and shows the line again.
private func fork(
  _ chat: ChatID, _ line: [MessageID], times: Int, in store: SQLiteStore, _ surroundings: SystemSurroundings,
  _ maker: TextMaker
) async throws {
  // From the end on, so that what is left is never long.
  for part in stride(from: times - 50, through: 0, by: -50) {
    try await store.write { store throws(StoreError) in
      var maker = maker
      for number in (part..<part + 50).reversed() {
        let index = number * line.count / times
        try store.append(
          Message(
            id: surroundings.newID(), chat: chat, sender: .agent, text: maker.message(.agent),
            createdAt: surroundings.now()), after: line[index])
        try store.choose(line[index + 1])
      }
    }
  }
}
