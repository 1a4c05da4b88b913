import Adw
import Domain
import Localization
import ViewModels

/// A window with the whole of a long message. Its text is many rows, of which only those near the reader are there.
final class ReaderWindow {
  private let text: LongText
  private let list = PagedList<Int>(followsEnd: true, maximumWidth: Style.widest())
  private let selection: SelectionGroup
  private let codeViews = CodeViews()
  /// The parts that are there.
  private var shown: Range<Int>

  /// How many parts are added at once, and how many may be there: a step must be done within a frame or two.
  private static let step = 1
  private static let most = 12

  static func open(_ row: ThreadRow, agent: String, over parent: Window) {
    let sender = row.sender == .user ? localized("You") : row.speaker(agent: agent)
    open(row.text, about: localized("\(sender), \(row.stamp), \(row.size)"), over: parent)
  }

  /// - Parameter about: what stands below the title.
  static func open(_ text: String, about words: String, over parent: Window) {
    let window = PageWindow.make(localized("Message"), over: parent)
    let reader = ReaderWindow(LongText(text))
    let copy = Button(icon: "edit-copy-symbolic", name: localized("Copy all"))
    let toStart = Button(icon: "go-top-symbolic", name: localized("Go to the beginning"))
    let toEnd = Button(icon: "go-bottom-symbolic", name: localized("Go to the end"))
    let header = HeaderBar(title: WindowTitle(localized("Message"), subtitle: words)) {
      copy
      toStart
      toEnd
    }
    window.show(
      Box(.vertical) {
        header
        reader.list.expanding(vertically: true)
      })
    copy.onClick { Clipboard.copy(text) }
    toStart.onClick { reader.goToStart() }
    toEnd.onClick { reader.goToEnd() }
    window.onKey(.capture) { stroke in
      switch stroke {
      case _ where stroke.closesWindow: window.close()
      case KeyStroke(.home), KeyStroke(.home, .control): reader.goToStart()
      case KeyStroke(.end), KeyStroke(.end, .control): reader.goToEnd()
      default: return false
      }
      return true
    }
    window.present()
    reader.goToStart()
  }

  private init(_ text: LongText) {
    self.text = text
    shown = 0..<min(2, text.count)
    let texts = ReaderTexts(text)
    selection = SelectionGroup(texts)
    texts.onReveal = { [weak self] in self?.reveal($0) }
    list.named(localized("Message")).listStyled("thread", "reading")
    list.onNearEnd { [weak self] in self?.extend(down: true) }
    list.onNearStart { [weak self] in self?.extend(down: false) }
    list.onEndWanted { [weak self] in self?.goToEnd() }
    selection.takeClicks(beside: list)
    refresh()
  }

  private func goToStart() {
    shown = 0..<min(2, text.count)
    refresh()
    list.scrollToStart()
    list.focusRow(0, revealing: false)
  }

  private func goToEnd() {
    shown = max(0, text.count - 2)..<text.count
    refresh()
    list.scrollToEnd()
    list.focusRow(text.count - 1, revealing: false)
  }

  private func reveal(_ index: Int) {
    shown = index..<min(index + 2, text.count)
    refresh()
    list.scroll(to: index)
  }

  private func extend(down: Bool) {
    let before = shown
    if down {
      let end = min(shown.upperBound + Self.step, text.count)
      shown = max(shown.lowerBound, end - Self.most)..<end
    } else {
      let start = max(shown.lowerBound - Self.step, 0)
      shown = start..<min(shown.upperBound, start + Self.most)
    }
    if shown != before { refresh() }
  }

  private func refresh() {
    list.update(ids: Array(shown), endIsReached: shown.upperBound == text.count) { [text, selection, codeViews] index in
      let part = RichText()
      codeViews.join(part, as: index)
      part.show(text[index])
      selection.join(part, as: index)
      let column = BubbleColumn { BubbleColumn.Part(part) }.margins(start: 18, end: 18)
      column.place(part, .fill, letters: Style.lettersInLine)
      let row = ListRow(column).activatable(false).styled("thread-row").named(text.words(index))
      row.onKey { row.hasFocus && part.press($0) }
      return row
    }
  }
}
