internal import Domain
public import Observation
internal import Wording

/// The first page: who is talked to first, and the ways on from there.
@Observable
public final class WelcomeModel {
  /// Who is talked to first.
  public enum Partner: Equatable, Sendable {
    /// The model that comes with Sotto, in a new chat.
    case model
    /// A scripted agent in a new chat, because the model cannot be loaded; `reason` is a sentence.
    case standIn(name: String, reason: String)
    /// In a new chat: who was chosen for these before the page was left, or the first where nobody that is there was.
    case chosen(name: String)
    /// Scripted agents in a new chat, where somebody brings them.
    case personas
  }

  @ObservationIgnored private weak var library: LibraryModel?
  @ObservationIgnored private let models: any LocalModels
  @ObservationIgnored private let parts: LibraryParts
  /// Why the model was not loaded when that was tried.
  private var fault: ModelFault?

  init(_ library: LibraryModel, _ models: any LocalModels, _ parts: LibraryParts) {
    self.library = library
    self.models = models
    self.parts = parts
  }

  /// Who is talked to first, as far as it is known now.
  public var partner: Partner {
    let agent = parts.settings.agentForNewChats
    switch agent {
    case Settings.agentOfNewPeople, Settings.usualAgent:
      if let fault = fault ?? known, let standIn {
        return .standIn(name: ShownLine.of(standIn.profile.name), reason: fault.sentence)
      }
      return agent == Settings.agentOfNewPeople ? .model : parts.agents.hasUsual ? .personas : first
    default:
      let chosen = parts.agents.entries.first { $0.id == agent }
      return chosen.map { .chosen(name: ShownLine.of($0.profile.name)) } ?? first
    }
  }

  private var first: Partner {
    parts.agents.entries.first.map { .chosen(name: ShownLine.of($0.profile.name)) } ?? .personas
  }

  /// Whether there are demo chats to look at; they come when they are asked for.
  public var offersDemo: Bool { !parts.settings.hadDemo || library?.list.isEmpty == false }

  /// What is wrong with the model as the catalogue knows it.
  private var known: ModelFault? {
    let status = parts.agents.entries.first { $0.id == ModelID.builtIn.agent }?.status
    return if case .unavailable(.model(let fault)) = status { fault } else { nil }
  }

  private var standIn: AgentEntry? {
    let entries = parts.agents.entries
    return entries.first { $0.id == Settings.usualAgent } ?? entries.first
  }

  // MARK: What is done

  /// Loads the model that is talked to first, so that nothing is promised that does not hold; to be called once the first
  /// picture is on screen.
  func tryModel() async {
    guard partner == .model else { return }
    do throws(ModelFault) { try await models.tryLoading(.builtIn) } catch {
      if error != .cancelled { take(error) }
    }
  }

  private func take(_ fault: ModelFault) {
    self.fault = fault
    // Who has left the page meanwhile, and has said nothing yet, is told there.
    guard let library, !library.isWelcoming, let thread = library.thread, let standIn,
      thread.isNew, thread.chat.agent == ModelID.builtIn.agent
    else { return }
    thread.choose(agent: standIn.id)
    chooseStandIn()
    parts.notices.tell(fault.sentence)
  }

  private func chooseStandIn() {
    guard case .standIn = partner, let id = standIn?.id else { return }
    parts.settings.change { $0.agentForNewChats = id }
  }

  /// Leads to a new chat, in this turn: the next key is its own. `then` is called once the page is left.
  public func start(then: @escaping () -> Void) {
    switch partner {
    case .model: library?.beginChat(titled: "", agent: ModelID.builtIn.agent)
    case .standIn: library?.beginChat(titled: "", agent: standIn?.id)
    case .chosen, .personas: library?.beginChat(titled: "", agent: nil)
    }
    leave(then)
  }

  /// Brings the demo chats and leads to them, unless the page is left before they are there; `then` is called once it is
  /// left for them.
  public func showDemo(then: @escaping () -> Void) {
    parts.work.begin { [self] in
      guard let library else { return }
      await library.demo.addOnce()
      // Who has gone on meanwhile stays in that chat.
      guard library.isWelcoming else { return }
      await library.list.load()
      guard library.isWelcoming else { return }
      if !library.isNarrow, let chat = library.list.rows.first?.chat {
        library.open(chat)
        await library.whenRead()
      }
      leave(then)
    }
  }

  private func leave(_ then: () -> Void) {
    chooseStandIn()
    parts.settings.change { $0.isWelcomed = true }
    then()
  }
}
