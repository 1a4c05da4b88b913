import Adw
import Domain
import Localization
import ViewModels

/// The text of a message in its bubble: short ones whole, of long ones a part and a button that shows all of it: in its
/// place, or, of very long ones, in a window.
final class MessageText {
  /// Nil while there is none.
  private(set) var view: RichText?
  /// What folds and unfolds it; nil where it is short.
  private var button: Button?

  static func show(
    _ row: ThreadRow, in bubble: Box, thread: ThreadModel, library: LibraryModel, _ selection: SelectionGroup,
    _ codeViews: CodeViews
  ) -> MessageText {
    let text = MessageText()
    var all: Button?
    var wasEmoji = false
    bubble.observe { bubble in
      let shown = row.shownText
      let isEmoji = row.isEmojiAlone && row.pictures.isEmpty
      if isEmoji != wasEmoji { bubble.style("emoji-alone", isEmoji) }
      wasEmoji = isEmoji
      if row.hasText {
        let view = text.view ?? make(row, in: bubble, above: all, library, selection, codeViews)
        text.view = view
        // What is still to come may be seen.
        view.standIn(row.state?.isUnfinished == true ? nil : localized("Message without visible text"))
        view.fadesOut(shown.hidden == .rest)
        view.lettersPerLine(row.isFullWidth ? Style.lettersInLine : nil).show(shown.blocks)
      } else if let view = text.view {
        bubble.remove(view)
        text.view = nil
      }
      let isFoldable = shown.hidden != .nothing || shown.isUnfolded
      all?.isVisible = isFoldable
      guard isFoldable, all == nil else { return }
      let button = makeButton(row)
      button.onClick { text.showAll(row, agent: thread.agentName) }
      bubble.append(button)
      all = button
      text.button = button
    }
    return text
  }

  /// Shows all of a long text, or its beginning again; false where nothing of it is folded away. What its reader sees stays
  /// where it is: above, the beginning of the text, and below, the button.
  @discardableResult
  func showAll(_ row: ThreadRow, agent: String) -> Bool {
    if row.shownText.isUnfolded {
      button?.holdPlace(inView: true)
      row.unfold(false)
    } else if row.shownText.hidden == .rest, row.canUnfold {
      view?.holdPlace()
      row.unfold(true)
    } else if row.shownText.hidden != .nothing, let window = view?.window {
      ReaderWindow.open(row, agent: agent, over: window)
    } else {
      return false
    }
    return true
  }

  /// Behind the pictures; the button stays below.
  private static func make(
    _ row: ThreadRow, in bubble: Box, above button: Button?, _ library: LibraryModel, _ selection: SelectionGroup,
    _ codeViews: CodeViews
  ) -> RichText {
    let made = RichText().styled("text").onColor(row.sender == .user)
    bubble.insert(made, after: bubble.children.last { !$0.isSame(as: button) })
    selection.join(made, as: row.id)
    codeViews.join(made, as: row.id)
    let code = CodeActions(library: library, view: made)
    made.offeringForCode { code.entries(for: $0, in: $1) }
    return made.onLink { address in
      Task {
        do throws(Launcher.Failure) { try await Launcher.open(address: address, over: bubble.window) } catch {
          library.notices.tell(error.sentence(ofAddress: address))
        }
      }
    }
  }

  private static func makeButton(_ row: ThreadRow) -> Button {
    let words = Label()
    let button = Button(words).flat().styled("show-all").aligned(horizontally: .start).margins(top: 6)
    return button.observe { button in
      words.text =
        row.shownText.isUnfolded
        ? localized("Show Less")
        : row.canUnfold ? localized("Show All (\(row.size))") : localized("Read in a Window (\(row.size))")
      button.named(words.text)
    }
  }
}
