public import Domain
private import Localization
public import Observation
internal import Wording

/// What the model would see if the draft were sent now, piece by piece.
@Observable
public final class ContextLensModel {
  /// What stands in its place.
  public enum Phase: Equatable {
    case loading
    case notLoaded
    /// The model is being loaded.
    case loadingModel
    case failed(String)
    case ready
  }

  /// Where it is.
  public private(set) var phase = Phase.loading
  /// In the order in which the model reads them.
  public private(set) var rows: [ContextLensRow] = []
  /// How many tokens it is, and what is left out.
  public private(set) var summary = ""
  /// The whole prompt.
  public private(set) var prompt = ""
  private let thread: ThreadModel
  @ObservationIgnored private let service: ChatService
  @ObservationIgnored private let models: any LocalModels
  @ObservationIgnored private var isLooking = false
  @ObservationIgnored private var loading: Task<Void, Never>?

  init(_ thread: ThreadModel, _ models: any LocalModels) {
    self.thread = thread
    self.models = models
    service = thread.service
  }

  deinit { loading?.cancel() }

  /// What the sentence about a model that is not loaded says.
  public var notLoadedSentence: String {
    let name = ShownLine.within(thread.agentName)
    return localized("\(name) is not loaded, and only the model itself can say what it would see.")
  }

  private var otherContextSentence: String {
    let name = ShownLine.within(thread.agentName)
    return localized("\(name) is loaded with a smaller context than this chat has. The next reply loads it anew.")
  }

  /// Asks the model, which is not loaded for that. Called again when the agent may be ready.
  public func look() async {
    guard !isLooking else { return }
    isLooking = true
    defer { isLooking = false }
    switch thread.agent?.status {
    case .loading: return phase = .loadingModel
    case .unavailable(let fault): return phase = .failed(fault.sentence)
    case .unloaded, nil: return phase = .notLoaded
    case .ready: break
    }
    if phase != .ready { phase = .loading }
    for _ in 0..<Self.mostAttempts {
      guard await !ask() else { return }
      // A reply came first: the question is asked again, and waits behind it.
    }
    phase = .notLoaded
  }

  /// A model that calls so many questions off is on its way out.
  private static let mostAttempts = 20

  /// False where the question was called off.
  private func ask() async -> Bool {
    do throws(ContextFault) {
      let view = try await service.context.view(of: thread.chat, with: thread.composer.unsent)
      let rows = await ContextLensRow.rows(of: view, agent: ShownLine.of(thread.agentName), service)
      take(view, rows, isSummarisedFirst: await isSummarisedFirst)
    } catch .calledOff {
      return false
    } catch {
      phase =
        switch error {
        case .notLoaded where thread.agent?.status == .ready: .failed(otherContextSentence)
        case .notLoaded, .calledOff: .notLoaded
        case .noContext: .failed(ContextWords.none)
        case .failed(let failure): .failed(failure.sentence(agent: thread.agentName))
        }
    }
    return true
  }

  private var isSummarisedFirst: Bool {
    get async {
      // What cannot be read is told where it is to be shown.
      do throws(StoreError) { return try await service.context.summarisesFirst(in: thread.chat.id) } catch {
        return false
      }
    }
  }

  /// Whether the model became more or less ready than what is shown says.
  public var isOutdated: Bool {
    switch (thread.agent?.status, phase) {
    case (.loading, .notLoaded), (.ready, .notLoaded), (.ready, .loadingModel): true
    case (.unloaded, .loadingModel), (.unavailable, .loadingModel): true
    default: false
    }
  }

  /// Loads the model, because somebody pressed the button; where it cannot be loaded, the reason is shown.
  public func load() {
    loading?.cancel()
    loading = Task { [weak self, models, service, thread] in
      do throws(ModelFault) {
        guard let model = try await models.entries().first(where: { $0.model.agent == thread.chat.agent })?.model else {
          return thread.loadAgent()
        }
        // What cannot be read now is told by the reply.
        let settings = try? await service.chatSettings(of: thread.chat.id)
        try await models.loadAsked(model, context: settings?.parameters.contextLength)
      } catch {
        if !Task.isCancelled { self?.phase = .failed(error.sentence) }
      }
    }
  }

  private func take(_ view: ContextView, _ rows: [ContextLensRow], isSummarisedFirst: Bool) {
    prompt = view.pieces.map(\.text).joined()
    self.rows = rows
    summary = view.summary(isSummarisedFirst: isSummarisedFirst)
    phase = .ready
  }
}

extension ContextView {
  /// How many tokens it is, and what is left out.
  ///
  /// - Parameter isSummarisedFirst: whether a reply waits until what does not fit is summarised.
  package func summary(isSummarisedFirst: Bool) -> String {
    let (used, length) = (CountText.of(extent.used), CountText.of(extent.length))
    let all = localized("\(used) of \(length) tokens")
    guard extent.firstMessage != nil else { return all }
    if isSummarisedFirst { return all + " · " + localized("Older messages are summarised first") }
    let rest =
      leftOut.map {
        localized($0, one: "\($0) older message is left out", other: "\($0) older messages are left out")
      } ?? localized("Older messages are left out")
    return all + " · " + rest
  }
}

/// A part of what a model sees, as a row.
public struct ContextLensRow: Identifiable, Hashable, Sendable {
  /// Who wrote it.
  public enum Kind: Hashable, Sendable {
    /// The model's template.
    case marks
    case instructions
    case message(Sender?)
  }
  /// Its place.
  public let id: Int
  /// Who wrote it.
  public let kind: Kind
  /// That in words.
  public let title: String
  /// How many tokens it takes, in words.
  public let tokens: String
  /// As the model reads it.
  public let text: String
  /// What is shown of it, line ends among marks as signs.
  public let excerpt: String
  /// The same, but all of it.
  package var whole: String { kind == .marks ? Self.visible(text) : text }
  /// Whether that is not all.
  public let isFolded: Bool

  /// The row in words, for screen readers.
  public var spoken: String { Spoken.sentences([title, tokens, excerpt]) }
  /// How much text there is, for the button that shows all of it.
  public var size: String { ByteCount.text(Int64(text.utf8.count)) }

  private static let mostLetters = 700
  private static let mostLines = 12

  /// Of what was said by another agent than this, the service knows whose it is.
  package static func rows(
    of view: ContextView, agent: String, _ service: ChatService
  ) async -> [ContextLensRow] {
    var speakers: [MessageID: String] = [:]
    for case let id? in Set(view.pieces.map { $0.origin == .message(.agent) ? $0.message : nil }) {
      // One that cannot be read goes under the name of the chat's agent.
      let message = try? await service.message(id)
      speakers[id] = (message?.usage?.model).map(ShownLine.of)
    }
    return rows(of: view.pieces) { $0.flatMap { speakers[$0] } ?? agent }
  }

  /// Marks that follow one another stand together.
  ///
  /// - Parameter agent: who said a message, where that was no person.
  private static func rows(of pieces: [ContextPiece], agent: (MessageID?) -> String) -> [ContextLensRow] {
    var parts: [(kind: Kind, tokens: Int, text: String, message: MessageID?)] = []
    for piece in pieces {
      let kind = Kind(piece.origin)
      if let last = parts.last, last.kind == kind, kind == .marks {
        parts[parts.count - 1].tokens += piece.tokens
        parts[parts.count - 1].text += piece.text
      } else {
        parts.append((kind, piece.tokens, piece.text, piece.message))
      }
    }
    return parts.enumerated().map { ContextLensRow($0.offset, $0.element, agent: agent) }
  }

  private init(
    _ id: Int, _ part: (kind: Kind, tokens: Int, text: String, message: MessageID?), agent: (MessageID?) -> String
  ) {
    self.id = id
    (kind, text) = (part.kind, part.text)
    title =
      switch part.kind {
      case .marks: localized("The model's template")
      case .instructions: localized("Instructions")
      case .message(.user): localized("You")
      case .message(.agent): agent(part.message)
      case .message(.summary): localized("Summary, with the message after it")
      case .message(.system): localized("System")
      case .message(.tool): localized("Tool")
      case .message(nil): localized("Messages")
      }
    let count = CountText.of(part.tokens)
    tokens = localized(part.tokens, one: "\(count) token", other: "\(count) tokens")
    let cut = TextChunks.cuts(in: part.text, letters: Self.mostLetters, lines: Self.mostLines, atMost: 1).first
    isFolded = cut != nil
    let shown = cut.map { TextChunks.chunk(of: part.text, from: 0, to: $0) + "…" } ?? part.text
    excerpt = part.kind == .marks ? Self.visible(shown) : shown
  }

  /// With a sign at each line's end: what looks like nothing is something for a model.
  private static func visible(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "↵\n")
    return lines.hasSuffix("\n") ? String(lines.dropLast()) : lines
  }
}

extension ContextLensRow.Kind {
  fileprivate init(_ origin: ContextPiece.Origin) {
    self =
      switch origin {
      case .template, .special: .marks
      case .instructions: .instructions
      case .message(let sender): .message(sender)
      }
  }
}
