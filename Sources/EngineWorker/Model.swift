import CLlama
import Confinement
import EngineWire
import Platform

/// What is known of a model's file, and the model where it is loaded.
struct Model {
  var facts: EngineModel
  /// Nil where only the header is open.
  var session: Session?
}

/// Opens a model as the app wants it.
struct Opening {
  private let order: EngineOrder.Opening
  private let app: App

  init(_ order: EngineOrder.Opening, for app: App) {
    self.order = order
    self.app = app
  }

  func open() throws(EngineRefusal) -> Model {
    if order.memoryLimit > 0, !entered.limitMemory(to: order.memoryLimit) { throw EngineRefusal(.noMemory) }
    let file = try ModelFile()
    var (facts, template) = try Overtime.watch(.refused(id: 0, EngineRefusal(.templateEndless))) {
      () throws(EngineRefusal) in
      var found = try Self.look(at: Header(file))
      for number in 0..<ModelFile.count where number > 0 { try Self.look(atPart: number, &found.0) }
      return found
    }
    guard !order.isHeaderOnly else { return Model(facts: facts) }
    let model = try load(file, facts.architecture)
    let context = try context(for: model, facts)
    facts.contextLength = Int(llama_n_ctx(context))
    facts.stateFormat = Self.stateFormat
    guard let session = Session(app, model, context, template, leastSaved: order.leastSaved) else {
      throw EngineRefusal(.notForText, facts.architecture)
    }
    return Model(facts: facts, session: session)
  }

  /// What a header says, and the template, or why there is none.
  private static func look(
    at header: borrowing Header
  ) throws(EngineRefusal) -> (EngineModel, Result<ChatTemplate, EngineRefusal>) {
    if let refusal = header.refusal { throw refusal }
    var facts = header.facts
    guard let source = header.template else { return (facts, .failure(EngineRefusal(.noTemplate))) }
    let template = Result { () throws(EngineRefusal) in try ChatTemplate(source) }
    if case .success(let template) = template {
      facts.hasTemplate = true
      facts.thinking = template.thinking
    }
    return (facts, template)
  }

  /// Looks whether the further file belongs to the first, and counts what it has.
  private static func look(atPart number: Int, _ facts: inout EngineModel) throws(EngineRefusal) {
    let header: Header
    do throws(EngineRefusal) { header = try Header(ModelFile(number)) } catch {
      throw EngineRefusal(error.code, error.words, part: number)
    }
    guard header.isPart(number) else { throw EngineRefusal(.split, "\(ModelFile.count)", part: number) }
    guard header.isWhole else { throw EngineRefusal(.damaged, "a part ends before its weights do", part: number) }
    facts.parameters = facts.parameters.addingReportingOverflow(header.parameters).partialValue
  }

  private func load(_ file: borrowing ModelFile, _ architecture: String) throws(EngineRefusal) -> OpaquePointer {
    var parameters = llama_model_default_params()
    parameters.n_gpu_layers = 0
    parameters.load_mode = order.mapsFile ? LLAMA_LOAD_MODE_MMAP : LLAMA_LOAD_MODE_NONE
    let progress = LoadProgress(app)
    parameters.progress_callback = { part, progress in
      progress.map { Unmanaged<LoadProgress>.fromOpaque($0).takeUnretainedValue().tell(part) }
      return true
    }
    parameters.progress_callback_user_data = Unmanaged.passUnretained(progress).toOpaque()
    let model = withExtendedLifetime(progress) {
      ModelFile.count > 1
        ? Self.loadParts(parameters) : llama_model_load_from_file_ptr(file.fromItsBeginning(), parameters)
    }
    // What is cut was refused by its header.
    guard let model else { throw Self.refusal(.notLoaded) }
    // One that only understands, or that writes in another way.
    guard llama_model_has_decoder(model), !llama_model_has_encoder(model), !llama_model_is_diffusion(model) else {
      throw EngineRefusal(.notForText, architecture)
    }
    return model
  }

  /// Of several files; the library asks for each by a name.
  private static func loadParts(_ parameters: llama_model_params) -> OpaquePointer? {
    let names = (0..<ModelFile.count).map { strdup(SOTTO_DESCRIPTOR_NAME + "\(ModelFile.descriptor($0))") }
    defer { for name in names { free(name) } }
    var paths = names.map { UnsafePointer($0) }
    return llama_model_load_from_splits(&paths, paths.count, parameters)
  }

  private func context(for model: OpaquePointer, _ facts: EngineModel) throws(EngineRefusal) -> OpaquePointer {
    let trained = Int(llama_model_n_ctx_train(model))
    let wanted = order.contextLength > 0 ? order.contextLength : EngineOrder.Opening.defaultContextLength
    var parameters = Self.settings
    parameters.n_ctx = UInt32(clamping: trained > 0 ? min(wanted, trained) : wanted)
    parameters.n_batch = UInt32(Session.largestBatch)
    parameters.n_ubatch = parameters.n_batch
    parameters.n_seq_max = Memory.sequences(of: model)
    parameters.n_threads = Int32(order.threads)
    parameters.n_threads_batch = Int32(order.readingThreads)
    guard let context = llama_init_from_model(model, parameters) else { throw Self.refusal(.notLoaded) }
    return context
  }

  /// What is the same for all models.
  private static var settings: llama_context_params {
    var settings = llama_context_default_params()
    settings.swa_full = false
    // One pool of cells for all chats.
    settings.kv_unified = true
    settings.no_perf = true
    return settings
  }

  /// What decides whether a state that was given out can be restored, beside the model.
  private static var stateFormat: String {
    let settings = settings
    return
      "llama.cpp \(String(cString: llama_version())) ggml \(String(cString: ggml_version())) state \(LLAMA_STATE_SEQ_VERSION) "
      + "k \(settings.type_k.rawValue) v \(settings.type_v.rawValue) flash \(settings.flash_attn_type.rawValue) "
      + "swa \(settings.swa_full)"
  }

  /// Why the library gave nothing back.
  private static func refusal(_ code: EngineRefusal.Code) -> EngineRefusal {
    let words = Log.takeFirst()
    let isMemory = words.contains("alloc") || words.contains("memory") || words.contains("mmap")
    // Whoever says that it is not loaded says this, too.
    return EngineRefusal(isMemory ? .noMemory : code, String(words.trimmingPrefix("error loading model: ")))
  }
}

/// Tells the app how far loading is, not more often than can be seen.
private final class LoadProgress {
  private let app: App
  private var told: Int64 = 0

  /// In microseconds.
  private static let pause: Int64 = 50_000

  init(_ app: App) { self.app = app }

  func tell(_ part: Float) {
    let now = llama_time_us()
    guard now - told >= Self.pause else { return }
    told = now
    app.say(.loading(part: Double(part)))
  }
}

extension ChatTemplate {
  /// Whether it makes its model think aloud: asked by rendering it.
  fileprivate var thinking: EngineModel.Thinking {
    func text(_ thinking: EnginePrompt.Thinking) -> [UInt8]? {
      let prompt = EnginePrompt([.init(.user, "Hello")], thinking: thinking, time: 0)
      // One that refuses this says so when it is asked for a reply.
      return (try? render(prompt))?.flatMap(\.text)
    }
    if let on = text(.on), let off = text(.off), on != off { return .switchable }
    let thoughts = Thought.known(to: source)
    return text(.unspecified).flatMap { Thought.opened(atEndOf: $0, of: thoughts) } == nil ? .never : .always
  }
}
