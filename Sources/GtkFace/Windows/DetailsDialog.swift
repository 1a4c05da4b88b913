import Adw
import Localization

/// What is known of something, in a dialog: a name and a value each, to be read and copied by pointer and keys.
enum DetailsDialog {
  static func show(_ details: [(name: String, value: String)], heading: String, over window: Window) async {
    // The scroll bar lies beside the words.
    let lines = Box(.vertical, spacing: 8).margins(end: 12).minimum(width: 280)
    for detail in details {
      lines.append(
        Box(.vertical) {
          Label(detail.name).styled("stamp").aligned(0).wrapping()
          // The keyboard comes to it, and so all of it can be seen, and copied.
          Label(detail.value).aligned(0).wrapping().selectable()
        })
    }
    let scroller = Scroller(lines).growing(maximumHeight: 400, minimumHeight: details.count > 4 ? 200 : -1)
    let dialog = MessageDialog(over: window, heading: heading, child: scroller.focusable(false))
      .answer("close", localized("_Close"), isDefault: true)
    _ = await dialog.ask()
  }
}
