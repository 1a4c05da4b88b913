import Domain
import Localization
import Platform
import Records
import Sotto
import Wording

/// One run of the program: what was asked, where to write, and which library.
struct CommandContext {
  let invocation: Invocation
  let terminal: Terminal
  let composition: Composition
  let out = Output.standard
  let errors = Output.errors

  var isJSON: Bool { invocation.isJSON }
  var now: Timestamp { composition.surroundings.now() }
  var timeText: TimeText { composition.surroundings.timeText }

  /// Opens the library for the body, and whatever happens there gives it back with all replies saved.
  func open<Value>(_ body: (StartedLibrary) async throws -> Value) async throws -> Value {
    let open = try await composition.open()
    if let remark = open.library.remark { warn(remark.sentence) }
    do {
      let value = try await body(open)
      if let reason = open.library.readOnly { warn(localized("Read only.") + " " + reason.sentence) }
      await close(open)
      return value
    } catch {
      await close(open)
      throw error
    }
  }

  private func close(_ open: StartedLibrary) async {
    await open.service.shutDown()
    await open.library.close()
  }

  /// A word to the user that is no result, on stderr.
  func warn(_ sentence: String, hint: String? = nil) {
    out.flush()
    if isJSON { errors.line(NoteRecord(sentence: sentence, hint: hint)) } else { errors.complain(sentence, hint: hint) }
    errors.flush()
  }

  /// The result: the record for programs, else the text.
  func tell(_ text: String, _ record: @autoclosure () -> some Encodable) {
    if isJSON { out.line(record()) } else { out.line(text) }
  }

  /// The only operand, or the first.
  var operand: String { invocation.operands[0] }

  /// Asks on the terminal; false for anything but a yes, which may be said in English, too.
  func confirm(_ question: String) -> Bool {
    let choice = localized("[y/N]", context: "yes or no; the large one is meant by Enter alone")
    out.flush()
    errors.write(Terminal.harmless(question) + " " + choice + " ")
    errors.flush()
    let answer = readLine()?.lowercased().filter { !$0.isWhitespace } ?? ""
    let yes = ["y", "yes", localized("y", context: "yes, in short"), localized("yes", context: "an answer")]
    return yes.contains { $0.lowercased() == answer }
  }

  /// Whether an option names an agent.
  var namesAgent: Bool { invocation.values["agent"] != nil || invocation.values["model"] != nil }

  /// The agent that an option named, or the model.
  func agent(_ open: StartedLibrary) async throws -> String? {
    switch (invocation.values["agent"], invocation.values["model"]) {
    case (nil, nil): return nil
    case (let id?, nil): return try agent(named: id, open.service)
    case (nil, let name?): return try ModelName.find(name, in: try await open.models.entries()).model.agent
    default: throw Failure(.usage, localized("Either --agent or --model, not both."), hint: invocation.hint)
    }
  }

  /// The agent of that id, or of that name, whatever its case.
  func agent(named id: String, _ service: ChatService) throws -> String {
    if service.profile(of: id) != nil { return id }
    let called = service.profiles.filter { $0.name.lowercased() == id.lowercased() }
    if called.count == 1 { return called[0].id }
    let ids = service.profiles.map(\.id)
    // A model may be named by the beginning of its id, too.
    if let digits = ModelID.digits(typed: id) {
      let begun = ids.filter { known in
        if case .model(let model) = AgentKind(of: known) { model.description.hasPrefix(digits) } else { false }
      }
      if begun.count == 1 { return begun[0] }
    }
    let nearest = Nearest.to(id, among: ids).map { localized("Did you mean “\($0)”?") }
    throw Failure(
      .usage, localized("There is no agent “\(Terminal.oneLine(id))”."),
      hint: Nearest.hint(nearest, localized("There are: \(ids.joined(separator: ", ")).")))
  }

  /// The agent for new chats: the one in the settings, if it is still there.
  func defaultAgent(_ service: ChatService) async throws -> String {
    let chosen = try await service.currentSettings().agentForNewChats
    return service.profile(of: chosen)?.id ?? service.profiles.first?.id ?? chosen
  }
}
