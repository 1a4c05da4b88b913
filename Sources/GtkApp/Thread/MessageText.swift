import Adw
import Domain
import Localization
import ViewModels

/// The text of a message in its bubble: short ones whole, of long ones a part and a button that opens all of it.
final class MessageText {
  /// Nil while there is none.
  private(set) var view: RichText?

  static func show(
    _ row: ThreadRow, in bubble: Box, thread: ThreadModel, library: LibraryModel, selection: SelectionGroup
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
        let view = text.view ?? make(row, in: bubble, above: all, library, selection)
        text.view = view
        view.lettersPerLine(row.isFullWidth ? Style.lettersInLine : nil).show(shown.blocks)
      } else if let view = text.view {
        bubble.remove(view)
        text.view = nil
      }
      all?.isVisible = shown.hidden != .nothing
      guard shown.hidden != .nothing, all == nil else { return }
      let button = showAll(row, over: bubble, agent: thread.agentName)
      bubble.append(button)
      all = button
    }
    return text
  }

  /// Behind the pictures; the button stays below.
  private static func make(
    _ row: ThreadRow, in bubble: Box, above button: Button?, _ library: LibraryModel, _ selection: SelectionGroup
  ) -> RichText {
    let made = RichText().styled("text").onColor(row.sender == .user)
    bubble.insert(made, after: bubble.children.last { !$0.isSame(as: button) })
    selection.join(made, as: row.id)
    return made.onLink { address in
      Task {
        do throws(Launcher.Failure) { try await Launcher.open(address: address, over: bubble.window) } catch {
          library.notices.tell(error.sentence(ofAddress: address))
        }
      }
    }
  }

  private static func showAll(_ row: ThreadRow, over bubble: Box, agent: String) -> Button {
    let words = Label()
    let button = Button(words).flat().styled("show-all").aligned(horizontally: .start).margins(top: 6)
    button.observe { button in
      words.text = localized("Show All (\(row.size))")
      button.named(words.text)
    }
    button.onClick { if let window = bubble.window { ReaderWindow.open(row, agent: agent, over: window) } }
    return button
  }
}
