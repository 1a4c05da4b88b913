import CLlama
import EngineWire

/// A loaded model, and what it is asked to do.
final class Session {
  let app: App
  let context: OpaquePointer
  let vocabulary: Vocabulary
  let memory: Memory
  private let states: States
  private let model: OpaquePointer
  private let writer: Result<PromptWriter, EngineRefusal>
  private let fitting: Result<Fitting, EngineRefusal>

  /// How many tokens are read at once at most.
  static let largestBatch = 512

  /// - Parameter leastSaved: chats of so many tokens are given out before they are forgotten; 0 for none.
  init?(
    _ app: App, _ model: OpaquePointer, _ context: OpaquePointer, _ template: Result<ChatTemplate, EngineRefusal>,
    leastSaved: Int
  ) {
    guard let memory = Memory(context, of: model), let words = llama_model_get_vocab(model) else { return nil }
    // Where there is no template, no token is special by its use.
    let vocabulary = Vocabulary(words, template: (try? template.get())?.source ?? "")
    self.app = app
    self.model = model
    self.context = context
    self.memory = memory
    self.vocabulary = vocabulary
    writer = template.map { PromptWriter(template: $0, vocabulary: vocabulary) }
    fitting = writer.map { Fitting($0) }
    let states = States(app, memory, least: leastSaved)
    self.states = states
    memory.forgetting = { states.forgetting($0) }
    let asker = Unmanaged.passUnretained(app).toOpaque()
    llama_set_abort_callback(
      context, { app in app.map { Unmanaged<App>.fromOpaque($0).takeUnretainedValue().isCalledOff } ?? false }, asker)
  }

  func obey(_ order: EngineOrder) {
    switch order {
    case .generate(let id, let generation): reply(id, generation)
    case .measure(let id, let prompt, let most):
      answer(id) { () throws(EngineRefusal) in
        .measured(id: id, extent(of: try asked(prompt, most, id), in: prompt.chat))
      }
    case .render(let id, let prompt, let most):
      answer(id) { () throws(EngineRefusal) in
        let made = try asked(prompt, most, id)
        return .rendered(id: id, extent(of: made, in: prompt.chat), try writer.get().pieces(of: made))
      }
    case .bench(let id, let promptTokens, let replyTokens):
      answer(id) { () throws(EngineRefusal) in
        try Bench(self, promptTokens: promptTokens, replyTokens: replyTokens).answer(id)
      }
    case .save(let id, let chat): states.save(id, chat)
    case .restore(let id, let chat, let bytes): states.restore(id, chat, count: bytes)
    case .forget(let chat): memory.forget(chat)
    // It is over already.
    case .stop: break
    // Once is enough, and bytes have to be announced.
    case .open, .bytes, .restoreEnds: app.leave()
    }
  }

  private func answer(_ id: UInt64, _ body: () throws(EngineRefusal) -> EngineEvent) {
    app.begin(id)
    do throws(EngineRefusal) {
      if app.isCalledOff { throw EngineRefusal(.stopped) }
      app.say(try body())
    } catch {
      app.say(.refused(id: id, error))
    }
  }

  private func reply(_ id: UInt64, _ generation: EngineOrder.Generation) {
    app.begin(id)
    let began = llama_time_us()
    do throws(EngineRefusal) {
      if app.isCalledOff { return app.say(.ended(id: id, .stopped)) }
      let endless = EngineEvent.ended(id: id, .failed(EngineRefusal(.templateEndless)))
      let (prompt, beginning) = try prompt(generation.prompt, limit: generation.maximumTokens, endless)
      memory.begin(generation.prompt.chat)
      memory.note(beginning: beginning)
      var reply = Reply(self, id, generation, prompt, began: began)
      reply.make()
    } catch {
      app.say(.ended(id: id, error.code == .stopped ? .stopped : .failed(error)))
    }
  }

  /// The prompt as a reply would read it. Where replies are cut does not move for that.
  private func asked(_ prompt: EnginePrompt, _ limit: Int, _ id: UInt64) throws(EngineRefusal) -> Prompt {
    try self.prompt(prompt, limit: limit, .refused(id: id, EngineRefusal(.templateEndless))).prompt
  }

  /// - Parameter limit: how many tokens the reply may have; 0 for as many as there is room for.
  private func prompt(
    _ prompt: EnginePrompt, limit: Int, _ endless: EngineEvent
  ) throws(EngineRefusal) -> (prompt: Prompt, beginning: [EnginePrompt.Message]) {
    let length = length(of: prompt)
    let quarter = length / 4
    var fitting = try fitting.get()
    fitting.beginning = memory[prompt.chat]?.beginning ?? []
    let result = try Overtime.watch(endless) { () throws(EngineRefusal) in
      try fitting.fit(prompt, in: .init(length: length, reserve: limit > 0 ? min(limit, quarter) : quarter)) {
        app.isCalledOff
      }
    }
    return (result, fitting.beginning)
  }

  /// How many tokens the prompt and its reply may take together.
  func length(of prompt: EnginePrompt) -> Int {
    prompt.contextLength > 0 ? min(prompt.contextLength, memory.capacity) : memory.capacity
  }

  private func extent(of prompt: Prompt, in chat: UInt64) -> EngineEvent.Extent {
    .init(
      tokens: prompt.tokens.count, keptTokens: memory.kept(of: prompt.tokens, in: chat),
      firstMessage: prompt.firstMessage)
  }
}
