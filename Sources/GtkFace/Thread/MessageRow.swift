import Adw
import Domain
import Localization
import ViewModels

/// One row of a thread as a widget.
enum MessageRow {
  static func make(
    _ row: ThreadRow, thread: ThreadModel, library: LibraryModel, selection: SelectionGroup, _ codeViews: CodeViews
  ) -> ListRow {
    let item: ListRow
    switch row.id {
    case .day:
      item = ListRow(day(row))
      item.focusable(false)
    case .unseen:
      item = UnseenLine.make(thread, library)
    case .new:
      item = ListRow(newLine())
      item.focusable(false)
    case .typing:
      item = ListRow(typing(row, thread: thread))
      item.focusable(false)
    case .message: item = message(row, thread: thread, library: library, selection, codeViews)
    }
    return item.activatable(false).styled("thread-row").observe { $0.named(thread.spoken(row)) }
  }

  private static func day(_ row: ThreadRow) -> Label {
    let label = Label().styled("day").margins(top: 16, bottom: 8).aligned(horizontally: .center)
    label.observe { $0.text = row.stamp }
    return label.tooltip { row.exactTime }
  }

  /// Above the first message that was unread.
  private static func newLine() -> Box {
    Box(.horizontal, spacing: 12) {
      Separator(.horizontal).expanding(horizontally: true).aligned(vertically: .center)
      Label(localized("New", context: "a line above messages that were not read yet"))
      Separator(.horizontal).expanding(horizontally: true).aligned(vertically: .center)
    }.styled("new-line").margins(top: 12, bottom: 4, start: 12, end: 12)
  }

  private static func typing(_ row: ThreadRow, thread: ThreadModel) -> BubbleColumn {
    let bubble = ReplyPhaseView.make(row, thread: thread).styled("bubble", "agent")
    return frame(row, thread: thread).add(bubble, .start).observe { _ in bubble.style("full", row.isFullWidth) }
  }

  /// What the parts of a message stand in. Who speaks stands above the first of several by the same one.
  private static func frame(_ row: ThreadRow, thread: ThreadModel) -> BubbleColumn {
    var sender: Label?
    return BubbleColumn(spacing: 0).margins(top: 2, start: 12, end: 12).observe { column in
      column.style("run", row.beginsRun)
      guard row.sender != .user else { return }
      let showsSpeaker = row.showsSpeaker
      if showsSpeaker, sender == nil {
        let made = Label.inColumn().ellipsized().styled("sender").margins(top: 4, bottom: 2, start: 14)
        made.observe { $0.text = row.speaker(agent: thread.agentName) }
        column.insert(made, after: nil, .start)
        sender = made
      }
      sender?.isVisible = showsSpeaker
    }
  }

  /// Each effect reads what it shows and nothing else: a text that grows runs the one of the text alone. What few messages
  /// have is made when one has it.
  private static func message(
    _ row: ThreadRow, thread: ThreadModel, library: LibraryModel, _ selection: SelectionGroup, _ codeViews: CodeViews
  ) -> ListRow {
    let isUser = row.sender == .user
    let side: BubbleColumn.Side = isUser ? .end : .start
    let isSummary = row.sender == .summary
    let bubble = Box(.vertical).styled("bubble", isUser ? "user" : isSummary ? "summary" : "agent")
    let column = frame(row, thread: thread).add(bubble)
    let item = ListRow(column)
    let menu = MessageMenu(
      row: row, selection: selection, actions: PictureActions(library: library, row: row), thread: thread)
    showPictures(of: row, in: bubble, of: column, side, menu: menu)
    ReasoningFold.show(row, in: bubble)
    if isSummary { showUse(of: row, in: column, bubble, thread: thread) }
    menu.text = MessageText.show(row, in: bubble, thread: thread, library: library, selection, codeViews)
    // A reply that was stopped before its first word has nothing to stand in a bubble.
    bubble.observe {
      $0.isVisible = row.hasText || row.reasoning != nil || !row.pictures.isEmpty || row.state == .queued
    }
    showTrouble(of: row, in: column, below: bubble, side, thread: thread, library: library)
    showStamp(of: row, in: column, side)
    var mark: Weak<Image>?
    item.observe { item in
      item.style("highlighted", row.isHighlighted)
      show(row.isPicked, on: item, in: column, beside: bubble, &mark)
    }
    item.onKey { stroke in
      // Shift and the arrows select in the text, which need not be entered first.
      if item.window?.focused.map({ $0.isSame(as: item) }) == true,
        menu.text?.view?.press(stroke) ?? selection.press(stroke)
      {
        return true
      }
      guard stroke.key.isEnter || stroke.key == .space, stroke.modifiers.isEmpty else { return false }
      if let first = row.pictures.first {
        menu.actions.view(first)
        return true
      }
      return menu.text?.showAll(row, agent: thread.agentName) ?? false
    }
    menu.put(on: item)
    return item
  }

  /// A mark beside a message that is picked or could be.
  private static func show(
    _ isPicked: Bool?, on item: ListRow, in column: BubbleColumn, beside bubble: Box, _ mark: inout Weak<Image>?
  ) {
    guard isPicked != nil || mark != nil else { return }
    item.show(isSelected: isPicked == true)
    guard let isPicked else {
      if let known = mark?.value { column.remove(known) }
      return mark = nil
    }
    let image =
      mark?.value
      ?? {
        let made = Image(icon: "object-select-symbolic", size: 14).decorative().styled("pick-mark")
        column.note(made, beside: bubble, mustShow: true)
        mark = Weak(made)
        return made
      }()
    image.style("picked", isPicked)
  }

  /// What is done for a summary that has not begun, and what the one is for that is in use.
  private static func showUse(of row: ThreadRow, in column: BubbleColumn, _ bubble: Box, thread: ThreadModel) {
    bubble.append(ReplyPhaseView.make(row, thread: thread).observe { $0.isVisible = row.state == .queued })
    let words = Label(localized("The model reads this in place of the messages above."))
    words.styled("stamp").wrapping().aligned(0).margins(top: 3, start: 14, end: 14)
    words.observe { $0.isVisible = row.isInUse }
    column.add(words, .start)
  }

  /// The pictures, above the text, and how wide both may be. One may come after the row was made; one that changes is shown
  /// in its own tile.
  private static func showPictures(
    of row: ThreadRow, in bubble: Box, of column: BubbleColumn, _ side: BubbleColumn.Side, menu: MessageMenu
  ) {
    var shown = 0
    var grid: PictureGrid?
    var wasFull: Bool?
    bubble.observe { bubble in
      let isFull = row.sender == .agent && row.isFullWidth
      let wanted = row.pictures
      if isFull != wasFull || !wanted.isEmpty || shown > 0 {
        bubble.style("full", isFull)
        bubble.style("picture", !wanted.isEmpty)
        bubble.style("bare", !wanted.isEmpty && !row.hasText)
        grid?.margins(bottom: row.hasText ? 6 : 0).aligned(horizontally: isFull ? .start : .center)
      }
      guard isFull != wasFull || wanted.count != shown else { return }
      wasFull = isFull
      if wanted.count != shown {
        shown = wanted.count
        if let grid { bubble.remove(grid) }
        grid = wanted.isEmpty ? nil : make(wanted, menu: menu).margins(bottom: row.hasText ? 6 : 0)
        if let grid { bubble.insert(grid.aligned(horizontally: isFull ? .start : .center), after: nil) }
      }
      // Over the full width the text itself keeps its lines short. A caption is as wide as its pictures, or wide enough to be read.
      let most = isFull ? nil : grid.map { max($0.size.width, 200) + 8 }
      column.place(bubble, isFull ? .fill : side, maximum: most, letters: isFull ? nil : Style.lettersInLine)
    }
  }

  private static func make(_ pictures: [PictureModel], menu: MessageMenu) -> PictureGrid {
    let isAlone = pictures.count == 1
    return PictureGrid(
      width: PictureTile.side, single: isAlone ? PictureTile.size(of: pictures[0].attachment) : nil
    ) {
      for picture in pictures {
        menu.put(
          picture,
          on: PictureTile.make(picture, isAlone: isAlone, actions: menu.actions) {
            menu.thread.load(picture, of: menu.row)
          })
      }
    }
  }

  /// Why a reply is not whole, and ways to have it made again.
  private static func showTrouble(
    of row: ThreadRow, in column: BubbleColumn, below bubble: Box, _ side: BubbleColumn.Side, thread: ThreadModel,
    library: LibraryModel
  ) {
    var line: Box?
    var buttons: Box?
    var words: Label?
    var remedyButton: Button?
    column.observe { column in
      let trouble = row.trouble
      if trouble != nil, line == nil {
        let label = Label().styled("trouble").wrapping().wishingOneLine().aligned(0).characters(
          minimum: 16, maximum: 80)
        let again = Button(localized("_Try Again")).flat().styled("trouble")
        again.onClick { library.tryAgain(row, in: thread) }
        let actions = Box(.vertical) { again }.aligned(vertically: .center)
        let made = Box(.horizontal, spacing: 6) {
          label
          actions
        }.margins(top: 2, start: 14)
        column.insert(made, after: bubble, side)
        (line, buttons, words) = (made, actions, label)
      }
      let remedy = library.remedy(for: row, in: thread)
      if remedy != nil, remedyButton == nil, let buttons {
        let made = Button("").flat().styled("trouble")
        made.onClick { help(row, in: thread, library, over: column.window) }
        buttons.append(made)
        remedyButton = made
      }
      remedyButton?.isVisible = remedy != nil
      if let remedy {
        remedyButton?.label = remedy == .loadAnyway ? localized("_Load Anyway") : localized("_Find It…")
      }
      line?.isVisible = trouble != nil
      words?.text = trouble ?? ""
      words?.style("error", row.state == .failed)
    }
  }

  /// Does what helps beside trying again.
  private static func help(
    _ row: ThreadRow, in thread: ThreadModel, _ library: LibraryModel, over window: Window?
  ) {
    switch library.remedy(for: row, in: thread) {
    case .loadAnyway: library.loadAnyway(for: row, in: thread)
    case .findFile:
      Task {
        guard let path = await ModelFileChooser.toFind(thread.agentName, over: window) else { return }
        library.find(at: path, for: row, in: thread)
      }
    case nil: break
    }
  }

  /// The time, below all else.
  private static func showStamp(of row: ThreadRow, in column: BubbleColumn, _ side: BubbleColumn.Side) {
    var stamp: Label?
    column.observe { column in
      let isShown = row.showsStamp && row.state != .streaming
      if isShown, stamp == nil {
        let made = Label().styled("stamp").margins(top: 3, bottom: 4, start: 14, end: 14)
        column.add(made.tooltip { row.exactTime }, side)
        stamp = made
      }
      stamp?.isVisible = isShown
      if isShown { stamp?.text = row.stamp }
    }
  }
}
