import Adw
import Domain
import Localization
import ViewModels
import Wording

/// What the user can choose.
enum PreferencesView {
  @discardableResult
  static func open(model: LibraryModel, over parent: Window) -> Window {
    let settings = model.settings
    let profiles = model.agents.map(\.profile)
    let agent = ChoiceRow(
      title: localized("Agent for new chats"), choices: profiles.map(\.name),
      selected: profiles.firstIndex { $0.id == settings.agentForNewChats } ?? 0)
    agent.onChange { index in
      let id = profiles[index].id
      model.settings.change { $0.agentForNewChats = id }
    }
    let send = ChoiceRow(
      title: localized("Send with"), choices: [localized("Enter"), localized("Ctrl+Enter")],
      selected: settings.sendsWithControl ? 1 : 0)
    send.subtitle = localized("The other key starts a new line; Shift+Enter always does")
    send.onChange { index in model.settings.change { $0.sendsWithControl = index == 1 } }
    let appearance = ChoiceRow(
      title: localized("Appearance"), choices: [localized("Like the desktop"), localized("Light"), localized("Dark")],
      selected: Settings.Appearance.allCases.firstIndex(of: settings.appearance) ?? 0)
    appearance.onChange { index in model.settings.change { $0.appearance = Settings.Appearance.allCases[index] } }
    let confirm = SwitchRow(title: localized("Ask before moving a chat to the Trash"), isOn: settings.confirmsDelete)
    confirm.subtitle = localized("Deleting for ever always asks")
    confirm.onChange { isOn in model.settings.change { $0.confirmsDelete = isOn } }
    let found = SwitchRow(title: localized("Show chats in the desktop's search"), isOn: settings.isInDesktopSearch)
    found.subtitle = localized("Their titles only, never what is written in them")
    found.onChange { isOn in model.settings.change { $0.isInDesktopSearch = isOn } }

    let kept = model.keptChats
    let quota = ChoiceRow(title: localized("Keep chats warm"), choices: kept.choices, selected: kept.chosen)
    quota.subtitle =
      kept.isPossible
      ? localized("What a model has read stays on this disk; a long chat then goes on at once")
      : localized("Not in a data folder that is encrypted or may only be read")
    quota.isEnabled = kept.isPossible
    quota.onChange { index in kept.choose(index) }
    let clear = Button(localized("_Clear")).aligned(vertically: .center)
    clear.onClick { kept.clear() }
    let clearing = ActionRow(title: localized("Used by warm chats"), suffix: clear)
    clearing.observe { row in
      row.subtitle = kept.used ?? localized("Nothing")
      clear.isEnabled = kept.used != nil
    }
    Task { await kept.look() }

    let idle = ChoiceRow(
      title: localized("Unload a model after"), choices: Settings.modelIdleChoices.map(words),
      selected: Settings.modelIdleChoices.firstIndex(of: settings.modelIdleMinutes) ?? 1)
    idle.subtitle = localized("Without a question; earlier where memory is short")
    idle.onChange { index in model.settings.change { $0.modelIdleMinutes = Settings.modelIdleChoices[index] } }

    let add = Button(localized("_Add")).aligned(vertically: .center)
    add.onClick { model.demo.add() }
    let remove = Button(localized("_Remove")).styled("destructive-action").aligned(vertically: .center)
    remove.onClick { model.demo.remove() }
    let removing = ActionRow(title: localized("Remove the demo chats"), suffix: remove)
    removing.observe { row in
      row.isEnabled = model.demo.isThere
      // Screen readers ask the button itself.
      remove.isEnabled = model.demo.isThere
    }
    Task { await model.demo.look() }

    let window = PageWindow.make(localized("Preferences"), over: parent)
    window.onKey { stroke in
      guard stroke.closesWindow else { return false }
      window.close()
      return true
    }
    PreferencesWindow.open(
      window,
      pages: [
        .init(
          title: localized("General"), icon: "preferences-system-symbolic",
          groups: [
            .init(title: localized("Chats"), rows: [agent, send, confirm, found]),
            .init(title: localized("Look", context: "a heading: how the window looks"), rows: [appearance]),
            NotificationPreferences.group(model),
            .init(title: localized("Local models"), rows: [idle, quota, clearing]),
            .init(
              title: localized("Demo chats"),
              description:
                localized(
                  "Three chats that show what Sotto looks like. When they are removed, those you wrote in go to the Trash."
                ),
              rows: [
                ActionRow(title: localized("Add the demo chats"), suffix: add),
                removing,
              ]),
          ]),
        ReadingPreferences.page(model),
      ])
    return window
  }

  /// A time after which a model is unloaded.
  private static func words(_ minutes: Int?) -> String {
    guard let minutes else { return localized("Never") }
    if minutes == 60 { return localized("1 hour") }
    return localized(minutes, one: "\(minutes) minute", other: "\(minutes) minutes")
  }
}
