import Domain
import FoundationEssentials
import Glibc
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
  var small: Double?
  var last = 0.0
  for size in [100, 10_000, 100_000] {
    let (sotto, json) = try await withFolder { folder in
      let (store, service) = try await openHouse(folder + "/house")
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
    if small == nil { small = sotto.median }
    last = sotto.median
    print("| \(size) | \(sotto.words) | \(json.words) | \(written(json.median / sotto.median)) × |")
  }
  print("\nA send at 100,000 against one at 100: \(written(last / small!)) ×.")
}
