import Domain
import Sotto
import Storage

/// Opening a chat of 100,000 messages against one of 50: the chat's row, its newest page and its draft.
func benchOpen() async throws {
  print("\n### Opening a chat\n")
  try await withFolder { folder in
    let (store, service) = try await openLibrary(folder + "/library")
    let surroundings = SystemSurroundings()
    let maker = TextMaker()
    let now = surroundings.now()
    let short = try await addChat(titled: "Short", messages: 50, at: now, to: store, surroundings, maker)
    let long = try await addChat(titled: "Long", messages: 100_000, at: now, to: store, surroundings, maker)
    var samples = [short: Sample(), long: Sample()]
    func open(_ chat: ChatID) async throws {
      _ = try await service.chat(chat)
      _ = try await service.messages(in: chat, .newest(limit: 50))
      _ = try await service.draft(in: chat)
    }
    for _ in 0..<20 {
      try await open(short)
      try await open(long)
    }
    for _ in 0..<300 {
      for chat in [short, long] { samples[chat]?.add(try await milliseconds { try await open(chat) }) }
    }
    print("| messages in the chat | ms median (p95) |")
    print("| ---: | ---: |")
    print("| 50 | \(samples[short]!.words) |")
    print("| 100,000 | \(samples[long]!.words) |")
    print("\nRatio: \(written(samples[long]!.median / samples[short]!.median)) × (target ≤ 1.5).")
    await store.close()
  }
}

/// One append to a streaming reply that already has so many characters.
func benchGrow() async throws {
  print("\n### One append to a growing reply\n")
  try await withFolder { folder in
    let (store, _) = try await openLibrary(folder + "/library")
    let surroundings = SystemSurroundings()
    let now = surroundings.now()
    var replies: [Int: MessageID] = [:]
    for length in [1_000, 50_000] {
      let chat = Chat(id: surroundings.newID(), agent: "crew", createdAt: now)
      let reply: MessageID = surroundings.newID()
      replies[length] = reply
      try await store.write { store throws(StoreError) in
        try store.insert(chat)
        try store.append(
          Message(
            id: reply, chat: chat.id, sequence: 1, sender: .agent, text: "", state: .streaming, createdAt: now))
        let chunk = String(repeating: "word ", count: 20)
        for _ in 0..<(length / 100) { try store.appendText(chunk, to: reply) }
      }
    }
    var samples = [1_000: Sample(), 50_000: Sample()]
    for _ in 0..<200 {
      for (length, reply) in replies {
        let took = try await milliseconds {
          try await store.write { store throws(StoreError) in try store.appendText("a few more words ", to: reply) }
        }
        samples[length]?.add(took)
      }
    }
    print("| characters so far | ms median (p95) |")
    print("| ---: | ---: |")
    print("| 1,000 | \(samples[1_000]!.words) |")
    print("| 50,000 | \(samples[50_000]!.words) |")
    print("\nRatio: \(written(samples[50_000]!.median / samples[1_000]!.median)) × (target ≤ 2).")
    await store.close()
  }
}
