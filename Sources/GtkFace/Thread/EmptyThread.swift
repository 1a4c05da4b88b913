import Adw
import Domain
import Localization
import ViewModels
import Wording

/// An empty chat: who answers here, who else could, and something to begin with.
enum EmptyThread {
  static func make(model: ThreadModel, library: LibraryModel) -> Scroller {
    let avatar = Avatar(size: 64, text: model.agentName).decorative().aligned(horizontally: .center)
    avatar.observe { $0.text = model.agentName }
    let title = Label().styled("title-2").wrapping().aligned(0.5)
    title.observe { $0.text = localized("Talk with \(model.agentName)") }
    let summary = Label().styled("dim-label").wrapping().aligned(0.5)
    summary.observe { $0.text = model.agent?.profile.sentence ?? model.agentTrouble ?? "" }
    let words = localized("Choose Another Agent")
    // In large letters it takes two lines of a narrow window.
    let face = Box(.horizontal, spacing: 6) {
      Label(words).wrapping().aligned(0.5)
      Image(icon: "pan-down-symbolic").decorative()
    }
    let others = MenuButton(face, AgentChooser.make(library)).named(words).flat().aligned(horizontally: .center)
    others.observe { $0.isVisible = library.agents.count > 1 && !model.isReadOnly }
    let suggestions = Box(.vertical, spacing: 8)
    var shown: [String] = []
    suggestions.observe { box in
      let words = model.suggestions
      guard words != shown else { return }
      shown = words
      box.replaceAll {
        for suggestion in words {
          Button(Label(suggestion).wrapping().aligned(0.5))
            .named(suggestion).styled("suggestion")
            .onClick { model.take(suggestion: suggestion) }
        }
      }
    }
    let page = Box(.vertical, spacing: 24) {
      Box(.vertical, spacing: 8) {
        avatar
        title
        summary
        others
      }
      suggestions
    }
    return Scroller(
      Clamp(maximum: 420, page.aligned(vertically: .center).margins(24)).expanding(vertically: true))
  }
}
