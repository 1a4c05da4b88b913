import Adw
import Domain
import Localization
import ViewModels
import Wording

/// What can be set for the open chat: instructions, numbers, reasoning. All of it is saved as one types.
enum ChatSettingsWindow {
  /// In the order in which they are shown.
  private static let numbers: [ReplyParameter] = [.temperature, .topP, .topK, .minP]
  private static let repeating: [ReplyParameter] = [.repeatPenalty, .frequencyPenalty, .presencePenalty]

  static func open(model: LibraryModel, over parent: Window) {
    guard let settings = model.openChatSettings() else { return }
    let window = PageWindow.make(localized("Chat Settings"), over: parent)
    let text = TextView().padding(horizontal: 12, vertical: 10)
    let states = Stack(crossfades: false)
      .page("loading", Spinner().minimum(width: 32, height: 32).aligned(horizontally: .center, vertically: .center))
    let toasts = ToastOverlay(states)
    let undo = ResetUndo()
    states.page("page", page(settings, text, toasts, undo))
    let state = Label().styled("caption", "dim-label").wrapping().margins(top: 6, bottom: 6, start: 12, end: 12)
    state.observe { state in
      state.isVisible = settings.phase == .ready && settings.nothingToSet == nil
      state.style("error", settings.failure != nil || settings.hasFaults)
      state.text = settings.failure ?? words(settings)
    }
    let heading = WindowTitle(localized("Chat Settings"))
    window.show(
      Box(.vertical) {
        HeaderBar(title: heading)
        toasts.expanding(vertically: true)
        state
      })
    states.observe { states in show(settings, in: states, text) }
    window.observe { window in
      heading.subtitle = settings.title
      if settings.isGone { MainLoop.soon(with: window) { $0.close() } }
    }
    window.onKey { stroke in
      guard stroke.closesWindow else { return false }
      window.close()
      return true
    }
    window.onCloseRequest {
      // What was taken back a moment ago can still be had again.
      if let old = undo.settings, !settings.isGone {
        model.notices.tell(resetWords, button: localized("Undo")) { settings.set(old) }
      }
      return false
    }.onGone {
      undo.toast = nil
      model.closeChatSettings()
    }
    Task { await settings.load() }
    window.present()
  }

  private static func words(_ settings: ChatSettingsModel) -> String {
    if !settings.isSaved { return localized("Saving…") }
    return settings.hasFaults
      ? localized("All changes are saved but for what cannot be taken.") : localized("All changes are saved.")
  }

  private static func show(_ settings: ChatSettingsModel, in states: Stack, _ text: TextView) {
    switch settings.phase {
    case .loading: states.shown = "loading"
    case .failed(let sentence):
      states.showFailure(localized("The Settings Cannot Be Read"), sentence) { Task { await settings.load() } }
    case .ready:
      if let words = settings.nothingToSet {
        states.show("nothing") {
          StatusPage(
            icon: "preferences-system-symbolic", title: localized("Nothing to Set"), description: words)
        }
      } else {
        let isNew = states.shown != "page"
        states.shown = "page"
        if isNew { MainLoop.soon(with: text) { $0.grabFocus() } }
      }
    }
  }

  private static func page(
    _ settings: ChatSettingsModel, _ text: TextView, _ toasts: ToastOverlay, _ undo: ResetUndo
  ) -> PreferencesPage {
    let context = Entry()
    func rows(_ parameters: [ReplyParameter]) -> [any PreferencesRow] { parameters.map { row($0, settings) } }
    return PreferencesPage([
      .init(
        title: localized("Instructions"),
        description: localized(
          "What the agent is told before the first message. They stay when the chat grows too long for its context."),
        rows: [instructions(settings, text)]),
      .init(
        title: localized("Sampling"),
        description: localized("Leave empty for the model's default (shown in grey)."),
        rows: rows(numbers)),
      .init(title: localized("Repetition"), rows: rows(repeating)),
      .init(
        title: localized("Length and Chance"),
        rows: [
          reasoning(settings), row(.maximumTokens, settings), row(.contextLength, settings, in: context),
          loading(settings, context), row(.seed, settings), overflow(settings),
        ]),
      .init(title: "", rows: [reset(settings, toasts, undo)]),
    ])
  }

  private static func instructions(_ settings: ChatSettingsModel, _ text: TextView) -> PlainRow {
    let fault = Label().styled("error", "caption").wrapping().aligned(0).margins(bottom: 8, start: 12, end: 12)
    text.named(localized("Instructions")).styled("instructions")
    text.onTextChange { settings.write(instructions: text.text) }
    text.onFocus { isIn in if !isIn { Task { await settings.settle() } } }
    text.observe { text in
      if settings.isReadOnly { text.readOnly() }
      // What is not taken stays to be shortened.
      if settings.instructionsFault == nil, text.text != settings.instructions { text.text = settings.instructions }
      text.described(settings.instructionsFault ?? localized("What the agent is told before the first message"))
    }
    fault.observe { fault in
      fault.isVisible = settings.instructionsFault != nil
      fault.text = settings.instructionsFault ?? ""
    }
    return PlainRow(
      Box(.vertical, spacing: 4) {
        Scroller(text).growing(maximumHeight: 220, minimumHeight: 96)
        fault
      })
  }

  private static func row(
    _ parameter: ReplyParameter, _ settings: ChatSettingsModel, in entry: Entry = Entry()
  ) -> ActionRow {
    entry.characters(9).wishing(characters: 9).aligned(vertically: .center).named(parameter.name)
    // The keyboard goes from field to field.
    let row = ActionRow(title: parameter.name, suffix: entry, isNamed: true).focusable(false)
    let field = Weak(entry)
    entry.onTextChange { text in
      guard text.isEmpty else { return settings.write(text, for: parameter) }
      // What is typed over a number empties the field first; a number that is not taken then leaves the old one.
      MainLoop.soon { if field.value?.text.isEmpty ?? true { settings.write("", for: parameter) } }
    }
    entry.onFocus { isIn in if !isIn { settings.endWriting(parameter) } }
    row.observe { row in
      let fault = settings.fault(of: parameter)
      let usual = settings.defaultText(of: parameter)
      row.subtitle = fault ?? settings.explanation(of: parameter)
      row.style("fault", fault != nil)
      entry.style("error", fault != nil)
      entry.isEnabled = !settings.isReadOnly
      entry.placeholder = usual
      entry.text = settings.text(of: parameter)
      entry.described(localized("\(row.subtitle) Default: \(usual)"))
    }
    return row
  }

  /// As the model does, on, or off; only where it can be told.
  private static func reasoning(_ settings: ChatSettingsModel) -> ChoiceRow {
    let choices: [Bool?] = [nil, true, false]
    let row = ChoiceRow(
      title: localized("Reasoning"),
      choices: [
        localized("As the model does"), localized("On", context: "reasoning"), localized("Off", context: "reasoning"),
      ],
      selected: 0)
    row.subtitle = localized("Whether the model thinks aloud before it answers.")
    row.onChange { index in settings.set(reasoning: choices[index]) }
    row.observe { row in
      row.isVisible = settings.canSwitchReasoning
      row.isEnabled = !settings.isReadOnly
      row.selected = choices.firstIndex { $0 == settings.reasoning } ?? 0
    }
    return row
  }

  /// Shown while the model is loaded with another context than the chat wants.
  private static func loading(_ settings: ChatSettingsModel, _ context: Entry) -> ActionRow {
    let button = Button(localized("_Load Now")).aligned(vertically: .center)
    let row = ActionRow(title: localized("Loaded Model"), subtitle: "", suffix: button)
    button.onClick {
      settings.loadContext()
      // The button goes, and the keyboard stays.
      context.grabFocus()
    }
    row.observe { row in
      let offer = settings.contextOffer
      row.isVisible = offer != nil
      row.subtitle = offer?.sentence ?? ""
      button.isEnabled = offer?.canLoad == true
      button.described(row.subtitle)
    }
    return row
  }

  /// What is done when the chat grows too long.
  private static func overflow(_ settings: ChatSettingsModel) -> ChoiceRow {
    let row = ChoiceRow(
      title: localized("Oldest Messages"), choices: [localized("Drop them"), localized("Summarise them")], selected: 0)
    row.subtitle = localized("What is done with them when the chat grows too long for the context.")
    row.onChange { index in settings.set(summarises: index == 1) }
    row.observe { row in
      row.isEnabled = !settings.isReadOnly
      row.selected = settings.summarises ? 1 : 0
    }
    return row
  }

  /// What a reset took away, while that is offered.
  private final class ResetUndo {
    var settings: ChatSettings?
    var toast: Toast?
  }

  private static var resetWords: String { localized("The defaults apply again") }

  private static func reset(
    _ settings: ChatSettingsModel, _ toasts: ToastOverlay, _ undo: ResetUndo
  ) -> ActionRow {
    let button = Button(localized("_Reset")).aligned(vertically: .center)
    button.onClick {
      undo.toast?.dismiss()
      let old = settings.reset()
      undo.settings = old
      let toast = Toast(resetWords, seconds: 8).button(localized("Undo")) { settings.set(old) }
      toast.onDismissed { (undo.settings, undo.toast) = (nil, nil) }
      undo.toast = toasts.show(toast)
    }
    let row = ActionRow(
      title: localized("Reset to Defaults"),
      subtitle: localized("Takes back all that is set here; the instructions stay."),
      suffix: button)
    row.observe { _ in button.isEnabled = settings.canReset && !settings.isReadOnly }
    return row
  }
}
