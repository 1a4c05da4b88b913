import Adw
import Domain
import Localization
import ViewModels
import Wording

/// What stands in the window while the library opens, where that takes long.
enum OpeningPage {
  static func make(app: AppModel) -> Box {
    let words = Label().styled("dim-label").wrapping().aligned(0.5)
    let page = Box(.vertical, spacing: 12) {
      Spinner().minimum(width: 32, height: 32).aligned(horizontally: .center)
      words
    }.aligned(horizontally: .center, vertically: .center)
    page.observe { _ in if case .opening(let phase) = app.phase { words.text = sentence(phase) } }
    return page
  }

  private static func sentence(_ phase: OpeningPhase) -> String {
    switch phase {
    case .checking: ""
    case .recovering: localized("Finishing what was left half done…")
    case .backingUp: localized("Making a backup before the chats are converted…")
    case .converting(let part):
      part > 0 ? localized("Converting the chats… \(PercentText.of(part))") : localized("Converting the chats…")
    }
  }
}
