// The measurements of docs/benchmarks.md; each is a ratio within one run.
//
//   sotto-bench send | open | grow | all       prints Markdown tables
//   sotto-bench fill --home DIR                makes a house of 10,000 chats and 1,000,000 messages
import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
func option(_ name: String) -> String? {
  arguments.firstIndex(of: name).flatMap { arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil }
}

do {
  switch arguments.first {
  case "send": try await benchSend()
  case "open": try await benchOpen()
  case "grow": try await benchGrow()
  case "all":
    try await benchSend()
    try await benchOpen()
    try await benchGrow()
  case "fill":
    guard let home = option("--home") else { throw Usage() }
    try await fillHouse(
      at: home, chats: Int(option("--chats") ?? "10000") ?? 10_000,
      messages: Int(option("--messages") ?? "1000000") ?? 1_000_000)
  default: throw Usage()
  }
} catch {
  print("sotto-bench: \(error)")
  exit(1)
}

struct Usage: Error, CustomStringConvertible {
  var description: String { "send, open, grow, all, or fill --home DIR" }
}
