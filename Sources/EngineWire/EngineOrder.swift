package import Frames

/// What the app says to an engine. The first order is `open`, once; the others follow, and are obeyed one after another, but for
/// `stop`. An engine that is told anything else ends.
package enum EngineOrder: Equatable, Sendable {
  /// Opens the model that the engine was handed over as its descriptors from 3 on, as many as its argument says. Answered by `loading`, then `opened` or `refused`
  /// (with number 0).
  case open(Opening)
  /// Answered by `began`, `reading`, `reasoning` and `text`, `usage`, and always last `ended`, all with this number.
  case generate(id: UInt64, Generation)
  /// Breaks off the order of this number, running or waiting; it is answered as stopped. Nothing when it is over already.
  case stop(id: UInt64)
  /// How many tokens this prompt takes, for a reply of so many as in `Generation`: answered by `measured` or `refused`.
  case measure(id: UInt64, EnginePrompt, maximumTokens: Int = 0)
  /// What the model would see of this prompt, for such a reply: answered by `rendered` or `refused`.
  case render(id: UInt64, EnginePrompt, maximumTokens: Int = 0)
  /// Reads and makes so many tokens to tell how fast that is: answered by `benched` or `refused`. What was read of a chat
  /// is forgotten.
  case bench(id: UInt64, promptTokens: Int, replyTokens: Int)
  /// Gives out what was read of a chat, so that it can be restored: answered by `state` with its `bytes`, then `saved`; by
  /// `refused` when nothing of it is there, and in the midst of its bytes when it was stopped.
  case save(id: UInt64, chat: UInt64)
  /// Takes back what was given out: so many bytes come in orders of this number, and are looked at only when `restoreEnds`
  /// says that they are whole. Only `forget` and `stop` may come between. Answered by `restored` or `refused`.
  case restore(id: UInt64, chat: UInt64, bytes: UInt64)
  /// The next of those, at most `EngineEvent.longestBytes`.
  case bytes(id: UInt64, [UInt8])
  case restoreEnds(id: UInt64, isWhole: Bool)
  /// What was read of this chat is of no more use. Not answered.
  case forget(chat: UInt64)

  /// The most files that one model has.
  package static let mostFiles = 99

  /// The most bytes of a frame that is an order.
  package static let frameLimit = 1 << 25

  /// How a model is opened.
  package struct Opening: Equatable, Sendable {
    /// Only what the file says of itself: no other order may follow but the stream's end.
    package var isHeaderOnly: Bool
    /// How many tokens the model is to hold at once; 0 for what it was trained with, at most `defaultContextLength`.
    package var contextLength: Int
    /// How many threads compute a token of a reply, from 1 on.
    package var threads: Int
    /// How many threads read prompts, from 1 on.
    package var readingThreads: Int
    /// Whether the file is mapped, so that its pages can be given back to the system; else it is read into memory.
    package var mapsFile: Bool
    /// Bytes of addresses that the engine may take beside those that it begins with; 0 for no limit.
    package var memoryLimit: UInt64
    /// Chats of which so many tokens were read are given out by themselves (`state`) before they are forgotten for others;
    /// 0 when nobody wants that.
    package var leastSaved: Int

    package static let defaultContextLength = 4_096
    package static let mostThreads = 512
    package static let longestContext = 1 << 24

    package init(
      isHeaderOnly: Bool = false, contextLength: Int = 0, threads: Int = 1, readingThreads: Int = 1,
      mapsFile: Bool = true, memoryLimit: UInt64 = 0, leastSaved: Int = 0
    ) {
      self.isHeaderOnly = isHeaderOnly
      self.contextLength = contextLength
      self.threads = threads
      self.readingThreads = readingThreads
      self.mapsFile = mapsFile
      self.memoryLimit = memoryLimit
      self.leastSaved = leastSaved
    }
  }

  /// One reply that is wanted.
  package struct Generation: Equatable, Sendable {
    package var prompt: EnginePrompt
    package var sampling: EngineSampling
    /// The reply ends after so many tokens; 0 when only the context ends it.
    package var maximumTokens: Int
    /// What is thought aloud before the answer has so many tokens of its own, after which the reply ends; 0 when it counts
    /// as the answer does.
    package var thoughtTokens: Int
    /// The reply ends before any of these; at most `mostStops`, none empty or longer than `longestStop` bytes.
    package var stops: [String]

    package static let mostStops = 16
    package static let longestStop = 256

    package init(
      _ prompt: EnginePrompt, sampling: EngineSampling = EngineSampling(), maximumTokens: Int = 0,
      thoughtTokens: Int = 0,
      stops: [String] = []
    ) {
      self.prompt = prompt
      self.sampling = sampling
      self.maximumTokens = maximumTokens
      self.thoughtTokens = thoughtTokens
      self.stops = stops
    }
  }
}

// MARK: Frames

extension EngineOrder {
  private enum Kind: UInt32 {
    case open = 0x100
    case generate, stop, measure, render, bench, save, restore, bytes, restoreEnds, forget
  }

  /// No bench is longer.
  private static let longestBench = 1 << 16

  /// The order as it is sent.
  package var frame: Frame {
    var writer = WireWriter()
    let kind: Kind
    switch self {
    case .open(let opening):
      kind = .open
      opening.write(to: &writer)
    case .generate(let id, let generation):
      kind = .generate
      writer.number(id)
      generation.write(to: &writer)
    case .stop(let id):
      kind = .stop
      writer.number(id)
    case .measure(let id, let prompt, let maximumTokens), .render(let id, let prompt, let maximumTokens):
      kind = if case .measure = self { .measure } else { .render }
      writer.number(id)
      writer.count(maximumTokens)
      prompt.write(to: &writer)
    case .bench(let id, let promptTokens, let replyTokens):
      kind = .bench
      writer.number(id)
      writer.count(promptTokens)
      writer.count(replyTokens)
    case .save(let id, let chat):
      kind = .save
      writer.number(id)
      writer.number(chat)
    case .restore(let id, let chat, let bytes):
      kind = .restore
      for number in [id, chat, bytes] { writer.number(number) }
    case .bytes(let id, let bytes):
      kind = .bytes
      writer.number(id)
      writer.rest(bytes)
    case .restoreEnds(let id, let isWhole):
      kind = .restoreEnds
      writer.number(id)
      writer.flag(isWhole)
    case .forget(let chat):
      kind = .forget
      writer.number(chat)
    }
    return writer.frame(kind.rawValue)
  }

  /// Reads an order; throws `unexpected` on what is none.
  package init(_ frame: Frame) throws(FrameError) {
    guard let kind = Kind(rawValue: frame.kind) else { throw .unexpected }
    var reader = WireReader(frame)
    switch kind {
    case .open: self = .open(try Opening(&reader))
    case .generate: self = .generate(id: try reader.number(), try Generation(&reader))
    case .stop: self = .stop(id: try reader.number())
    case .measure, .render:
      let id: UInt64 = try reader.number()
      let most = try reader.count(atMost: Int(UInt32.max))
      let prompt = try EnginePrompt(&reader)
      if kind == .measure {
        self = .measure(id: id, prompt, maximumTokens: most)
      } else {
        self = .render(id: id, prompt, maximumTokens: most)
      }
    case .bench:
      self = .bench(
        id: try reader.number(), promptTokens: try reader.count(atMost: Self.longestBench),
        replyTokens: try reader.count(atMost: Self.longestBench))
    case .save: self = .save(id: try reader.number(), chat: try reader.number())
    case .restore:
      self = .restore(id: try reader.number(), chat: try reader.number(), bytes: try reader.number())
    case .bytes: self = .bytes(id: try reader.number(), try reader.rest(atMost: EngineEvent.longestBytes))
    case .restoreEnds: self = .restoreEnds(id: try reader.number(), isWhole: try reader.flag())
    case .forget: self = .forget(chat: try reader.number())
    }
    try reader.end()
  }
}

extension EngineOrder.Opening {
  fileprivate func write(to writer: inout WireWriter) {
    writer.flag(isHeaderOnly)
    writer.count(contextLength)
    writer.count(threads)
    writer.count(readingThreads)
    writer.flag(mapsFile)
    writer.number(memoryLimit)
    writer.count(leastSaved)
  }

  fileprivate init(_ reader: inout WireReader) throws(FrameError) {
    isHeaderOnly = try reader.flag()
    contextLength = try reader.count(atMost: Self.longestContext)
    threads = try reader.count(atMost: Self.mostThreads)
    readingThreads = try reader.count(atMost: Self.mostThreads)
    mapsFile = try reader.flag()
    memoryLimit = try reader.number()
    leastSaved = try reader.count(atMost: Self.longestContext)
    guard threads > 0, readingThreads > 0 else { throw .unexpected }
  }
}

extension EngineOrder.Generation {
  fileprivate func write(to writer: inout WireWriter) {
    prompt.write(to: &writer)
    sampling.write(to: &writer)
    writer.count(maximumTokens)
    writer.count(thoughtTokens)
    writer.count(stops.count)
    for stop in stops { writer.text(stop) }
  }

  fileprivate init(_ reader: inout WireReader) throws(FrameError) {
    prompt = try EnginePrompt(&reader)
    sampling = try EngineSampling(&reader)
    maximumTokens = try reader.count(atMost: Int(UInt32.max))
    thoughtTokens = try reader.count(atMost: Int(UInt32.max))
    stops = try reader.list(atMost: Self.mostStops) { reader throws(FrameError) in
      try reader.text(atMost: Self.longestStop)
    }
    guard !stops.contains("") else { throw .unexpected }
  }
}
