import Domain
import Localization
import Platform
import Records
import Sotto
import ViewModels
import Wording

/// `models presets`, `models download`, `models downloads` and `models cancel`.
enum DownloadCommand {
  static func presets(_ open: StartedLibrary, _ context: CommandContext) throws {
    let presets = open.downloads.presets
    let records = context.isJSON ? RecordList(context.out) : nil
    var page = TextPage(columns: context.terminal.pageWidth)
    var rows: [(name: String, text: String)] = []
    for preset in presets {
      let memory = open.downloads.memory(of: preset)
      records?.add(PresetRecord(preset, memory: memory))
      let words = [preset.name, preset.summary, preset.purpose.words, preset.fitWords(memory)]
      rows.append((preset.id, words.joined(separator: " · ")))
    }
    if let records { return records.end() }
    page.table(rows, indent: 0) { context.terminal.styled($0, .bold) }
    context.out.write(page.text)
  }

  static func list(_ open: StartedLibrary, _ context: CommandContext) async throws {
    let downloads = await open.downloads.current()
    if context.isJSON { return context.out.line(downloads.map { DownloadStateRecord($0) }) }
    var page = TextPage(columns: context.terminal.pageWidth)
    page.table(downloads.map { (Terminal.oneLine($0.id), Terminal.oneLine($0.words)) }, indent: 0) {
      context.terminal.styled($0, .bold)
    }
    context.out.write(page.text)
    if downloads.isEmpty { context.warn(localized("Nothing is being downloaded.")) }
  }

  static func cancel(_ word: String, _ open: StartedLibrary, _ context: CommandContext) async throws {
    try open.checkWriting()
    let wanted = word.lowercased()
    let preset = open.downloads.presets.first { $0.id == wanted }
    // As it was asked for.
    let asked: ModelSource? = if case .file(let source) = ModelReference(word) { source } else { preset?.source }
    let found = await open.downloads.current().filter {
      $0.id.lowercased() == wanted || $0.name.lowercased() == wanted || $0.source == asked
    }
    guard found.count == 1, let download = found.first else {
      throw Failure(
        .failed, localized("There is no download “\(Terminal.oneLine(word))”."),
        hint: localized("“sotto models downloads” lists them."))
    }
    if download.state == .elsewhere { throw DownloadFault.elsewhere(name: download.name) }
    await open.downloads.remove(download.id)
    context.tell(
      localized("“\(Terminal.oneLine(download.name))” is not downloaded; what had come was deleted."),
      ["removed": download.id])
  }

  static func run(_ word: String, _ open: StartedLibrary, _ context: CommandContext) async throws {
    try open.checkWriting()
    if context.invocation.flags.contains("token-stdin") { try await takeToken(open, context) }
    let (source, name) = try await source(of: word, open)
    let events = ConsoleEvents()
    events.takeSignals([SIGINT, SIGTERM, SIGHUP])
    let id = try await open.downloads.start(source, named: name)
    try await DownloadProgress(id, open, context).run(events)
  }

  /// What is meant: a preset, a file, or the only file of a repository that can be meant.
  private static func source(of word: String, _ open: StartedLibrary) async throws -> (ModelSource, name: String?) {
    let wanted = word.lowercased()
    if let preset = open.downloads.presets.first(where: { $0.id == wanted || $0.name.lowercased() == wanted }) {
      return (preset.source, preset.name)
    }
    // One that rests is named as it is listed.
    if let resting = await open.downloads.current().first(where: { $0.id.lowercased() == wanted }) {
      return (resting.source, nil)
    }
    switch ModelReference(word) {
    case nil:
      throw Failure(
        .failed, DownloadFault.notUnderstood.sentence,
        hint: localized("“sotto models presets” lists models that suit many machines."))
    case .file(let source): return (source, nil)
    case .repository(let repository, let revision, let part):
      let all = try await open.downloads.files(of: repository, revision: revision)
      let files = all.filter { part == nil || $0.path.lowercased().contains(part?.lowercased() ?? "") }
      if files.count == 1 { return (files[0].source, nil) }
      let lines = (files.isEmpty ? all : files).prefix(50).map { file in
        "  \(repository):\(Terminal.oneLine(file.path))  " + file.sizeWords
      }
      throw Failure(
        .failed, localized("“\(Terminal.oneLine(repository))” has several models. Name one of them:"),
        hint: lines.joined(separator: "\n"))
    }
  }

  private static func takeToken(_ open: StartedLibrary, _ context: CommandContext) async throws {
    let most = 1_000
    let bytes = try StandardInput.bytes(of: .text, atMost: most, ByteCount.text(Int64(most)))
    context.warn(try await open.downloads.keepToken(String(decoding: bytes, as: UTF8.self)).sentence)
  }
}

/// Tells how far a download is, until it ends or rests.
private final class DownloadProgress {
  private let id: String
  private let open: StartedLibrary
  private let context: CommandContext
  private let statusLine: StatusLine
  private var newest: ModelDownload?
  private var told: ModelDownload?
  private var toldNewStart: ModelDownload.NewStart?

  init(_ id: String, _ open: StartedLibrary, _ context: CommandContext) {
    self.id = id
    self.open = open
    self.context = context
    statusLine = StatusLine(context)
  }

  func run(_ events: ConsoleEvents) async throws {
    let changes = open.downloads.downloads()
    let following = Task { [id] in
      for await all in changes { newest = all.first { $0.id == id } ?? newest }
    }
    defer { following.cancel() }
    events.tick(every: .milliseconds(200), context.composition.surroundings)
    for await event in events.stream {
      if case .signal(let number) = event { try await rest(number) }
      guard case .tick = event, let download = newest else { continue }
      tell(download)
      guard !download.isActive else { continue }
      return try await conclude(download)
    }
  }

  private func tell(_ download: ModelDownload) {
    if let sentence = download.newStartSentence, download.newStart != toldNewStart {
      statusLine.hide()
      context.warn(sentence)
    }
    toldNewStart = download.newStart
    if context.isJSON {
      if download != told { context.out.line(DownloadStateRecord(download)) }
      told = download
      context.out.flush()
    } else {
      let words = [download.part.map(PercentText.of), download.words].compactMap { $0 }.joined(separator: " · ")
      statusLine.draw(Cells.fit(Terminal.oneLine(words), max(1, context.terminal.columns - 1)))
    }
  }

  /// Ctrl+C lets it rest; nothing of what came is lost.
  private func rest(_ number: Int32) async throws {
    await open.downloads.pauseAll()
    statusLine.hide()
    context.warn(localized("Paused. The same command goes on with it."))
    throw Failure(ExitCode(rawValue: 128 + number) ?? .interrupted)
  }

  private func conclude(_ download: ModelDownload) async throws {
    statusLine.hide()
    switch download.state {
    case .done(let model):
      guard !context.isJSON else { return }
      let name = Terminal.oneLine(model.name)
      context.out.line(
        download.wasHere
          ? localized("“\(name)” is here already; nothing was downloaded.") : ModelCommands.imported(model, open))
    case .failed(let fault):
      throw Failure(
        .failed, context.isJSON ? nil : fault.sentence,
        hint: fault.wantsToken ? localized("Give it on stdin, with --token-stdin.") : nil)
    case .elsewhere: throw Failure(DownloadFault.elsewhere(name: download.name))
    case .waiting, .connecting, .receiving, .checking, .paused: throw Failure(.failed)
    }
  }
}
