import EngineWire

/// Leaves out the oldest messages of a prompt that is too long. The instructions stay, and so do the rest's first words from
/// reply to reply as long as they can: what begins alike need not be read again.
struct Fitting {
  private let writer: PromptWriter
  /// The first messages of the last prompt that was cut.
  var beginning: [EnginePrompt.Message] = []

  /// No ordinary text has more bytes for a token.
  private static let mostBytes = 24

  init(_ writer: PromptWriter) { self.writer = writer }

  /// How many tokens there are, and how many of them are left for the reply.
  struct Room {
    let length: Int
    let reserve: Int

    var limit: Int { length - reserve }
  }

  mutating func fit(
    _ prompt: EnginePrompt, in room: Room, isCalledOff: () -> Bool
  ) throws(EngineRefusal) -> Prompt {
    let limit = room.limit
    let newest = plausible(prompt, limit)
    if newest > 0, newest == prompt.messages.count { throw EngineRefusal(.tooLong) }
    if newest == 0 {
      let whole = try writer.whole(prompt)
      if whole.tokens.count <= limit { return whole }
    }
    let instructions = prompt.messages.prefix { $0.role == .system }.count
    // Templates want a person's message first.
    let starts = prompt.messages.indices.filter {
      $0 > instructions && $0 >= newest && prompt.messages[$0].role == .user
    }
    if let start = starts.first(where: { prompt.messages[$0...].starts(with: beginning) }), !beginning.isEmpty {
      let same = try cut(prompt, instructions, start)
      if same.tokens.count <= limit { return same }
    }
    let cut = try shortened(prompt, instructions, starts, room, isCalledOff)
    beginning = cut.firstMessage.map { Array(prompt.messages[$0...].prefix(2)) } ?? []
    return cut
  }

  /// From which message on it can fit at all: a chat of a megabyte is not rendered again and again.
  private func plausible(_ prompt: EnginePrompt, _ limit: Int) -> Int {
    var left = limit * Self.mostBytes
    for (index, message) in prompt.messages.enumerated().reversed() {
      left -= message.text.utf8.count
      if left < 0 { return index + 1 }
    }
    return 0
  }

  /// Cut so that the next replies fit, too, before it has to be cut again.
  private func shortened(
    _ prompt: EnginePrompt, _ instructions: Int, _ starts: [Int], _ room: Room, _ isCalledOff: () -> Bool
  ) throws(EngineRefusal) -> Prompt {
    guard let last = starts.last else { return try within(room, writer.whole(prompt), prompt, from: instructions) }
    var best: Prompt?
    var range = 0..<starts.count
    while !range.isEmpty {
      if isCalledOff() { throw EngineRefusal(.stopped) }
      let middle = range.lowerBound + range.count / 2
      let candidate = try cut(prompt, instructions, starts[middle])
      if candidate.tokens.count <= room.limit * 2 / 3 {
        best = candidate
        range = range.lowerBound..<middle
      } else {
        range = middle + 1..<range.upperBound
      }
    }
    if let best { return best }
    return try within(room, cut(prompt, instructions, last), prompt, from: last)
  }

  /// - Parameter last: the message of the order with which the result begins, after its instructions.
  private func within(
    _ room: Room, _ result: Prompt, _ order: EnginePrompt, from last: Int
  ) throws(EngineRefusal) -> Prompt {
    // The last resort takes the room of the reply, but for some words.
    let most = max(room.limit, room.length * 7 / 8)
    guard result.tokens.count > most else { return result }
    var code = EngineRefusal.Code.tooLong
    if order.messages.first?.role == .system, try cut(order, 0, last).tokens.count <= most {
      code = .instructionsTooLong
    }
    throw EngineRefusal(code, "\(result.tokens.count)")
  }

  private func cut(_ prompt: EnginePrompt, _ instructions: Int, _ start: Int) throws(EngineRefusal) -> Prompt {
    var cut = prompt
    cut.messages = Array(prompt.messages[..<instructions] + prompt.messages[start...])
    var result = try writer.whole(cut)
    result.firstMessage = start
    return result
  }
}
