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
    let text = Box(.vertical).styled("reasoning")
    let rest = Label().styled("caption").wrapping().aligned(0)
    let box = Box(.vertical, spacing: 4) {
      button
      text
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
    var labels: [Label] = []
    text.observe { text in
      let excerpt = row.reasoning?.excerpt
      let chunks = excerpt?.chunks ?? []
      text.isVisible = !chunks.isEmpty
      while labels.count > chunks.count { text.remove(labels.removeLast()) }
      for (index, chunk) in chunks.enumerated() {
        if index == labels.count {
          let label = Label().wrapping().aligned(0)
          labels.append(label)
          text.append(label)
        }
        labels[index].show(chunk)
      }
      rest.isVisible = excerpt.map { $0.hidden != .nothing } ?? false
      rest.text = localized("A part of it is shown; “sotto show --json” writes all of it.")
    }
    return box
  }
}
