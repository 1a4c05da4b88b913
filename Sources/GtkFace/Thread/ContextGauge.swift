import Adw
import Domain
import Localization
import ViewModels
import Wording

/// A small ring beside the composer: how much of the model's context this chat and the draft take. It is there once they
/// take some, and empty where the chat has messages and it is not known how much they take; quiet until that is nearly
/// all, and as wide whatever it says; pressed, it opens what the model sees.
enum ContextGauge {
  static func make(_ library: LibraryModel) -> Button {
    let ring = ProgressRing(size: 18).decorative()
    // Who clicks it goes on to type.
    let button = Button(ring.aligned(horizontally: .center)).flat().styled("gauge").focusOnClick(false)
    button.observe { button in
      guard let thread = library.thread, thread.context.isOffered, thread.context.isKnown || !thread.isEmpty else {
        return button.isVisible = false
      }
      let context = thread.context
      ring.part = context.part
      button.style("tight", context.level == .nearlyFull || context.level == .over)
      button.named(localized("Context: \(context.words)")).tooltip(context.words)
      button.isVisible = true
    }
    return button.onClick { [button] in
      guard let thread = library.thread, let window = button.window else { return }
      ContextLens.open(thread, library: library, over: window)
    }
  }
}
