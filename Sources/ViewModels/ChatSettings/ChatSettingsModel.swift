public import Domain
private import Localization
public import Observation
internal import Wording

/// The settings of one chat as their page shows them: changed at once on screen, and saved as one types.
@Observable
public final class ChatSettingsModel {
  /// Where the page is.
  public enum Phase: Equatable {
    case loading
    case ready
    case failed(String)
  }

  /// From loading to ready or failed.
  public private(set) var phase = Phase.loading
  /// The chat was deleted, or is in the Trash: the page has nothing to show any more.
  public private(set) var isGone = false
  /// Why what was set is not saved yet; nil where nothing is wrong.
  public private(set) var failure: String?
  /// Why the instructions are not taken as they are written.
  public private(set) var instructionsFault: String?
  /// Nothing can be set.
  public let isReadOnly: Bool

  @ObservationIgnored private let id: ChatID
  @ObservationIgnored private let parts: LibraryParts
  @ObservationIgnored private let composer: ComposerModel
  @ObservationIgnored private let models: any LocalModels
  private var chat: Chat
  /// As they are on screen: what is saved, and what was changed since.
  private var shown = ChatSettings()
  private var saved = ChatSettings()
  /// What stands in a field that is being written in, or that cannot be taken.
  private var typed: [ReplyParameter: String] = [:]
  private var faults: [ReplyParameter: String] = [:]
  /// Changed, and not on the disk.
  private var unsaved: Set<ChatSettingsPart> = []
  private var local: (model: LocalModel, memory: ModelMemory)?
  @ObservationIgnored private let loaded: LoadedContext
  @ObservationIgnored private var timer: Task<Void, Never>?
  @ObservationIgnored private var worker: Task<Void, Never>?
  /// How often something was saved here.
  @ObservationIgnored private var saves = 0

  /// While one types, it is saved at most this often.
  private static let savePause = Duration.milliseconds(400)
  /// After this time what could not be saved is tried again.
  private static let retryPause = Duration.seconds(5)

  init(_ thread: ThreadModel, _ models: any LocalModels, _ parts: LibraryParts) {
    self.parts = parts
    self.models = models
    loaded = LoadedContext(models)
    (composer, chat, id) = (thread.composer, thread.chat, thread.chat.id)
    isReadOnly = parts.isReadOnly
  }

  /// Reads what is set.
  public func load() async {
    phase = .loading
    do throws(StoreError) {
      saved = try await parts.service.chatSettings(of: id)
      follow()
      phase = .ready
      await readModel()
    } catch {
      phase = .failed(error.sentence)
    }
  }

  /// What a context costs is known of local models alone.
  private func readModel() async {
    loaded.follow(chat.agent)
    // Where models cannot be read, the page says nothing of memory; their own page says why.
    guard let entry = try? await models.entries().first(where: { $0.model.agent == chat.agent }) else {
      local = nil
      return
    }
    local = (entry.model, models.memory(of: entry.model))
  }

  // MARK: What is shown

  /// The chat's title, on one line.
  public var title: String { ShownLine.of(chat.shownTitle) }
  /// Whether all that is on screen is on the disk.
  public var isSaved: Bool { unsaved.isEmpty && phase == .ready }
  /// Whether something stands there that cannot be taken.
  public var hasFaults: Bool { !faults.isEmpty || instructionsFault != nil }
  /// What the agent is told before the first message.
  public var instructions: String { shown.instructions }
  /// What the agent takes; nil where it takes nothing, or is not there.
  private var taken: TakenSettings? { agent?.takes }
  private var agent: AgentProfile? { parts.agents.entries.first { $0.id == chat.agent }?.profile }

  /// Why there is nothing to set; nil where there is.
  public var nothingToSet: String? {
    guard let agent, agent.takes == nil else { return nil }
    let name = ShownLine.within(agent.name)
    return localized(
      "\(name) follows a script: it takes no instructions, and there is nothing to set. What was set for this chat is kept for a model that answers in it."
    )
  }

  /// Whether thinking aloud can be switched on and off.
  public var canSwitchReasoning: Bool { taken?.canSwitchReasoning == true }
  /// Whether it thinks aloud; nil for as it does by itself.
  public var reasoning: Bool? { shown.parameters.reasoning }
  /// Whether what does not fit into the context is summarised, and not left out.
  public var summarises: Bool { shown.overflow == .summarise }
  /// Whether anything but the instructions is set.
  public var canReset: Bool {
    shown.parameters != ReplyParameters() || (shown.overflow ?? .dropOldest) != .dropOldest || !faults.isEmpty
  }

  /// What stands in the field of the number.
  public func text(of parameter: ReplyParameter) -> String {
    typed[parameter] ?? shown.parameters[parameter].map { parameter.text(of: $0) } ?? ""
  }

  /// What applies where the field is empty.
  public func defaultText(of parameter: ReplyParameter) -> String {
    parameter.defaultText(taken?.defaults[parameter])
  }

  /// Why what stands in the field is not taken; nil where it is.
  public func fault(of parameter: ReplyParameter) -> String? { faults[parameter] }

  /// What it does, and for the context what it costs.
  public func explanation(of parameter: ReplyParameter) -> String {
    guard parameter == .contextLength, let local, local.model.agent == chat.agent else { return parameter.explanation }
    let tokens = local.memory.context(wanted: shown.parameters.contextLength)
    return [parameter.explanation, local.memory.sentence(context: tokens)].compactMap { $0 }.joined(separator: " ")
  }

  /// What can be done where the model is loaded with another context; nil where it is not.
  public var contextOffer: ContextOffer? { loaded.offer(wanted: shown.parameters.contextLength) }

  /// Loads the model with the context that this chat wants.
  public func loadContext() {
    loaded.load(wanted: shown.parameters.contextLength) { [notices = parts.notices] in notices.tell($0.sentence) }
  }

  // MARK: What is set

  /// Takes what is written; instructions that are too long are not taken, and those before them stay.
  public func write(instructions: String) {
    guard !isReadOnly else { return }
    var next = shown
    next.instructions = instructions
    do throws(ChatSettingsFault) { try next.check() } catch { return instructionsFault = error.sentence }
    instructionsFault = nil
    change(.instructions) { $0.instructions = instructions }
  }

  /// Takes what is written into the field of a number; nothing for the agent's own.
  public func write(_ text: String, for parameter: ReplyParameter) {
    guard !isReadOnly, text != self.text(of: parameter) else { return }
    typed[parameter] = text
    if text.allSatisfy(\.isWhitespace) {
      faults[parameter] = nil
      return change(.number(parameter)) { $0.parameters[parameter] = nil }
    }
    let most = parameter == .contextLength ? taken?.longestContext : nil
    guard let number = parameter.number(text),
      number <= most.map({ max(Double($0), parameter.range.lowerBound) }) ?? number
    else { return faults[parameter] = parameter.rangeSentence(upTo: most) }
    faults[parameter] = nil
    change(.number(parameter)) { $0.parameters[parameter] = number }
  }

  /// The field is left: what was taken stands there as it is usually written.
  public func endWriting(_ parameter: ReplyParameter) {
    if faults[parameter] == nil { typed[parameter] = nil }
    saveSoon(after: .zero)
  }

  /// Switches thinking aloud on or off; nil for as the agent does by itself.
  public func set(reasoning: Bool?) {
    guard !isReadOnly else { return }
    change(.reasoning) { $0.parameters.reasoning = reasoning }
  }

  /// Has what does not fit into the context summarised or left out.
  public func set(summarises: Bool) {
    guard !isReadOnly, summarises != self.summarises else { return }
    change(.overflow) { $0.overflow = summarises ? .summarise : .dropOldest }
  }

  /// Takes all but the instructions back. Returns what was set, for `set`.
  @discardableResult
  public func reset() -> ChatSettings {
    defer { set(ChatSettings()) }
    return shown
  }

  /// Sets all but the instructions.
  public func set(_ settings: ChatSettings) {
    guard !isReadOnly else { return }
    (typed, faults) = ([:], [:])
    for part in ChatSettingsPart.ofReplies { change(part) { part.copy(from: settings, to: &$0) } }
  }

  private func change(_ part: ChatSettingsPart, _ change: (inout ChatSettings) -> Void) {
    var next = shown
    change(&next)
    guard next != shown else { return }
    shown = next
    unsaved.insert(part)
    saveSoon(after: Self.savePause)
  }

  // MARK: To the disk and back

  private func saveSoon(after pause: Duration) {
    guard timer == nil, !unsaved.isEmpty else { return }
    timer = Task { [surroundings = parts.clock.surroundings] in
      guard await surroundings.slept(for: pause), !Task.isCancelled else { return }
      self.timer = nil
      self.save()
    }
  }

  private func save() {
    guard worker == nil, !unsaved.isEmpty else { return }
    worker = parts.work.begin { [self] in
      while await saveOnce() {}
      worker = nil
    }
  }

  /// Saves what is there now; whether more came meanwhile.
  private func saveOnce() async -> Bool {
    let (now, due) = (shown, unsaved)
    // What is chosen now stands for what comes after a summary that was deleted a moment ago.
    if due.contains(.overflow) { await parts.deletions.settle() }
    do throws(StoreError) {
      saved = try await parts.service.changeChatSettings(of: id, new: composer.newChat) { settings in
        for part in due { part.copy(from: now, to: &settings) }
      }
      saves += 1
      // What was changed meanwhile is still to be saved.
      unsaved = unsaved.filter { !due.contains($0) || !isSame($0, now, shown) }
      failure = nil
      follow()
      return !unsaved.isEmpty
    } catch {
      failure = localized("The settings are not saved yet.") + " " + error.sentence
      if error != .noSuchChat { saveSoon(after: Self.retryPause) }
      return false
    }
  }

  private func isSame(_ part: ChatSettingsPart, _ one: ChatSettings, _ other: ChatSettings) -> Bool {
    var copy = one
    part.copy(from: other, to: &copy)
    return copy == one
  }

  /// Saves what is not saved yet; returns once it is on the disk, or was refused.
  public func settle() async {
    timer?.cancel()
    timer = nil
    save()
    await worker?.value
  }

  /// Shows what is saved, but for what was changed here since.
  private func follow() {
    var next = saved
    for part in unsaved { part.copy(from: shown, to: &next) }
    if next != shown { shown = next }
  }

  /// What was told may be older than what was saved here since.
  private func readAgain() async {
    let before = saves
    // The next change that is told, or the next saving, brings it.
    guard let read = try? await parts.service.chatSettings(of: id) else { return }
    guard before == saves else { return await readAgain() }
    saved = read
    follow()
  }

  func take(_ event: ChatEvent) {
    switch event {
    case .chatSettingsSaved(let settings, in: id): if settings != saved { Task { await readAgain() } }
    case .saved(let chat) where chat.id == id:
      let isOther = chat.agent != self.chat.agent
      self.chat = chat
      isGone = chat.trashedAt != nil
      if isOther { Task { await readModel() } }
    case .removed(id): isGone = true
    case .everythingChanged: Task { await load() }
    default: break
    }
  }
}
