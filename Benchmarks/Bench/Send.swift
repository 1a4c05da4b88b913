import Domain
import FoundationEssentials
import Platform
import Sotto
import Storage

/// A message as two of the references keep it: all of a chat in one JSON file, rewritten whole at each send.
private struct JSONMessage: Codable {
  var id: String
  var message: String
  var sender: String
  var timestamp: Int64
}

/// One durable send at three sizes of chat, against rewriting the whole JSON file; in turn, so that both have the
/// same disk.
func benchSend() async throws {
  print("\n### One durable send\n")
  print("| messages in the chat | Sotto, ms median (p95) | whole JSON file, ms median (p95) | JSON ÷ Sotto |")
  print("| ---: | ---: | ---: | ---: |")
  for size in [100, 10_000, 100_000] {
    let (sotto, json) = try await withFolder { folder in
      let (store, service) = try await openLibrary(folder + "/library")
      let surroundings = SystemSurroundings()
      var maker = TextMaker()
      let chat = try await addChat(
        titled: "Bench", messages: size, at: surroundings.now(), to: store, surroundings, maker)
      let path = folder + "/messages.json"
      var messages = (0..<size).map { index in
        JSONMessage(
          id: "\(surroundings.newID() as MessageID)", message: maker.message(index % 2 == 0 ? .user : .agent),
          sender: index % 2 == 0 ? "user" : "agent", timestamp: surroundings.now().milliseconds)
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .prettyPrinted
      var sotto = Sample()
      var json = Sample()
      let rounds = size >= 100_000 ? 12 : 40
      for round in 0..<rounds {
        for _ in 0..<5 {
          sotto.add(try await milliseconds { _ = try await service.send("A message number \(round)", in: chat) })
        }
        json.add(
          try await milliseconds {
            messages.append(
              JSONMessage(
                id: "\(surroundings.newID() as MessageID)", message: "A message number \(round)", sender: "user",
                timestamp: surroundings.now().milliseconds))
            try encoder.encode(messages).write(to: URL(filePath: path), options: .atomic)
          })
      }
      await store.close()
      return (sotto, json)
    }
    print("| \(size) | \(sotto.words) | \(json.words) | \(written(json.median / sotto.median)) × |")
  }
  try await compareSends()
}

/// A send to a long chat against one to a short chat, in turn: what another program writes meanwhile slows both.
private func compareSends() async throws {
  let ratio = try await withFolder { folder in
    let surroundings = SystemSurroundings()
    let maker = TextMaker()
    let small = try await openLibrary(folder + "/small")
    let large = try await openLibrary(folder + "/large")
    let few = try await addChat(
      titled: "Bench", messages: 100, at: surroundings.now(), to: small.0, surroundings, maker)
    let many = try await addChat(
      titled: "Bench", messages: 100_000, at: surroundings.now(), to: large.0, surroundings, maker)
    var (one, other) = (Sample(), Sample())
    for round in 0..<300 {
      one.add(try await milliseconds { _ = try await small.1.send("A message number \(round)", in: few) })
      other.add(try await milliseconds { _ = try await large.1.send("A message number \(round)", in: many) })
    }
    await small.0.close()
    await large.0.close()
    return other.median / one.median
  }
  print("\nA send at 100,000 against one at 100, 300 of each in turn: \(written(ratio)) ×.")
}
