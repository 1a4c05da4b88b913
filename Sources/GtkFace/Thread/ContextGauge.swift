import Adw
import Domain
import Localization
import ViewModels
import Wording

/// A small ring beside the composer: how much of the model's context this chat and the draft take. Quiet until that is
/// nearly all; pressed, it opens what the model sees. It has the same width whatever it says: the text beside it stays as it is.
enum ContextGauge {
  static func make(_ library: LibraryModel) -> Button {
    let ring = ProgressRing(size: 18).decorative()
    // Who clicks it goes on to type.
    let button = Button(ring.aligned(horizontally: .center)).flat().styled("gauge").focusOnClick(false)
    button.observe { button in
      guard let context = library.thread?.context, context.isOffered else { return button.isVisible = false }
      ring.part = context.part
      button.style("tight", context.level == .nearlyFull || context.level == .over)
      button.style("unknown", context.level == .unknown)
      button.named(localized("Context: \(context.words)")).tooltip(context.words)
      button.isVisible = true
    }
    return button.onClick { [button] in
      guard let thread = library.thread, let window = button.window else { return }
      ContextLens.open(thread, library: library, over: window)
    }
  }
}
