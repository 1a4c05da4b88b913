import Adw
import Domain
import Localization
import ViewModels

/// One open chat: its messages, and the states that stand in for them.
final class ThreadPane {
  let model: ThreadModel
  let view: Stack
  private let library: LibraryModel
  private let list: PagedList<ThreadRowID>
  private let states = Stack(crossfades: false)
  private let down: Button
  private let downLabel = Label()
  private var hasBegun = false
  private let texts: ThreadTexts
  private let selection: SelectionGroup
  private let codeViews = CodeViews()
  private let copying: CopyAtHand
  private let picker: MessagePicker

  init(model: ThreadModel, library: LibraryModel) {
    self.model = model
    self.library = library
    texts = ThreadTexts(model)
    selection = SelectionGroup(texts)
    list = PagedList<ThreadRowID>(followsEnd: true, maximumWidth: Style.widest(), reserve: 1, firstRows: 5)
    list.named(localized("Conversation")).listStyled("thread")
    copying = CopyAtHand(model, in: list)
    picker = MessagePicker(model, in: list)
    let downFace = Box(.horizontal, spacing: 4).margins(start: 6, end: 6)
    downFace.append(Image(icon: "go-down-symbolic"))
    downFace.append(downLabel)
    let down = Button(downFace)
    self.down = down
    down.styled("circular", "below").titled(localized("Go to the newest message"))
    // Below the messages and not over them: it would hide words, and the buttons of code.
    down.aligned(horizontally: .end).margins(top: 4, end: 12)
    let column = Box(.vertical)
    column.append(list.expanding(vertically: true))
    column.append(down)
    states.page("loading", Spinner().minimum(width: 32, height: 32).aligned(horizontally: .center, vertically: .center))
      .page("list", column)
    view = states

    list.onNearStart { [weak list] in
      Task {
        // After a failure the list asks again when the reader moves.
        if await !model.loadOlder() { list?.askAgain() }
      }
    }
    list.onNearEnd { [weak list] in Task { if await !model.loadNewer() { list?.askAgain() } } }
    list.onNearChange { model.setNear($0) }
    list.onSightChange { model.setInSight($0) }
    list.onEndWanted { Task { await model.showEnd() } }
    list.onPinnedChange { [down] isPinned in
      model.setAtEnd(isPinned)
      down.isVisible = !isPinned
    }
    down.onClick { Task { await model.showEnd() } }
    list.observe { [weak self] list in self?.refresh(list) }
    list.observe { [library] list in list.maximumWidth = Style.widest(library.settings.reading) }
    states.observe { [weak self] _ in self?.showState() }
    down.observe { [weak self] down in
      guard let self else { return }
      let count = model.unread.countBelow
      downLabel.text = count > 99 ? "99+" : "\(count)"
      downLabel.isVisible = count > 0
      down.named(
        count == 0
          ? localized("Go to the newest message")
          : localized(
            count, one: "Go to the newest message, \(count) unread below",
            other: "Go to the newest message, \(count) unread below"))
    }
    down.isVisible = false
    model.place.onWanted = { [weak self] in
      // Before the first layout the list has no place of its own.
      guard let self, hasBegun, let position = list.position else { return .unknown }
      guard !list.isPinnedToEnd else { return .end }
      switch position.id {
      case .message(let id), .day(let id), .unseen(let id), .new(let id):
        return .at(ReadingPosition(chat: model.chat.id, message: id, offset: Int(position.offset)))
      case .typing: return .end
      }
    }
    list.onKey { [weak self] stroke in self?.take(stroke) ?? false }
    selection.takeClicks(beside: list)
    // What one selects does not move away while an answer grows.
    selection.onChange { [weak selection, weak list] in list?.stayStill(selection?.isAtWork ?? false) }
    model.shown.onTextReplaced = { [weak selection] in selection?.drop(endIn: ThreadRowID.message($0)) }
    texts.onReveal = { [weak list] id in
      if model.row(of: .message(id)) != nil { list?.scroll(to: .message(id)) } else { model.show(message: id) }
    }
  }

  /// Scrolls the messages by a page, up for -1.
  func scroll(pages: Int) { if states.shown == "list" { list.scroll(pages: pages) } }

  /// What a key means to the message that has the keyboard: what its menu does.
  private func take(_ stroke: KeyStroke) -> Bool {
    guard stroke.key != .escape else {
      model.focusComposer()
      return true
    }
    guard let id = list.focused, let row = list.row(of: id), let focus = view.window?.focused else { return false }
    switch stroke {
    case KeyStroke(Key("c"), .control):
      if focus.perform("ctx.copy-selection") { return true }
      if !focus.isSame(as: row), focus.perform("ctx.copy-picture") { return true }
      return CopyAtHand.copy(focus)
    case KeyStroke(.delete): return delete(id, from: focus)
    default: return false
    }
  }

  /// Does what the menu of the message does, and leaves the keyboard on the next message.
  private func delete(_ id: ThreadRowID, from focus: AnyWidget) -> Bool {
    let ids = model.rows.map(\.id)
    let index = ids.firstIndex(of: id) ?? 0
    guard focus.perform("ctx.delete") else { return false }
    Effect.flush()
    guard model.row(of: id) == nil else { return true }
    let near = Array(ids[index...].dropFirst()) + ids[..<index].reversed()
    let next = near.first { if case .message = $0 { model.row(of: $0) != nil } else { false } }
    if let next { list.focusRow(next) } else { model.focusComposer() }
    return true
  }

  private func refresh(_ list: PagedList<ThreadRowID>) {
    list.update(ids: model.rows.map(\.id), endIsReached: !model.hasNewer) {
      [model, library, selection, codeViews] id in
      guard let row = model.row(of: id) else { return ListRow(Box(.vertical)) }
      return MessageRow.make(row, thread: model, library: library, selection: selection, codeViews)
    }
    if !hasBegun, !model.rows.isEmpty {
      hasBegun = true
      if let new = model.newLine {
        // Where there is less than a screenful below, that is the end.
        list.scroll(to: new, .offset(0))
      } else if let start = model.place.start {
        list.scroll(to: .message(start.message), .offset(Double(start.offset)))
      }
    }
    // Here, so that the rows are there by then.
    switch model.takeScrollTarget() {
    case .end: list.scrollToEnd()
    case .message(let id):
      // What is not shown yet cannot have the keyboard.
      showState()
      if view.window == nil {
        // The chat was read before its view stands in the window.
        MainLoop.soon { [weak list] in list?.focusRow(.message(id), revealing: false) }
      } else {
        list.focusRow(.message(id), revealing: false)
      }
      list.scroll(to: .message(id), .center)
    case nil: break
    }
  }

  private func showState() {
    switch model.phase {
    case .loading: states.shown = "loading"
    case .failed(let sentence):
      states.showFailure(localized("This Chat Cannot Be Read"), sentence) { [model] in Task { await model.load() } }
    case .ready:
      if model.rows.isEmpty {
        states.show("empty") { EmptyThread.make(model: model, library: library) }
      } else {
        states.shown = "list"
      }
    }
  }
}
