import Domain
import Localization
import Records
import Sotto
import Wording

/// How `images` writes what it found.
struct ImagesPrinter {
  private let context: CommandContext
  private let agent: String
  private let times: TimeColumn
  /// For programs.
  private let records: RecordList?

  init(_ chat: Chat, _ service: ChatService, _ context: CommandContext) {
    self.context = context
    times = TimeColumn(context)
    agent = service.agentName(of: chat)
    records = context.isJSON ? RecordList(context.out, of: ChatRecord(chat), named: "pictures") : nil
  }

  func end() { records?.end() }

  func say(_ entry: PicturePages.Entry, _ state: ImagesCommand.State) {
    if context.isJSON { record(entry, state) } else { context.out.line(line(entry, state)) }
  }

  /// Paths alone go to stdout, so that they can be piped on.
  func say(_ entry: PicturePages.Entry, _ outcome: SavedPictures.Outcome) {
    switch outcome {
    case .saved(let path, let state):
      if context.isJSON { return record(entry, state, path: path) }
      context.out.line(Terminal.oneLine(path))
      context.out.flush()
    case .skipped:
      if context.isJSON { return record(entry, .notLoaded) }
      context.warn(Self.skipped(entry))
    case .failed(let error, let state):
      let name = PictureDescription.name(entry.picture)
      context.warn(localized("Picture \(entry.number) (\(name)): \(error.sentence)"))
      if context.isJSON { record(entry, state, failure: error) }
    }
  }

  private static func skipped(_ entry: PicturePages.Entry) -> String {
    guard let host = entry.picture.remoteHost else {
      return localized("Picture \(entry.number) was not loaded and is skipped.")
    }
    return localized("Picture \(entry.number) was not loaded from \(Terminal.oneLine(host)) and is skipped.")
  }

  /// ` 3  Yesterday    You   1024 × 768  234.5 kB  kept  holiday`
  private func line(_ entry: PicturePages.Entry, _ state: ImagesCommand.State) -> String {
    let terminal = context.terminal
    let picture = entry.picture
    let isUser = entry.message.sender == .user
    let you = localized("You")
    let who = isUser ? you : agent
    let head = Cells.padded(before: "\(entry.number)", 3) + "  " + times.text(entry.message.createdAt) + "  "
    let gap = Cells.padded("", max(Cells.width(of: you), Cells.width(of: agent)) - Cells.width(of: who))
    let details = [
      Cells.padded(before: PictureDescription.pixels(picture) ?? "", 11),
      Cells.padded(before: picture.bytes.map(ByteCount.text) ?? "", 9), Self.padded(state, picture),
    ]
    let middle = gap + "  " + details.joined(separator: "  ") + "  "
    let room =
      terminal.isOutputTerminal ? max(10, terminal.columns - Cells.width(of: head + who + middle)) : .max
    return head + terminal.styled(who, isUser ? .user : .agent) + terminal.styled(middle, .dim)
      + Cells.fit(PictureDescription.name(picture), room)
  }

  /// Where a picture is. A host's name may be long and does not widen the column of the others.
  private static func padded(_ state: ImagesCommand.State, _ picture: Attachment) -> String {
    let (kept, drawing) = (localized("kept", context: "a picture"), localized("drawing", context: "a picture"))
    let unavailable = localized("unavailable", context: "a picture")
    let width = [kept, drawing, unavailable].map(Cells.width).max() ?? 0
    return switch state {
    case .kept: Cells.padded(kept, width)
    case .drawing: Cells.padded(drawing, width)
    case .unavailable: Cells.padded(unavailable, width)
    case .notLoaded: PictureDescription.notLoaded(picture) ?? localized("not loaded", context: "a picture")
    }
  }

  private func record(
    _ entry: PicturePages.Entry, _ state: ImagesCommand.State, path: String? = nil, failure: PictureError? = nil
  ) {
    records?.add(
      ImageRecord(
        entry.picture, number: entry.number, index: entry.index, of: entry.message, state: state.rawValue, path: path,
        failure: failure))
  }
}
