internal import Domain
import EngineWire

extension LoadedModel {
  /// Has the model sum up what was said, for itself to go on from. What is more than it can hold is taken in parts, oldest
  /// first, each with the summary so far; only the last one is told.
  func summarise(_ request: ReplyRequest, _ ticket: EngineTicket, seed: UInt64) async throws(Unmade) -> ReplyEnd {
    let local = try await LocalPrompt.read(request, context: EnginePrompt.mostBytes)
    let length = length(for: request)
    // A template that can be told to has no thoughts; of others nobody knows.
    var summing = Summing(local.prompt, in: length, thinks: facts.thinking != .switchable)
    guard local.isWhole, !summing.isDone else { throw .failed(.notSummarised) }
    summing.prompt.chat = chats?.number(of: request.chat) ?? 0
    while true {
      var count = try await fitting(summing, ticket)
      while count == 0 {
        guard summing.halveFirst() else { throw .failed(.notSummarised) }
        count = try await fitting(summing, ticket)
      }
      let isLast = count == summing.rest.count
      let (done, part) = (summing.part(of: 0), summing.part(of: count))
      var (text, sentences) = ("", SentenceFilter())
      func take(_ chunk: String) {
        text += chunk
        if isLast, !chunk.isEmpty { ticket.tell(.text(chunk)) }
      }
      let made = try await make(summing.asking(count), request, summing.wanted, ticket, seed: seed) { event in
        switch event {
        case .reading(let read): ticket.tell(.reading(part: read.map { done + (part - done) * $0 }))
        case .text(let chunk): take(sentences.take(chunk))
        default: if isLast { ticket.tell(event) }
        }
      }
      if made.end == .failed(.nothingSaid) { throw .failed(.notSummarised) }
      // One that ends in the middle of a sentence would be read as if it were all.
      take(sentences.end(isCut: made.isCut))
      guard made.end == .finished else { return made.end }
      guard !text.allSatisfy(\.isWhitespace) else { throw .failed(.notSummarised) }
      if isLast { return .finished }
      summing.take(text, of: count)
    }
  }

  /// How many of the oldest messages fit, with what is asked of them; 0 where the first is too long alone.
  private func fitting(_ summing: Summing, _ ticket: EngineTicket) async throws(Unmade) -> Int {
    var (least, most) = (0, summing.sent)
    var tried = most
    while least < most {
      if try await fits(summing.asking(tried), summing, ticket) { least = tried } else { most = tried - 1 }
      tried = (least + most + 1) / 2
    }
    return least
  }

  private func fits(_ prompt: EnginePrompt, _ summing: Summing, _ ticket: EngineTicket) async throws(Unmade) -> Bool {
    guard let extent = try await extent(of: prompt, summing.wanted.most, ticket) else { return false }
    return extent.firstMessage == nil && extent.tokens <= summing.room
  }
}

/// Where in a chat that is too long a summary leaves room for itself and for some more messages.
struct SummaryPlace {
  private let prompt: EnginePrompt
  /// Tokens that instructions and what follows the summary may take.
  private let room: Int
  private let starts: [Int]

  /// How many tokens a summary may have.
  static func mostTokens(in context: Int) -> Int { min(1_024, max(64, context / 8)) }
  /// What the words around it take at most.
  private static let around = 48

  init(in local: LocalPrompt) {
    let prompt = local.prompt
    let context = prompt.contextLength
    self.prompt = prompt
    // A quarter is the reply's, and what is left is not to be full again at once.
    room = context / 2 - Self.mostTokens(in: context) - Self.around
    let instructions = prompt.messages.prefix { $0.role == .system }.count
    // As where messages are left out, a person's is the first; a summary alone is not summed up.
    // Above the first there is something where not all of the chat is here.
    starts = prompt.messages.indices.filter {
      $0 >= instructions + (local.isWhole ? 1 : 0) && prompt.messages[$0].role == .user && local.source(of: $0) != nil
        && !local.isSummary($0 - 1)
    }
  }

  /// The prompt's message above which it stands; nil where there is nothing to sum up. `extent` is nil for what is too long.
  func find<Fault: Error>(
    _ extent: (EnginePrompt) async throws(Fault) -> EngineEvent.Extent?
  ) async throws(Fault) -> Int? {
    var range = 0..<max(0, starts.count - 1)
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let measured = try await extent(part(from: starts[middle]))
      if let measured, measured.firstMessage == nil, measured.tokens <= room {
        range = range.lowerBound..<middle
      } else {
        range = middle + 1..<range.upperBound
      }
    }
    return starts.indices.contains(range.lowerBound) ? starts[range.lowerBound] : nil
  }

  private func part(from start: Int) -> EnginePrompt {
    var part = prompt
    part.messages = prompt.messages.prefix { $0.role == .system } + prompt.messages[start...]
    return part
  }
}

/// A chat on its way into a summary.
struct Summing {
  var prompt: EnginePrompt
  let wanted: LoadedModel.Wanted
  /// How many tokens are for what is asked, so that a summary has room, and what is thought aloud before it.
  let room: Int
  private let instructions: [EnginePrompt.Message]
  private let bytes: Int
  private var summary: EnginePrompt.Message?
  /// What is not summed up yet, oldest first.
  private(set) var rest: [EnginePrompt.Message]

  /// A text shorter than this is not taken apart.
  private static let shortest = 64
  /// What is asked for.
  // untranslated: the model reads it
  private var question: String {
    """
    Summarise our conversation so far, for yourself to go on from: you will not see the messages above any more. \
    Keep names, numbers, decisions, open questions and what I asked for. Write in the language of the conversation, \
    in at most \(wanted.most / Self.tokensPerWord) words, and write nothing but the summary.
    """
  }
  /// Of most texts, in most vocabularies, and some to spare.
  private static let tokensPerWord = 2

  init(_ prompt: EnginePrompt, in context: Int, thinks: Bool) {
    self.prompt = prompt
    self.prompt.thinking = .off
    self.prompt.contextLength = context
    let most = SummaryPlace.mostTokens(in: context)
    let thoughts = context / 4
    wanted = LoadedModel.Wanted(most: most, thoughts: thoughts)
    room = context - most - (thinks ? thoughts : 0)
    instructions = Array(prompt.messages.prefix { $0.role == .system })
    rest = Array(prompt.messages.dropFirst(instructions.count))
    bytes = max(1, rest.reduce(0) { $0 + $1.text.utf8.count })
  }

  var isDone: Bool { rest.isEmpty }

  /// How many of the oldest messages the engine is asked about: what is more, no model could hold.
  var sent: Int {
    var left = LocalPrompt.bytes(in: prompt.contextLength)
    return rest.prefix {
      left -= $0.text.utf8.count
      return left >= 0
    }.count
  }

  /// The part of all that is summed up once so many messages are, from 0 to 1.
  func part(of count: Int) -> Double {
    1 - Double(rest.dropFirst(count).reduce(0) { $0 + $1.text.utf8.count }) / Double(bytes)
  }

  /// The prompt for a summary of so many messages.
  func asking(_ count: Int) -> EnginePrompt {
    let soFar = summary.map { [$0] } ?? []
    var prompt = prompt
    prompt.messages = instructions + soFar + rest.prefix(count) + [EnginePrompt.Message(.user, question)]
    return prompt
  }

  mutating func take(_ text: String, of count: Int) {
    summary = EnginePrompt.Message(.user, LocalPrompt.words(ofSummary: text))
    rest.removeFirst(count)
  }

  /// Takes the first message apart; false where that makes no sense any more.
  mutating func halveFirst() -> Bool {
    guard let first = rest.first, first.text.utf8.count > Self.shortest else { return false }
    let text = first.text
    let middle = text.index(text.startIndex, offsetBy: text.count / 2)
    guard middle > text.startIndex else { return false }
    let halves = [text[..<middle], text[middle...]].map { EnginePrompt.Message(first.role, String($0)) }
    rest.replaceSubrange(0..<1, with: halves)
    return true
  }
}
