import Adw
import ViewModels

/// An empty chat: who answers here, and something to begin with.
enum EmptyThread {
  static func make(model: ThreadModel) -> Scroller {
    let suggestions = Box(.vertical, spacing: 8) {
      for suggestion in model.suggestions {
        Button(Label(suggestion).wrapping().aligned(0.5))
          .named(suggestion).styled("suggestion")
          .onClick { model.take(suggestion: suggestion) }
      }
    }
    let page = Box(.vertical, spacing: 24) {
      Box(.vertical, spacing: 8) {
        Avatar(size: 64, text: model.agentName).decorative().aligned(horizontally: .center)
        Label("Talk with \(model.agentName)").styled("title-2").wrapping().aligned(0.5)
        Label("Say something, or begin with one of these.").styled("dim-label").wrapping().aligned(0.5)
      }
      suggestions
    }
    return Scroller(
      Clamp(maximum: 420, page.aligned(vertically: .center).margins(24)).expanding(vertically: true))
  }
}
