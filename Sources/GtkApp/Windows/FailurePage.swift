import Adw
import Domain
import ViewModels

/// What stands in the window when the house does not open: what happened and what can be done.
enum FailurePage {
  /// The page, and the button on it that changes nothing, for the keyboard to begin with.
  static func make(app: AppModel, error: StoreError, backups: [BackupChoice]) -> (view: Box, again: Button) {
    let actions = Box(.vertical, spacing: 12) {}
    let again = Button("_Try Again").styled("pill").aligned(horizontally: .center)
    again.onClick { Task { await app.open() } }
    if case .corrupt = error {
      if let newest = backups.first {
        let back = Button("_Go Back to the Newest Backup").styled("pill", "suggested-action").aligned(
          horizontally: .center)
        back.onClick { Task { await app.goBack(to: newest) } }
        actions.append(back)
        actions.append(Label(newest.label).styled("dim-label").wrapping())
      } else {
        actions.append(Label("No backup was found to go back to.").styled("dim-label").wrapping())
      }
      let empty = Button("Set It Aside and Start _Empty").styled("pill").aligned(horizontally: .center)
      empty.onClick { Task { await app.startEmpty() } }
      actions.append(empty)
      actions.append(
        Label("The damaged file is kept whole in the folder “set-aside”.").styled("dim-label").wrapping())
    }
    actions.append(again)
    let view = Box(.vertical) {
      HeaderBar(title: Label("Sotto"))
      StatusPage(
        icon: "dialog-warning-symbolic", title: "The Chats Cannot Be Opened",
        description: error.sentence,
        child: actions
      ).expanding(vertically: true)
    }
    return (view, again)
  }
}
