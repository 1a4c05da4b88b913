import Domain
import Localization
import Platform
import Records
import Sotto
import Wording

/// `models`: the language models on this machine.
enum ModelCommands {
  static let words = [
    "list", "presets", "download", "downloads", "cancel", "import", "remove", "check", "default", "scan", "bench",
    "states",
  ]

  static func run(_ context: CommandContext) async throws {
    let operands = context.invocation.operands
    let word = operands.first ?? "list"
    if word != "states", context.invocation.flags.contains("clear") {
      throw Failure(
        .usage, localized("--clear goes with “sotto models states”."), hint: context.invocation.hint)
    }
    switch word {
    case "list", "scan", "presets", "downloads", "states":
      if operands.count > 1 { throw Arguments.tooMany(operands[1], hint: context.invocation.hint) }
    case "import" where operands.count < 2:
      throw Failure(
        .usage, localized("“sotto models import” wants the path of a file."),
        hint: localized("“sotto models scan” lists those that other programs have on this machine."))
    case "check": break
    case "download" where operands.count < 2:
      throw Failure(
        .usage, localized("“sotto models download” wants a model’s name or address."),
        hint: localized("“sotto models presets” lists models that suit many machines."))
    case "cancel" where operands.count < 2:
      throw Failure(
        .usage, localized("“sotto models cancel” wants a download."),
        hint: localized("“sotto models downloads” lists them."))
    case _ where operands.count < 2:
      throw Failure(
        .usage, localized("“sotto models \(word)” wants a model."), hint: localized("“sotto models” lists the models."))
    default: break
    }
    try await context.open { open in
      switch word {
      case "import": try await add(operands[1], open, context)
      case "remove": try await remove(operands[1], open, context)
      case "check": try await check(operands.dropFirst().first, open, context)
      case "default": try await makeDefault(operands[1], open, context)
      case "scan": try await scan(open, context)
      case "presets": try DownloadCommand.presets(open, context)
      case "download": try await DownloadCommand.run(operands[1], open, context)
      case "downloads": try await DownloadCommand.list(open, context)
      case "cancel": try await DownloadCommand.cancel(operands[1], open, context)
      case "states": try await StatesCommand.run(open, context)
      case "bench": try await bench(operands[1], open, context)
      default: try await list(open, context)
      }
    }
  }

  private static func list(_ open: StartedLibrary, _ context: CommandContext) async throws {
    let entries = try await open.models.entries()
    let chosen = try await open.service.currentSettings().agentForNewChats
    if context.isJSON { return context.out.line(entries.map { record($0, open, chosen) }) }
    var page = TextPage(columns: context.terminal.pageWidth)
    let rows = entries.map { entry in
      let mark = entry.model.agent == chosen ? "*" : " "
      let parts = [
        Terminal.oneLine(entry.model.name), entry.model.isBuiltIn ? localized("built in") : nil,
        Terminal.oneLine(entry.model.summary),
        entry.model.licenceWords.map(Terminal.oneLine), entry.state.words.map(Terminal.oneLine),
      ]
      return (name: mark + " " + entry.id.short, text: parts.compactMap { $0 }.joined(separator: " · "))
    }
    page.table(rows, indent: 0) { context.terminal.styled($0, .bold) }
    context.out.write(page.text)
    if entries.allSatisfy(\.model.isBuiltIn) {
      context.warn(
        localized("There are no others yet."),
        hint: localized(
          "“sotto models scan” lists those that other programs have on this machine, “sotto models import FILE” takes one."
        ))
    }
  }

  private static func add(_ path: String, _ open: StartedLibrary, _ context: CommandContext) async throws {
    try open.checkWriting()
    let model = try await open.models.add(path)
    let chosen = try await open.service.currentSettings().agentForNewChats
    context.tell(imported(model, open), record(ModelEntry(model: model), open, chosen))
  }

  /// That a model is there now, and what it needs.
  static func imported(_ model: LocalModel, _ open: StartedLibrary) -> String {
    localized("Imported “\(Terminal.oneLine(model.name))”, \(model.id.short).") + " "
      + open.models.memory(of: model).sentence
  }

  private static func remove(_ name: String, _ open: StartedLibrary, _ context: CommandContext) async throws {
    try open.checkWriting()
    let entry = try ModelName.find(name, in: try await open.models.entries())
    let model = try await open.models.remove(entry.id)
    context.tell(
      localized("Removed “\(Terminal.oneLine(model.name))”. Its file stays at \(Terminal.oneLine(model.file.path))."),
      ["removed": model.id.description, "path": model.file.path])
  }

  private static func makeDefault(_ name: String, _ open: StartedLibrary, _ context: CommandContext) async throws {
    try open.checkWriting()
    let entry = try ModelName.find(name, in: try await open.models.entries())
    let agent = entry.model.agent
    try await open.service.changeSettings { $0.agentForNewChats = agent }
    context.tell(
      localized("“\(Terminal.oneLine(entry.model.name))” answers in new chats from now on."),
      record(entry, open, agent))
  }

  private static func check(_ name: String?, _ open: StartedLibrary, _ context: CommandContext) async throws {
    var entries = try await open.models.entries()
    if let name { entries = [try ModelName.find(name, in: entries)] }
    let records = context.isJSON ? RecordList(context.out) : nil
    var isWell = true
    for entry in entries {
      let name = Terminal.oneLine(entry.model.name)
      var found: ModelFault?
      do throws(ModelFault) { _ = try await open.models.check(entry.id, at: nil) } catch { found = error }
      if found != nil { isWell = false }
      if let records {
        records.add(CheckedModelRecord(entry.model, fault: found))
      } else {
        context.out.line(found.map { Terminal.oneLine($0.sentence) } ?? localized("“\(name)” is as it should be."))
      }
    }
    records?.end()
    if entries.isEmpty, records == nil { context.warn(localized("There are no models yet.")) }
    if !isWell { throw Failure(.failed) }
  }

  private static func bench(_ name: String, _ open: StartedLibrary, _ context: CommandContext) async throws {
    let entry = try ModelName.find(name, in: try await open.models.entries())
    let anyway = context.invocation.flags.contains("anyway")
    let events = ConsoleEvents()
    events.takeSignals([SIGINT, SIGTERM, SIGHUP])
    do {
      let models = open.models
      let (speed, engine) = try await events.untilEnded {
        (try await models.measure(entry.id, anyway: anyway), try await models.engine())
      }
      let name = Terminal.oneLine(entry.model.name)
      context.tell(
        localized("“\(name)”: \(speed.words) (\(engine.name)).", context: "a model, its speed and the engine"),
        ModelSpeedRecord(entry.model, speed, engine))
    } catch ModelFault.cancelled {
      throw Failure(.interrupted)
    }
  }

  private static func scan(_ open: StartedLibrary, _ context: CommandContext) async throws {
    let known = Set(try await open.models.entries().map(\.model.file.path))
    let records = context.isJSON ? RecordList(context.out) : nil
    var count = 0
    for await model in open.models.found() {
      count += 1
      let isImported = known.contains(model.path)
      if let records {
        records.add(FoundModelRecord(model, isImported: isImported))
      } else {
        let parts = [
          Terminal.oneLine(model.name), ByteCount.text(model.bytes), model.origin.name,
          isImported ? localized("imported already") : nil,
        ]
        context.out.line(parts.compactMap { $0 }.joined(separator: " · "))
        context.out.line("  " + Terminal.oneLine(model.path))
      }
      try context.out.checkReader()
    }
    if let records { return records.end() }
    if count == 0 { context.warn(localized("No other program has models on this machine, as far as Sotto can see.")) }
  }

  private static func record(_ entry: ModelEntry, _ open: StartedLibrary, _ chosen: String) -> ModelRecord {
    ModelRecord(entry, isDefault: entry.model.agent == chosen, memory: open.models.memory(of: entry.model))
  }
}
