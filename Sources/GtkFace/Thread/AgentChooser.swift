import Adw
import Domain
import Localization
import ViewModels

/// The list of agents that opens from a button: name, one line of what each is, and a mark at the one that answers.
enum AgentChooser {
  static func make(_ library: LibraryModel) -> Popover {
    let list = Box(.vertical, spacing: 2).styled("agent-list").named(localized("Agents"))
    let models = Button(localized("_Models…")).flat().action("app.models")
    let popover = Popover(
      Box(.vertical, spacing: 4) {
        Scroller(list).growing(maximumHeight: 380).naturalWidth()
        Separator(.horizontal)
        models
      })
    models.onClick { popover.close() }
    var shown: [String] = []
    var buttons: [String: Button] = [:]
    list.observe { list in
      let ids = library.agents.map(\.id)
      guard ids != shown else { return }
      shown = ids
      buttons = Dictionary(ids.map { id in (id, row(of: id, library) { popover.close() }) }) { first, _ in first }
      list.replaceAll { for id in ids { if let button = buttons[id] { button } } }
    }
    // Enter alone changes nothing.
    popover.onMap {
      MainLoop.soon(with: popover) { _ in if let id = library.thread?.chat.agent { buttons[id]?.grabFocus() } }
    }
    return popover
  }

  private static func row(
    of id: String, _ library: LibraryModel, close: @escaping @MainActor () -> Void
  ) -> Button {
    func choice() -> AgentChoice? { library.thread?.agentChoices.first { $0.id == id } }
    let name = Label().styled("heading").ellipsized().aligned(0)
    let summary = Label().styled("agent-summary").wrapping().aligned(0).characters(minimum: 28, maximum: 34)
    let mark = Image(icon: "object-select-symbolic", size: 16).decorative().aligned(vertically: .center)
    let face = Box(.horizontal, spacing: 12) {
      Box(.vertical, spacing: 1) {
        name
        summary
      }.expanding(horizontally: true)
      mark
    }
    let button = Button(face).flat().styled("agent-choice")
    button.observe { button in
      guard let choice = choice() else { return }
      name.text = choice.name
      summary.text = choice.summary
      // It keeps its room, so that the lines do not move.
      mark.opacity = choice.isCurrent ? 1 : 0
      button.isEnabled = choice.isEnabled
      button.named(choice.isCurrent ? localized("\(choice.name), answers here") : choice.name).described(choice.summary)
    }
    button.onClick {
      library.thread?.choose(agent: id)
      close()
      library.thread?.focusComposer()
    }
    return button
  }
}
