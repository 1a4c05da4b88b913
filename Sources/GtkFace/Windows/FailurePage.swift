import Adw
import Domain
import Localization
import ViewModels
import Wording

/// What stands in the window when the library does not open: what happened and what can be done.
enum FailurePage {
  /// The page, and the button on it that changes nothing, for the keyboard to begin with.
  typealias Made = (view: Box, again: Button)

  /// For a library that is encrypted; nothing is offered that would take its place.
  static func locked(app: AppModel, error: StoreError) -> Made {
    page(
      "channel-secure-symbolic", localized("The Chats Are Encrypted"), error.sentence, app,
      Box(.vertical, spacing: 12) {})
  }

  static func make(app: AppModel, error: StartError, backups: AppModel.FoundBackups) -> Made {
    let actions = Box(.vertical, spacing: 12) {}
    if let (start, kept) = startingEmpty(error.storeError) {
      if let newest = backups.choices.first(where: \.isSound) {
        let back = Button(localized("_Go Back to the Newest Backup")).wrapping().aligned(horizontally: .center)
        back.styled("pill", "suggested-action")
        back.onClick { Task { await app.goBack(to: newest) } }
        actions.append(back)
        actions.append(caption(app.text(of: newest).label(now: app.now)))
      } else {
        actions.append(caption(none(backups)))
      }
      let empty = Button(start).wrapping().styled("pill").aligned(horizontally: .center)
      empty.onClick { Task { await app.startEmpty() } }
      actions.append(empty)
      actions.append(caption(kept))
    }
    return page("dialog-warning-symbolic", localized("The Chats Cannot Be Opened"), error.sentence, app, actions)
  }

  private static func page(
    _ icon: String, _ title: String, _ sentence: String, _ app: AppModel, _ actions: Box
  ) -> Made {
    let again = Button(localized("_Try Again")).styled("pill").aligned(horizontally: .center)
    again.onClick { Task { await app.open() } }
    actions.append(again)
    let view = Box(.vertical) {
      HeaderBar(title: Label(Program.name))
      StatusPage(icon: icon, title: title, description: sentence, child: actions).expanding(vertically: true)
    }
    return (view, again)
  }

  /// What the button says that starts empty, and what becomes of the data then; nil where that would not help.
  private static func startingEmpty(_ error: StoreError?) -> (button: String, kept: String)? {
    switch error {
    case .corrupt:
      (
        localized("Set It Aside and Start _Empty"),
        localized("The damaged file is kept whole in the folder “set-aside”.")
      )
    case .missing: (localized("Start _Empty"), localized("The backups stay."))
    default: nil
    }
  }

  /// A line under a button, centred as all of the page is.
  private static func caption(_ text: String) -> Label {
    Label(text).styled("dim-label").wrapping().aligned(0.5).aligned(horizontally: .center)
  }

  /// Why there is nothing to go back to.
  private static func none(_ backups: AppModel.FoundBackups) -> String {
    if let failure = backups.failure { return localized("The backups cannot be looked at.") + " " + failure }
    return backups.choices.isEmpty
      ? localized("No backup was found to go back to.") : localized("All backups are damaged, too.")
  }
}
