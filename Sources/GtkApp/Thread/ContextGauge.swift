import Adw
import Domain
import Localization
import ViewModels
import Wording

/// A small ring beside the composer: how much of the model's context this chat and the draft take. Quiet until that is
/// nearly all; pressed, it opens what the model sees.
enum ContextGauge {
  static func make(_ library: LibraryModel) -> Button {
    let ring = ProgressRing(size: 18).decorative()
    let percent = Label().styled("caption").decorative()
    let face = Box(.horizontal, spacing: 6) {
      ring
      percent
    }.aligned(horizontally: .center)
    // Who clicks it goes on to type.
    let button = Button(face).flat().styled("gauge").focusOnClick(false)
    button.observe { button in
      guard let context = library.thread?.context, context.isOffered else { return button.isVisible = false }
      let isTight = context.level == .nearlyFull || context.level == .over
      ring.part = context.part
      percent.isVisible = isTight && context.part > 0
      percent.text = PercentText.of(context.part)
      button.style("tight", isTight)
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
