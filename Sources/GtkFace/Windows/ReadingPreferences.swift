import Adw
import Domain
import Localization
import ViewModels

/// How messages are shown: a page of the preferences.
enum ReadingPreferences {
  static func page(_ model: LibraryModel) -> PreferencesWindow.Page {
    .init(
      title: localized("Reading"), icon: "font-select-symbolic",
      groups: [
        .init(
          title: localized("Text", context: "a heading"),
          rows: [allText(model.settings), size(model.settings), font(model.settings)]),
        .init(title: localized("Messages"), rows: [compact(model.settings)]),
        .init(
          title: localized("Answers"),
          description: localized(
            "Models write over the full width, as in a document. Personas speak in bubbles, as people do."),
          rows: model.agents.map { look(of: $0.profile, model.settings) }),
        .init(title: localized("Screen Readers"), rows: [aloud(model.settings)]),
      ])
  }

  private static func allText(_ settings: SettingsModel) -> ChoiceRow {
    let row = ChoiceRow(
      title: localized("Text size"), choices: Settings.textSizes.map { localized("\($0) %") },
      selected: Settings.textSizes.firstIndex(of: settings.textSize) ?? 2)
    row.subtitle = localized("Of all that is in the window")
    row.onChange { index in settings.change { $0.textSize = Settings.textSizes[index] } }
    return row
  }

  private static func size(_ settings: SettingsModel) -> ChoiceRow {
    let row = ChoiceRow(
      title: localized("Size of messages"), choices: Settings.textSizes.map { localized("\($0) %") },
      selected: Settings.textSizes.firstIndex(of: settings.reading.textSize) ?? 2)
    row.subtitle = localized("Compared with the other text; also where one writes")
    row.onChange { index in settings.change { $0.reading.textSize = Settings.textSizes[index] } }
    return row
  }

  /// The family, a button that takes another one, and one that takes the desktop's again.
  private static func font(_ settings: SettingsModel) -> ActionRow {
    let choose = Button(localized("_Choose…")).aligned(vertically: .center)
    let reset = Button(icon: "edit-undo-symbolic", name: localized("Take the desktop's font")).flat().styled("circular")
    let buttons = Box(.horizontal, spacing: 6) {
      reset.aligned(vertically: .center)
      choose
    }
    let row = ActionRow(title: localized("Font of messages"), suffix: buttons, isNamed: true)
    choose.onClick {
      Task {
        let shown = settings.reading.font ?? Appearance.fontFamily
        guard
          let family = await FontDialog.family(over: choose.window, title: localized("Font of Messages"), chosen: shown)
        else { return }
        settings.change { $0.reading.font = family }
      }
    }
    reset.onClick {
      settings.change { $0.reading.font = nil }
      // The button goes, and the keyboard stays.
      choose.grabFocus()
    }
    row.observe { row in
      let font = settings.reading.font
      row.subtitle =
        switch font {
        case nil: localized("The desktop's")
        case let font? where Appearance.hasFont(font): font
        case let font?: localized("\(font) is not there any more; the desktop's font stands in for it")
        }
      reset.isVisible = font != nil
      choose.described(row.subtitle)
    }
    return row
  }

  private static func compact(_ settings: SettingsModel) -> SwitchRow {
    let row = SwitchRow(title: localized("Close together"), isOn: settings.reading.isCompact)
    row.subtitle = localized("Less room between messages, and a name only where it changes")
    row.onChange { isOn in settings.change { $0.reading.isCompact = isOn } }
    return row
  }

  private static func aloud(_ settings: SettingsModel) -> SwitchRow {
    let row = SwitchRow(title: localized("Read answers aloud as they come"), isOn: settings.readsAnswersAloud)
    row.subtitle = localized("Each paragraph once it is finished; else only that an answer begins and ends")
    row.onChange { isOn in settings.change { $0.readsAnswersAloud = isOn } }
    return row
  }

  private static func look(of agent: AgentProfile, _ settings: SettingsModel) -> ChoiceRow {
    let id = agent.id
    let looks: [MessageLook?] = [nil, .bubble, .fullWidth]
    let row = ChoiceRow(
      title: agent.name, choices: [localized("As usual"), localized("Bubbles"), localized("Full width")],
      selected: looks.firstIndex(of: settings.reading.chosenLook(of: id)) ?? 0)
    row.subtitle =
      MessageLook.usual(for: id) == .fullWidth
      ? localized("Usually over the full width") : localized("Usually in bubbles")
    row.onChange { index in settings.change { $0.reading.choose(looks[index], for: id) } }
    return row
  }
}
