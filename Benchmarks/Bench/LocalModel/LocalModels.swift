import Domain
import FoundationEssentials
import Platform
import TestSupport
import Workers

/// Replies of a local model through everything that a window uses, against llama.cpp's own programs on the same file, with
/// the same threads, in turn.
struct LocalModelBench {
  let peers: PeerPrograms
  let folder: String
  /// Sotto Mini, or another small model that answers.
  let small: String
  var rounds = 5
  var turns = 20

  func run() async throws {
    print(
      "\n### A model of the shape of Llama 3.2 1B, Q4_0, random weights, \(peers.threads) thread(s) to write, \(peers.readingThreads) to read\n"
    )
    print("| | llama.cpp's own | Sotto | ratio | target |")
    print("| --- | ---: | ---: | ---: | ---: |")
    try await speeds()
    try await chat()
    try await smallModel()
  }

  private func row(_ what: String, _ peer: Double, _ own: Double, target: String) {
    print("| \(what) | \(written(peer)) | \(written(own)) | \(written(own / peer)) × | \(target) |")
  }

  // MARK: Speed

  private func speeds() async throws {
    var (peer, own) = ((0.0, 0.0), (0.0, 0.0))
    let path = try await OwnPath(home: folder + "/speed", modelFile: peers.model)
    var text = TextMaker()
    // Loads it, for llama-bench does not count that.
    _ = try await path.ask("Hello", in: path.chat(tokens: 2))
    for _ in 0..<rounds {
      let (prompt, reply) = try peers.bench(prompt: 512, reply: 64)
      peer = (max(peer.0, prompt), max(peer.1, reply))
      let answer = try await path.ask(Self.words(512, &text), in: path.chat(tokens: 64))
      // A first text may need more than one token of so random a model.
      let reading = answer.all - Double(answer.message.usage?.milliseconds ?? 0)
      own = (max(own.0, Double(answer.promptTokens) * 1_000 / reading), max(own.1, answer.speed))
    }
    row("reading 512 tokens, tokens a second, best of \(rounds)", peer.0, own.0, target: "≥ 0.97 ×")
    row("answering 64 tokens behind them, tokens a second, best of \(rounds)", peer.1, own.1, target: "≥ 0.97 ×")
    let busy = try await whileBusy {
      var (peer, own) = (0.0, 0.0)
      for _ in 0..<3 {
        peer = max(peer, try peers.bench(prompt: 512, reply: 64).reply)
        own = max(own, try await path.ask(Self.words(512, &text), in: path.chat(tokens: 64)).speed)
      }
      return (peer, own)
    }
    row("the same while every core is busy with something else", busy.0, busy.1, target: "≥ 0.97 ×")
    if let engine = Program.children(named: "sotto-engine").first {
      let most = Program.memory("VmHWM", of: engine) * 1_024 / 1_000_000
      print("| memory of the engine at most, MB; the file has \(try Self.megabytes(peers.model)) | | \(most) | | |")
    }
    await path.close()
  }

  /// Does it while as many programs as there are processors compute all the time.
  private func whileBusy<Result>(_ body: () async throws -> Result) async throws -> Result {
    let others = try (0..<sysconf(Int32(_SC_NPROCESSORS_ONLN))).map { _ in
      try ChildProcess(Command(["sh", "-c", "while :; do :; done"]))
    }
    defer { for other in others { other.kill() } }
    return try await body()
  }

  /// About so many tokens of this model's vocabulary.
  private static func words(_ tokens: Int, _ maker: inout TextMaker) -> String {
    var text = ""
    while text.utf8.count < tokens * 2 { text += maker.message(.user) + " " }
    return String(text.prefix(tokens * 2))
  }

  /// About ten tokens of any model's vocabulary; this one's are shorter than words.
  private static func line(_ maker: inout TextMaker) -> String { words(10, &maker) }

  // MARK: A chat

  private static let context = 6_144

  private func chat() async throws {
    let context = Self.context
    var maker = TextMaker()
    var messages: [PeerPrograms.Server.Message] = []
    var (peer, own) = (Sample(), Sample())
    var path = try await OwnPath(home: folder + "/chat", modelFile: peers.model)
    let chat = try await path.chat(tokens: 100, context: context)
    var server = try peers.server(context: context)
    var length = 0
    for _ in 0..<turns {
      let text = Self.words(100, &maker)
      messages.append(.init(role: "user", content: text))
      let reply = try server.reply(to: messages, tokens: 100)
      messages.append(.init(role: "assistant", content: reply.text))
      peer.add(reply.first)
      let answer = try await path.ask(text, in: chat)
      own.add(answer.first)
      length = answer.promptTokens + 100
    }
    let sum = { (sample: Sample) in sample.values.reduce(0, +) }
    row(
      "\(turns) turns to \(length) tokens: first token, ms, all but the first turn", sum(peer) - peer.values[0],
      sum(own) - own.values[0], target: "≤ 1 ×")
    row("the same, median of a turn", peer.median, own.median, target: "≤ 1 ×")
    // Both begin anew, and are asked to go on.
    server.child.kill()
    server.child.wait()
    await path.close()
    let clock = ContinuousClock()
    let text = Self.words(20, &maker)
    messages.append(.init(role: "user", content: text))
    var began = clock.now
    server = try peers.server(context: context)
    var ready = (clock.now - began) / .milliseconds(1)
    let peerFirst = ready + (try server.reply(to: messages, tokens: 4).first)
    server.child.kill()
    began = clock.now
    path = try await OwnPath(home: folder + "/chat", modelFile: peers.model)
    ready = (clock.now - began) / .milliseconds(1)
    let loading = try await path.load()
    try Self.forget(filesIn: folder + "/chat/states")
    let answer = try await path.ask(text, in: chat)
    await path.close()
    row(
      "after a restart of both, from the start of the program to the first token, ms", peerFirst,
      ready + loading + answer.first,
      target: "≤ 0.2 ×")
    let new = answer.promptTokens - length
    print(
      "| of that with the model loaded, and the chat's state not in memory, ms; \(new) tokens are new | | \(written(answer.first)) | | ≤ 1,500 |"
    )
    try await restarts(chat, &maker)
  }

  /// The same restart again, with questions of one short line: asked at once, and two seconds after the chat was opened, which a
  /// person needs to type one.
  private func restarts(_ chat: Chat, _ maker: inout TextMaker) async throws {
    for isOpened in [false, true] {
      var firsts = Sample()
      var new = 0
      for _ in 0..<3 {
        let path = try await OwnPath(home: folder + "/chat", modelFile: peers.model)
        let before = try await path.length(of: chat)
        _ = try await path.load()
        try Self.forget(filesIn: folder + "/chat/states")
        if isOpened {
          path.library.service.agents.prepare(path.model.agent, context: Self.context, for: chat.id)
          try await Task.sleep(for: .seconds(2))
        }
        let answer = try await path.ask(Self.line(&maker), in: chat)
        firsts.add(answer.first)
        new = max(new, answer.promptTokens - before)
        await path.close()
      }
      let how = isOpened ? "the chat was opened two seconds before, or typed in" : "asked at once"
      print(
        "| the same with a short question, \(new) tokens new at most, \(how), ms, median of 3 | | \(written(firsts.median)) | | ≤ 1,500 |"
      )
    }
  }

  /// Has the system forget what it holds of these files: they are read from the disk.
  private static func forget(filesIn folder: String) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let file = open(folder + "/" + name, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { continue }
      defer { close(file) }
      guard fsync(file) == 0, posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0 else {
        throw Trouble("\(name) cannot be forgotten")
      }
    }
  }

  // MARK: A small model

  private func smallModel() async throws {
    let path = try await OwnPath(home: folder + "/small", modelFile: small)
    var ready = Sample()
    for _ in 0..<10 {
      ready.add(try await path.load())
      path.library.models.unload(path.model.id)
      for await entries in path.library.models.changes() {
        if entries.contains(where: { $0.id == path.model.id && $0.state == .unloaded }) { break }
      }
    }
    print(
      "\nA small model of \(try Self.megabytes(small)) MB is ready \(written(ready.median)) ms after it was asked for (median of 10; target ≤ 50 ms),"
    )
    // Its own work is next to nothing: what is left is what a token costs on its way.
    let tiny = folder + "/tiny.gguf"
    let said = (0..<40).map { Array("w\($0 + 100)".utf8) }
    try Data(TinyModel.speaking(said, ends: false, context: 8_192).bytes).write(to: URL(filePath: tiny))
    let talker = try await OwnPath(home: folder + "/tiny", modelFile: tiny)
    let before = Program.processorTime(with: "sotto-pictures")
    let clock = ContinuousClock()
    let began = clock.now
    let answer = try await talker.ask("Hello", in: talker.chat(tokens: 2_000))
    let took = (clock.now - began) / .milliseconds(1)
    let used = Program.processorTime(with: "sotto-pictures") - before
    let tokens = Double(answer.message.usage?.replyTokens ?? 1)
    print(
      "and a token costs \(written(used * 1_000 / tokens)) µs of this process's time on its way from the engine to the store (\(written(took * 1_000 / tokens)) µs by the clock, the engine's part with it; \(Int(tokens)) tokens)."
    )
    await talker.close()
    await path.close()
  }

  private static func megabytes(_ path: String) throws -> String {
    var found = stat()
    guard stat(path, &found) == 0 else { throw Trouble("\(path) is not there") }
    return written(Double(found.st_size) / 1e6)
  }
}
