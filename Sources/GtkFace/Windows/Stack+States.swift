import Adw
import Localization

extension Stack {
  /// Shows a page that is made when it is first needed: at the start most are not.
  func show(_ name: String, _ make: () -> any Widget) {
    if !hasPage(name) { page(name, AnyWidget(make())) }
    shown = name
  }

  /// Shows, in place of what cannot be read, what happened and a way to try again; returns the button for that.
  @discardableResult
  func showFailure(_ title: String, _ sentence: String, again: (@MainActor () -> Void)? = nil) -> Button? {
    if hasPage("failed") { removePage("failed") }
    var button: Button?
    if let again {
      button = Button(localized("_Try Again")).styled("pill").aligned(horizontally: .center)
      button?.onClick(again)
    }
    page(
      "failed", StatusPage(icon: "dialog-warning-symbolic", title: title, description: sentence, child: button))
    shown = "failed"
    return button
  }
}
