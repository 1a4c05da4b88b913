package import Frames

extension EngineEvent {
  private enum Kind: UInt32 {
    case greeting = 0x200
    case loading, opened, began, reading, reasoning, text, usage, ended, measured, rendered, benched, refused
    case state, bytes, saved, forgotten, restored
  }

  /// "SottoEN3", which is raised when the frames change.
  private static let word: UInt64 = 0x334E_456F_7474_6F53
  /// No number of tokens is larger.
  private static let mostTokens = 1 << 30
  private static let fastest = 0.0...1e12

  /// The event as it is sent. A chunk is at most `longestChunk` bytes long.
  package var frame: Frame {
    var writer = WireWriter()
    let kind = write(to: &writer)
    return writer.frame(kind.rawValue)
  }

  private func write(to writer: inout WireWriter) -> Kind {
    switch self {
    case .greeting(let greeting):
      writer.number(Self.word)
      writer.count(greeting.holds)
      writer.count(greeting.landlock)
      writer.text(greeting.version)
      return .greeting
    case .loading(let part):
      writer.real(part, in: 0...1)
      return .loading
    case .opened(let model):
      model.write(to: &writer)
      return .opened
    case .began(let id, let extent):
      writer.number(id)
      extent.write(to: &writer)
      return .began
    case .reading(let id, let done, let total):
      writer.number(id)
      writer.count(done)
      writer.count(total)
      return .reading
    case .reasoning(let id, let chunk), .text(let id, let chunk):
      writer.number(id)
      writer.text(chunk)
      return if case .text = self { .text } else { .reasoning }
    case .usage(let id, let usage):
      writer.number(id)
      usage.write(to: &writer)
      return .usage
    case .ended(let id, let end):
      writer.number(id)
      end.write(to: &writer)
      return .ended
    case .measured(let id, let extent):
      writer.number(id)
      extent.write(to: &writer)
      return .measured
    case .rendered(let id, let extent, let pieces):
      writer.number(id)
      extent.write(to: &writer)
      let pieces = pieces.prefix(Self.mostPieces)
      writer.count(pieces.count)
      for piece in pieces { piece.write(to: &writer) }
      return .rendered
    case .benched(let id, let prompt, let reply):
      writer.number(id)
      writer.real(prompt, in: Self.fastest)
      writer.real(reply, in: Self.fastest)
      return .benched
    case .state(let chat, let tokens, let bytes):
      writer.number(chat)
      writer.count(tokens)
      writer.number(bytes)
      return .state
    case .bytes(let bytes):
      writer.rest(bytes)
      return .bytes
    case .saved(let number), .forgotten(let number):
      writer.number(number)
      return if case .saved = self { .saved } else { .forgotten }
    case .restored(let id, let tokens):
      writer.number(id)
      writer.count(tokens)
      return .restored
    case .refused(let id, let refusal):
      writer.number(id)
      refusal.write(to: &writer)
      return .refused
    }
  }

  /// Reads an event; throws `unexpected` on what is none.
  package init(_ frame: Frame) throws(FrameError) {
    guard let kind = Kind(rawValue: frame.kind) else { throw .unexpected }
    var reader = WireReader(frame)
    self = try Self.read(kind, &reader)
    try reader.end()
  }

  private static func read(_ kind: Kind, _ reader: inout WireReader) throws(FrameError) -> EngineEvent {
    func tokens() throws(FrameError) -> Int { try reader.count(atMost: mostTokens) }
    switch kind {
    case .greeting:
      guard try reader.number() == word else { throw .unexpected }
      return .greeting(
        Greeting(
          holds: try reader.count(atMost: 0xFFFF), landlock: try reader.count(atMost: 0xFFFF),
          version: try reader.text(atMost: Greeting.longestVersion)))
    case .loading: return .loading(part: try reader.real(in: 0...1))
    case .opened: return .opened(try EngineModel(&reader))
    case .began: return .began(id: try reader.number(), try Extent(&reader))
    case .reading: return .reading(id: try reader.number(), done: try tokens(), total: try tokens())
    case .reasoning: return .reasoning(id: try reader.number(), try reader.text(atMost: longestChunk))
    case .text: return .text(id: try reader.number(), try reader.text(atMost: longestChunk))
    case .usage: return .usage(id: try reader.number(), try Usage(&reader))
    case .ended: return .ended(id: try reader.number(), try End(&reader))
    case .measured: return .measured(id: try reader.number(), try Extent(&reader))
    case .rendered:
      return .rendered(
        id: try reader.number(), try Extent(&reader),
        try reader.list(atMost: mostPieces) { reader throws(FrameError) in try Piece(&reader) })
    case .benched:
      return .benched(
        id: try reader.number(), prompt: try reader.real(in: fastest), reply: try reader.real(in: fastest))
    case .state: return .state(chat: try reader.number(), tokens: try tokens(), bytes: try reader.number())
    case .bytes: return .bytes(try reader.rest(atMost: longestBytes))
    case .saved: return .saved(id: try reader.number())
    case .forgotten: return .forgotten(chat: try reader.number())
    case .restored: return .restored(id: try reader.number(), tokens: try tokens())
    case .refused: return .refused(id: try reader.number(), try EngineRefusal(&reader))
    }
  }
}

extension EngineEvent.Extent {
  fileprivate func write(to writer: inout WireWriter) {
    writer.count(tokens)
    writer.count(keptTokens)
    writer.optional(firstMessage) { $0.count($1) }
  }

  fileprivate init(_ reader: inout WireReader) throws(FrameError) {
    tokens = try reader.count(atMost: 1 << 30)
    keptTokens = try reader.count(atMost: tokens)
    firstMessage = try reader.optional { reader throws(FrameError) in
      try reader.count(atMost: EnginePrompt.mostMessages)
    }
  }
}

extension EngineEvent.Usage {
  fileprivate func write(to writer: inout WireWriter) {
    for count in [promptTokens, keptTokens, replyTokens] { writer.count(count) }
    for time in [promptTime, firstTokenTime, replyTime] { writer.time(time) }
  }

  fileprivate init(_ reader: inout WireReader) throws(FrameError) {
    promptTokens = try reader.count(atMost: 1 << 30)
    keptTokens = try reader.count(atMost: promptTokens)
    replyTokens = try reader.count(atMost: 1 << 30)
    promptTime = try reader.time()
    firstTokenTime = try reader.time()
    replyTime = try reader.time()
  }
}

extension EngineEvent.End {
  private enum Kind: UInt8 {
    case finished, stopped, length, contextFull, failed
  }

  fileprivate func write(to writer: inout WireWriter) {
    let kind: Kind =
      switch self {
      case .finished: .finished
      case .stopped: .stopped
      case .length: .length
      case .contextFull: .contextFull
      case .failed: .failed
      }
    writer.number(kind.rawValue)
    if case .failed(let refusal) = self { refusal.write(to: &writer) }
  }

  fileprivate init(_ reader: inout WireReader) throws(FrameError) {
    self =
      switch try reader.choice(Kind.self) {
      case .finished: .finished
      case .stopped: .stopped
      case .length: .length
      case .contextFull: .contextFull
      case .failed: .failed(try EngineRefusal(&reader))
      }
  }
}

extension EngineEvent.Piece {
  fileprivate func write(to writer: inout WireWriter) {
    writer.number(origin.rawValue)
    writer.optional(message) { $0.count($1) }
    writer.count(tokens)
    writer.text(text)
  }

  fileprivate init(_ reader: inout WireReader) throws(FrameError) {
    origin = try reader.choice()
    message = try reader.optional { reader throws(FrameError) in
      try reader.count(atMost: EnginePrompt.mostMessages)
    }
    tokens = try reader.count(atMost: 1 << 30)
    text = try reader.text(atMost: EngineEvent.frameLimit)
  }
}
