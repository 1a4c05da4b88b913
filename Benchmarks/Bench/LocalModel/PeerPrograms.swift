import Domain
import FoundationEssentials
import Platform
import Workers

/// llama.cpp's own programs, as `scripts/llama-tools` makes them.
struct PeerPrograms {
  let folder: String
  let model: String
  /// How many write replies.
  let threads: Int
  /// How many read prompts.
  let readingThreads: Int

  /// Tokens a second that llama-bench reads, and that it then writes behind as many.
  func bench(prompt: Int, reply: Int) throws -> (prompt: Double, reply: Double) {
    let reading = try speed(["-t", "\(readingThreads)", "-p", "\(prompt)", "-n", "0"])
    return (reading, try speed(["-t", "\(threads)", "-p", "0", "-n", "\(reply)", "-d", "\(prompt)"]))
  }

  private func speed(_ test: [String]) throws -> Double {
    let (child, output) = try start([folder + "/llama-bench", "-m", model, "-r", "1", "-o", "json"] + test)
    let text = output.read()
    guard child.wait().isSuccess else { throw Trouble("llama-bench failed") }
    struct Round: Decodable { var avg_ts: Double }
    let rounds = try JSONDecoder().decode([Round].self, from: Data(text))
    guard let round = rounds.first else { throw Trouble("llama-bench said something else than speeds") }
    return round.avg_ts
  }

  /// A server with the model, which answers when this returns.
  func server(context: Int) throws -> Server {
    let port = 8_000 + Int(getpid()) % 20_000
    let (child, _) = try start(
      [
        folder + "/llama-server", "-m", model, "-c", "\(context)", "-np", "1", "-t", "\(threads)",
        "-tb", "\(readingThreads)", "--host", "127.0.0.1", "--port", "\(port)",
      ])
    let server = Server(child: child, address: "http://127.0.0.1:\(port)")
    for _ in 0..<3_000 {
      guard child.status == nil else { throw Trouble("llama-server ended") }
      if (try? server.ask("/health", nil) { $0.contains("\"ok\"") }) == true { return server }
      usleep(20_000)
    }
    throw Trouble("llama-server does not answer")
  }

  struct Server {
    let child: ChildProcess
    let address: String

    struct Message: Codable {
      var role: String
      var content: String
    }
    private struct Question: Encodable {
      var messages: [Message]
      var max_tokens: Int
      var stream = true
    }
    private struct Chunk: Decodable {
      struct Choice: Decodable {
        struct Delta: Decodable { var content: String? }
        var delta: Delta
      }
      var choices: [Choice]
    }

    /// Asks for a reply; says how many milliseconds its first text took, and what it is.
    func reply(to messages: [Message], tokens: Int) throws -> (first: Double, text: String) {
      let question = try JSONEncoder().encode(Question(messages: messages, max_tokens: tokens))
      let clock = ContinuousClock()
      let began = clock.now
      var first: Double?
      var text = ""
      try ask("/v1/chat/completions", String(decoding: question, as: UTF8.self)) { line in
        guard line.hasPrefix("data: {") else { return false }
        let chunk = try JSONDecoder().decode(Chunk.self, from: Data(line.dropFirst(6).utf8))
        guard let words = chunk.choices.first?.delta.content, !words.isEmpty else { return false }
        if first == nil { first = (clock.now - began) / .milliseconds(1) }
        text += words
        return false
      }
      guard let first else { throw Trouble("llama-server answered nothing") }
      return (first, text)
    }

    /// Each line of the answer, until one is what was waited for.
    @discardableResult
    func ask(_ path: String, _ body: String?, _ isWanted: (Substring) throws -> Bool) throws -> Bool {
      var words = ["curl", "-sN", address + path]
      if let body { words += ["-H", "Content-Type: application/json", "-d", body] }
      let (child, output) = try PeerPrograms.start(words)
      // It is ended when nobody holds it.
      defer { child.kill() }
      var rest: [UInt8] = []
      while case let run = output.readSome(), !run.isEmpty {
        rest += run
        while let end = rest.firstIndex(of: 0x0A) {
          let line = String(decoding: rest[..<end], as: UTF8.self)
          rest.removeFirst(end + 1)
          if try isWanted(line[...]) { return true }
        }
      }
      return try isWanted(String(decoding: rest, as: UTF8.self)[...])
    }
  }

  private func start(_ words: [String]) throws -> (ChildProcess, Output) { try Self.start(words) }

  private static func start(_ words: [String]) throws -> (ChildProcess, Output) {
    var pipe = try Pipe()
    var command = Command(words)
    command.environment = Command.environment()
    command.output = .descriptor(pipe.writing)
    let child = try ChildProcess(command)
    pipe.closeWriting()
    return (child, Output(pipe))
  }

  /// What a program says, until nobody reads it any more.
  final class Output {
    private let pipe: Pipe
    init(_ pipe: consuming Pipe) { self.pipe = pipe }
    func read() -> [UInt8] { pipe.read() }
    func readSome() -> [UInt8] { pipe.readSome() }
  }
}
