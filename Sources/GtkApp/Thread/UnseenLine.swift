import Adw
import Domain
import Localization
import ViewModels

/// The line in a thread above which the model sees nothing, with what can be done about that.
enum UnseenLine {
  static func make(_ thread: ThreadModel, _ library: LibraryModel) -> ListRow {
    let words = Label(thread.unseenWords).styled("stamp").wrapping().aligned(0.5)
    let choose = MenuButton(localized("What to Do…"), chooser(thread, library)).flat().styled("unseen-button")
      .aligned(horizontally: .center)
    choose.isEnabled = !thread.isReadOnly
    let line = Box(.vertical, spacing: 2) {
      Box(.horizontal, spacing: 12) {
        Separator(.horizontal).expanding(horizontally: true).aligned(vertically: .center)
        words
        Separator(.horizontal).expanding(horizontally: true).aligned(vertically: .center)
      }
      choose
    }.margins(top: 12, bottom: 8, start: 12, end: 12)
    return ListRow(line).onKey { stroke in
      guard stroke.key.isEnter || stroke.key == .space, stroke.modifiers.isEmpty, !thread.isReadOnly else {
        return false
      }
      choose.open()
      return true
    }
  }

  private static func chooser(_ thread: ThreadModel, _ library: LibraryModel) -> Popover {
    let model = library.overflow(of: thread)
    let list = Box(.vertical, spacing: 2).styled("agent-list").named(localized("What to do"))
    let popover = Popover(list)
    list.observe { list in
      let (contexts, chosen, canSummarise) = (model.contexts, model.chosen, model.canSummarise)
      list.replaceAll {
        row(
          localized("Drop the Oldest"), localized("The model sees the newest messages, and its instructions."),
          isChosen: chosen != .largerContext && chosen != .summarise
        ) {
          model.dropOldest()
          popover.close()
        }
        row(
          localized("Summarise"),
          localized("The model sums up what it no longer sees, now and each time the chat grows too long."),
          isChosen: chosen == .summarise, isEnabled: canSummarise
        ) {
          model.summarise()
          popover.close()
        }
        for context in contexts {
          row(context.title, context.summary, isChosen: false, isEnabled: context.fits) {
            model.choose(context)
            popover.close()
          }
        }
      }
    }
    popover.onMap { Task { await model.look() } }
    return popover
  }

  private static func row(
    _ title: String, _ summary: String, isChosen: Bool, isEnabled: Bool = true,
    _ choose: @escaping @MainActor () -> Void
  ) -> Button {
    let mark = Image(icon: "object-select-symbolic", size: 16).decorative().aligned(vertically: .center)
    // It keeps its room, so that the lines do not move.
    mark.opacity = isChosen ? 1 : 0
    let face = Box(.horizontal, spacing: 12) {
      Box(.vertical, spacing: 1) {
        Label(title).styled("heading").ellipsized().aligned(0)
        Label(summary).styled("agent-summary").wrapping().aligned(0).characters(minimum: 28, maximum: 34)
      }.expanding(horizontally: true)
      mark
    }
    let button = Button(face).flat().styled("agent-choice").named(title).described(summary)
    button.isEnabled = isEnabled
    return button.onClick(choose)
  }
}
