import Domain
import Platform
import TestSupport

/// Random sequences of what a person and the system may do to chats with local models; after each one it is looked whether every
/// word stands where it belongs. True when one of them failed; its seed says what was done.
func sequences(_ count: Int, seed: UInt64, home: String) async -> Bool {
  var complaints = 0
  var done: [Sequence.Step: Int] = [:]
  var ends: [MessageState: Int] = [:]
  do {
    let library = try await EchoLibrary(home: home)
    for number in 0..<UInt64(count) {
      var sequence = try await Sequence(library, seed: seed &+ number)
      let found = try await sequence.run()
      done.merge(sequence.done) { $0 + $1 }
      ends.merge(sequence.ends) { $0 + $1 }
      complaints += found.count
      for complaint in found { say("sequence \(seed &+ number): \(complaint)", on: STDERR_FILENO) }
      if (number + 1) % 100 == 0 { say("sequence \(number + 1): \(complaints) complaints") }
    }
    await library.close()
    let left = engines { parent, _ in parent == getpid() }
    if !left.isEmpty { complaints += 1 }
    let words = Sequence.Step.allCases.map { "\(done[$0, default: 0]) × \($0.rawValue)" }.joined(separator: ", ")
    let replies = ends.map { "\($1) \($0)" }.sorted().joined(separator: ", ")
    say(
      "sequences: \(count) from seed \(seed), \(words); replies: \(replies); \(complaints) complaints, "
        + "\(left.count) engines left")
  } catch {
    say("sequences: \(error)", on: STDERR_FILENO)
    return true
  }
  return complaints > 0
}

/// One sequence, in chats of its own.
struct Sequence {
  enum Step: String, CaseIterable {
    case send, stop, switchModel = "switch model", switchChat = "switch chat", delete, kill, wait, askAgain =
      "ask again"
  }
  private let library: EchoLibrary
  private var chance: SeededChance
  private var chats: [Chat] = []
  private var deleted: [ChatID] = []
  private var current = 0
  private(set) var done: [Step: Int] = [:]
  /// How its replies ended, of chats that were not deleted.
  private(set) var ends: [MessageState: Int] = [:]
  private var complaints: [String] = []

  private var service: ChatService { library.service }

  init(_ library: EchoLibrary, seed: UInt64) async throws {
    self.library = library
    chance = SeededChance(state: seed)
    for letter in "KLM" { chats.append(try await library.chat(letter, agent: .random(in: 0...1, using: &chance))) }
  }

  /// What is wrong after it.
  mutating func run() async throws -> [String] {
    for _ in 0..<Int.random(in: 4...14, using: &chance) {
      let step = Step.allCases.randomElement(using: &chance) ?? .send
      try await take(step)
      done[step, default: 0] += 1
      try await look(isOver: false)
    }
    try await settle()
    try await look(isOver: true)
    for chat in chats { try await service.deleteForEver(chat.id) }
    return complaints
  }

  private mutating func take(_ step: Step) async throws {
    let chat = chats[current]
    switch step {
    case .send: _ = try await service.send("\(chat.title.first ?? "?")", in: chat.id)
    case .stop: try await service.stopReply(in: chat.id)
    case .switchModel:
      let agent = library.agents.randomElement(using: &chance) ?? library.agents[0]
      try await service.setAgent(agent, in: chat.id)
      service.agents.prepare(agent, context: nil, for: chat.id)
    case .switchChat: current = .random(in: chats.indices, using: &chance)
    case .delete:
      try await service.deleteForEver(chat.id)
      deleted.append(chat.id)
      let letter = chat.title.first ?? "?"
      chats[current] = try await library.chat(letter, agent: .random(in: 0...1, using: &chance))
    case .kill: for engine in engines(where: { parent, _ in parent == getpid() }) { kill(engine, SIGKILL) }
    case .wait: try await Task.sleep(for: .milliseconds(.random(in: 1...60, using: &chance)))
    case .askAgain:
      let last = try await service.messages(in: chat.id, .newest(limit: 1)).last
      if let last, last.canBeAskedAgain { try await service.retry(last.id) }
    }
  }

  /// Ends what would go on for long, until no reply is due.
  private func settle() async throws {
    for _ in 0..<400 {
      for chat in chats where chat.agent == library.agents[1] || Bool.random() {
        try await service.stopReply(in: chat.id)
      }
      var isOver = true
      for chat in chats {
        let messages = try await service.messages(in: chat.id, .newest(limit: 100))
        isOver = isOver && !messages.contains(where: \.isUnfinished)
      }
      if isOver { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    try await library.allowLoads()
  }

  private mutating func look(isOver: Bool) async throws {
    for chat in chats {
      let letter = chat.title.first ?? "?"
      for message in try await service.messages(in: chat.id, .newest(limit: 100)) {
        if message.chat != chat.id { complaints.append("a message of another chat") }
        if let complaint = EchoLibrary.complaint(about: message, letter: letter) { complaints.append(complaint) }
        guard message.sender == .agent else { continue }
        if isOver { ends[message.state, default: 0] += 1 }
        if isOver, message.isUnfinished { complaints.append("a reply is \(message.state) at the end") }
        if message.state == .failed, message.failure.map(Self.isExpected) != true {
          complaints.append("a reply failed: \(message.failure?.code ?? "nobody knows why")")
        }
        if message.state == .complete, message.text != letter.lowercased() {
          complaints.append("a whole reply is “\(message.text.prefix(20))”")
        }
      }
    }
    for chat in deleted where try await service.chat(chat) != nil { complaints.append("a deleted chat is there") }
    if engines(where: { parent, _ in parent == getpid() }).count > 2 {
      complaints.append("there are more than two engines")
    }
  }

  /// What a kill may do to a reply: in the middle, while the model is loaded, or before its engine says its first word.
  private static func isExpected(_ failure: ReplyFailure) -> Bool {
    switch failure {
    case .died, .model(.endedEngine), .model(.brokenEngine), .model(.noEngine), .contextFull: true
    default: false
    }
  }
}
