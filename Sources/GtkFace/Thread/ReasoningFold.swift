import Adw
import Localization
import ViewModels

/// What an agent thought aloud, folded above its answer: a line that says how long, and all of it once one unfolds it.
enum ReasoningFold {
  /// Made when there is something to fold: few messages have it.
  static func show(_ row: ThreadRow, in bubble: Box) {
    var fold: Box?
    bubble.observe { bubble in
      let isWanted = row.reasoning != nil
      if isWanted, fold == nil {
        let made = make(row).margins(bottom: 4)
        bubble.prepend(made)
        fold = made
      }
      fold?.isVisible = isWanted
    }
  }

  private static func make(_ row: ThreadRow) -> Box {
    let chevron = Image(icon: "pan-end-symbolic", size: 16).decorative()
    let title = Label()
    let dots = TypingDots().decorative()
    let face = Box(.horizontal, spacing: 4) {
      chevron
      title
      dots.margins(start: 6)
    }
    let button = Button(face).flat().styled("reasoning-title").aligned(horizontally: .start)
    let rest = Label(localized("A part of it is shown; “sotto show --json” writes all of it.")).styled("caption")
      .wrapping().aligned(0)
    let box = Box(.vertical, spacing: 4) {
      button
      rest
    }
    title.observe { $0.text = row.reasoning?.title ?? "" }
    dots.observe { $0.isVisible = row.reasoning?.isThinking ?? false }
    chevron.observe { $0.icon = row.reasoning?.isUnfolded == true ? "pan-down-symbolic" : "pan-end-symbolic" }
    button.observe { button in
      guard let reasoning = row.reasoning else { return }
      button.named(reasoning.title).described(
        reasoning.isUnfolded ? localized("Hides what was thought") : localized("Shows what was thought"))
    }
    button.onClick { row.reasoning?.isUnfolded.toggle() }
    rest.observe { $0.isVisible = row.reasoning.map { $0.shownText.hidden != .nothing } ?? false }
    showText(of: row, in: box, below: button)
    return box
  }

  /// The text is made when it is unfolded and thrown away when it is folded: of a box that was hidden while it was empty,
  /// GTK never asks again whether its height depends on its width.
  private static func showText(of row: ThreadRow, in box: Box, below button: Button) {
    var text: Box?
    var lines: RichText?
    box.observe { box in
      let blocks = row.reasoning?.shownText.blocks ?? []
      guard !blocks.isEmpty else {
        if let text { box.remove(text) }
        text = nil
        lines = nil
        return
      }
      let shown = lines ?? RichText().lettersPerLine(Style.lettersInLine)
      lines = shown
      shown.show(blocks)
      guard text == nil else { return }
      let frame = Box(.vertical).styled("reasoning")
      frame.append(shown)
      box.insert(frame, after: button)
      text = frame
    }
  }
}
