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
    let popover = Popover(Scroller(list).growing(maximumHeight: 380).naturalWidth())
    let drop = row(localized("Drop the Oldest")) {
      Choice(
        localized("The model sees the newest messages, and its instructions."),
        isChosen: model.chosen != .largerContext && model.chosen != .summarise)
    } choose: {
      model.dropOldest()
      popover.close()
    }
    let summarise = row(localized("Summarise")) {
      Choice(
        model.isSummarising
          ? localized("A summary is being made.")
          : localized("The model sums up what it no longer sees, now and each time the chat grows too long."),
        isChosen: model.chosen == .summarise, isEnabled: model.canSummarise)
    } choose: {
      model.summarise()
      popover.close()
    }
    list.append(drop)
    list.append(summarise)
    // What they cost is known a moment later: whoever walks in the list by then keeps his place.
    var larger: [Int: Button] = [:]
    list.observe { list in
      let contexts = model.contexts
      for (id, button) in larger where !contexts.contains(where: { $0.id == id }) {
        list.remove(button)
        larger[id] = nil
      }
      for context in contexts where larger[context.id] == nil {
        let button = row(context.title) {
          let now = model.contexts.first { $0.id == context.id } ?? context
          return Choice(now.summary, isEnabled: now.fits)
        } choose: {
          model.choose(context)
          popover.close()
        }
        larger[context.id] = button
        list.append(button)
      }
    }
    popover.onMap {
      Task { await model.look() }
      // Enter alone changes nothing.
      MainLoop.soon(with: drop) { $0.grabFocus() }
    }
    return popover
  }

  /// What a row says besides its title.
  private struct Choice {
    let summary: String
    let isChosen: Bool
    let isEnabled: Bool

    init(_ summary: String, isChosen: Bool = false, isEnabled: Bool = true) {
      (self.summary, self.isChosen, self.isEnabled) = (summary, isChosen, isEnabled)
    }
  }

  private static func row(
    _ title: String, _ choice: @escaping @MainActor () -> Choice, choose: @escaping @MainActor () -> Void
  ) -> Button {
    let mark = Image(icon: "object-select-symbolic", size: 16).decorative().aligned(vertically: .center)
    let summary = Label().styled("agent-summary").wrapping().aligned(0).characters(minimum: 28, maximum: 34)
    let face = Box(.horizontal, spacing: 12) {
      Box(.vertical, spacing: 1) {
        Label(title).styled("heading").ellipsized().aligned(0)
        summary
      }.expanding(horizontally: true)
      mark
    }
    let button = Button(face).flat().styled("agent-choice")
    button.observe { button in
      let choice = choice()
      summary.text = choice.summary
      // It keeps its room, so that the lines do not move.
      mark.opacity = choice.isChosen ? 1 : 0
      button.isEnabled = choice.isEnabled
      button.named(title).described(choice.summary)
    }
    return button.onClick(choose)
  }
}
