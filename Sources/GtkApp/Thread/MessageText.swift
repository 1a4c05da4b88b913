import Adw
import Domain
import Localization
import ViewModels

/// The text of a message in its bubble: short ones whole, of long ones a part and a button that opens all of it.
enum MessageText {
  static func show(_ row: ThreadRow, in bubble: Box, thread: ThreadModel) {
    var labels: [Label] = []
    var all: Button?
    bubble.observe { bubble in
      let excerpt = row.excerpt
      let chunks = row.hasText ? excerpt.chunks : []
      // While a text grows, only its last chunk is another one.
      while labels.count > chunks.count { bubble.remove(labels.removeLast()) }
      for (index, chunk) in chunks.enumerated() {
        if index == labels.count {
          let label = Label.inColumn().wrapping().aligned(0).styled("text")
          // Behind the chunk before it, or the pictures; the button stays below.
          bubble.insert(label, after: labels.last.map { AnyWidget($0) } ?? bubble.children.last { !$0.isSame(as: all) })
          labels.append(label)
        }
        labels[index].show(chunk)
      }
      all?.isVisible = excerpt.hidden != .nothing
      guard excerpt.hidden != .nothing, all == nil else { return }
      let button = showAll(row, over: bubble, agent: thread.agentName)
      bubble.append(button)
      all = button
    }
  }

  private static func showAll(_ row: ThreadRow, over bubble: Box, agent: String) -> Button {
    let words = Label()
    let button = Button(words).flat().styled("show-all").aligned(horizontally: .start).margins(top: 6)
    button.observe { button in
      words.text = localized("Show All (\(row.size))")
      button.named(words.text)
    }
    button.onClick { if let window = bubble.window { ReaderWindow.open(row, agent: agent, over: window) } }
    return button
  }
}
