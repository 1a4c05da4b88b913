import EngineWire
import Frames
import Testing

/// The frames between the app and an engine: what is written is read, and nothing else.
@Suite struct WireTests {
  private static let prompt = EnginePrompt(
    [.init(.system, "Be brief"), .init(.user, "Hello 🙂"), .init(.assistant, "")], thinking: .off, time: -5, chat: 7)

  static let orders: [EngineOrder] = [
    .open(.init()),
    .open(
      .init(
        isHeaderOnly: true, contextLength: 8_192, threads: 7, readingThreads: 8, mapsFile: false, memoryLimit: .max,
        leastSaved: 256)),
    .generate(
      id: .max,
      .init(
        prompt,
        sampling: .init(
          temperature: 1.5, topK: 0, topP: 0.5, minP: 0.1, repeatPenalty: 1.1, frequencyPenalty: -1,
          presencePenalty: 2, seed: 9), maximumTokens: 100, thoughtTokens: 50, stops: ["a", "ä"])),
    .stop(id: 3), .measure(id: 4, prompt, maximumTokens: 7), .render(id: 5, prompt),
    .bench(id: 6, promptTokens: 512, replyTokens: 64), .save(id: 7, chat: 8),
    .restore(id: 9, chat: .max, bytes: 1 << 40), .restoreEnds(id: 10, isWhole: true), .forget(chat: 11),
  ]

  static let events: [EngineEvent] = {
    var model = EngineModel()
    (model.name, model.architecture, model.quantisation, model.sizeLabel) = ("Tiny", "llama", "Q8_0", "1M")
    (model.licence, model.licenceName, model.licenceLink) = ("mit", "MIT", "https://example.org")
    (model.parameters, model.layers, model.vocabulary, model.trainedContext) = (.max, 1, 2, 3)
    (model.contextLength, model.bytesPerToken, model.hasTemplate, model.thinking) = (4, 5, true, .always)
    model.recommended = .init(temperature: 0.5, topP: 0.9, repeatPenalty: 1.2)
    model.stateFormat = "1 f16"
    return [
      .greeting(.init(holds: 15, landlock: 7)), .loading(part: 0.25), .opened(model),
      .began(id: 1, .init(tokens: 9, keptTokens: 3, firstMessage: 2)), .reading(id: 1, done: 4, total: 9),
      .reasoning(id: 1, "Hm"), .text(id: 1, "Yes 🙂"),
      .usage(
        id: 1,
        .init(
          promptTokens: 9, keptTokens: 3, replyTokens: 2, promptTime: .milliseconds(5),
          firstTokenTime: .milliseconds(6), replyTime: .seconds(7))),
      .ended(id: 1, .finished), .ended(id: 1, .stopped), .ended(id: 1, .length), .ended(id: 1, .contextFull),
      .ended(id: 1, .failed(EngineRefusal(.failed, "-3"))), .measured(id: 1, .init(tokens: 5)),
      .rendered(
        id: 1, .init(tokens: 5),
        [.init(.special, tokens: 1, text: "<s>"), .init(.message, message: 3, tokens: 4, text: "a")]),
      .benched(id: 1, prompt: 120.5, reply: 31), .refused(id: 0, EngineRefusal(.notAModel, "why")),
      .state(chat: 3, tokens: 300, bytes: 1 << 40), .saved(id: 4), .forgotten(chat: 5), .restored(id: 6, tokens: 300),
    ]
  }()

  @Test(arguments: orders) func `an order is read as it was written, and a part of it is none`(order: EngineOrder)
    throws
  {
    #expect(try EngineOrder(order.frame) == order)
    for frame in broken(order.frame) { #expect(throws: FrameError.unexpected) { try EngineOrder(frame) } }
  }

  @Test(arguments: events) func `an event is read as it was written, and a part of it is none`(event: EngineEvent)
    throws
  {
    #expect(try EngineEvent(event.frame) == event)
    for frame in broken(event.frame) { #expect(throws: FrameError.unexpected) { try EngineEvent(frame) } }
  }

  @Test func `bytes of a state are read as they were written, and not too many at once`() throws {
    let bytes: [UInt8] = [1, 2, 3]
    #expect(try EngineOrder(EngineOrder.bytes(id: 1, bytes).frame) == .bytes(id: 1, bytes))
    #expect(try EngineEvent(EngineEvent.bytes(bytes).frame) == .bytes(bytes))
    let many = [UInt8](repeating: 0, count: EngineEvent.longestBytes + 1)
    #expect(throws: FrameError.unexpected) { try EngineOrder(EngineOrder.bytes(id: 1, many).frame) }
    #expect(throws: FrameError.unexpected) { try EngineEvent(EngineEvent.bytes(many).frame) }
  }

  @Test func `the head of a state is read as it was written, and a part of it is none`() {
    let head = EngineStateHead(tokens: [1, -2, 300], beginning: [.init(.user, "Hello 🙂")])
    let bytes = head.bytes
    let read = (bytes + [9]).withUnsafeBytes { EngineStateHead.read(from: $0) }
    #expect(read?.head == head && read?.length == bytes.count)
    for count in bytes.indices {
      #expect(bytes.prefix(count).withUnsafeBytes { EngineStateHead.read(from: $0) } == nil)
    }
  }

  @Test func `what lies outside its range is sent as the nearest within`() throws {
    let wild = EngineSampling(
      temperature: .infinity, topK: -4, topP: 7, minP: .nan, repeatPenalty: 0, frequencyPenalty: -99,
      presencePenalty: 99)
    guard
      case .generate(_, let read) = try EngineOrder(
        EngineOrder.generate(id: 1, .init(Self.prompt, sampling: wild)).frame)
    else { throw FrameError.unexpected }
    #expect(
      read.sampling
        == EngineSampling(
          temperature: 10, topK: 0, topP: 1, minP: 0, repeatPenalty: 0.1, frequencyPenalty: -10, presencePenalty: 10))
  }

  @Test func `a refusal is one line of bounded length, and never half a character`() throws {
    #expect(EngineRefusal(.damaged, "one\ntwo").words == "one")
    let long = EngineRefusal(.damaged, String(repeating: "ä", count: 10_000))
    #expect(try EngineEvent(EngineEvent.refused(id: 1, long).frame) == .refused(id: 1, long))
    #expect(long.words.allSatisfy { $0 == "ä" })
  }

  @Test func `no count is believed before its bytes are there`() {
    // A prompt that claims 60,000 messages.
    var bytes = Array(EngineOrder.measure(id: 1, EnginePrompt([], time: 0)).frame.bytes.dropLast(4))
    bytes += [0x60, 0xEA, 0, 0]
    #expect(throws: FrameError.unexpected) { try EngineOrder(Frame(0x103, bytes)) }
  }

  /// Cut anywhere, with a byte too many, and of another kind.
  private func broken(_ frame: Frame) -> [Frame] {
    frame.bytes.indices.map { Frame(frame.kind, Array(frame.bytes[..<$0])) }
      + [Frame(frame.kind, frame.bytes + [0]), Frame(7, frame.bytes)]
  }
}
