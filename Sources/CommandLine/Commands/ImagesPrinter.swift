import Domain
import Records
import Sotto
import Wording

/// How `images` writes what it found.
struct ImagesPrinter {
  private let context: CommandContext
  private let agent: String
  /// For programs.
  private let records: RecordList?

  init(_ chat: Chat, _ service: ChatService, _ context: CommandContext) {
    self.context = context
    agent = Terminal.oneLine(service.profile(of: chat.agent)?.name ?? chat.agent)
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
      context.warn(
        "Picture \(entry.number) was \(PictureDescription.notLoaded(entry.picture) ?? "not loaded") and is skipped.")
    case .failed(let error, let state):
      let sentence = "Picture \(entry.number) (\(PictureDescription.name(entry.picture))): \(error.sentence)"
      context.warn(sentence)
      if context.isJSON { record(entry, state, failure: error.sentence) }
    }
  }

  /// ` 3  Yesterday    You   1024 × 768  234.5 kB  kept  holiday`
  private func line(_ entry: PicturePages.Entry, _ state: ImagesCommand.State) -> String {
    let terminal = context.terminal
    let picture = entry.picture
    let isUser = entry.message.sender == .user
    let who = isUser ? "You" : agent
    let time = context.timeText.short(entry.message.createdAt, now: context.now)
    let head = right("\(entry.number)", 3) + "  " + Cells.padded(time, 12) + "  "
    let gap = String(repeating: " ", count: max(3, Cells.width(of: agent)) - Cells.width(of: who))
    let sizes = [
      right(PictureDescription.pixels(picture) ?? "", 11), right(picture.bytes.map(ByteCount.text) ?? "", 9),
    ]
    let index =
      switch state {
      case .kept, .drawing, .unavailable: Cells.padded(state.rawValue, 11)
      case .notLoaded: PictureDescription.notLoaded(picture) ?? "not loaded"
      }
    let middle = gap + "  " + (sizes + [index]).joined(separator: "  ") + "  "
    let room =
      terminal.isOutputTerminal ? max(10, terminal.columns - Cells.width(of: head + who + middle)) : .max
    return head + terminal.styled(who, isUser ? .user : .agent) + terminal.styled(middle, .dim)
      + Cells.fit(PictureDescription.name(picture), room)
  }

  private func right(_ text: String, _ columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - Cells.width(of: text))) + text
  }

  private func record(
    _ entry: PicturePages.Entry, _ state: ImagesCommand.State, path: String? = nil, failure: String? = nil
  ) {
    records?.add(
      ImageRecord(
        entry.picture, number: entry.number, index: entry.index, of: entry.message, state: state.rawValue, path: path,
        failure: failure))
  }
}
