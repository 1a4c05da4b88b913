import Adw
import Domain
import ViewModels

/// The text of a message in its bubble: short ones whole, of long ones a part and a button that opens all of it.
enum MessageText {
  static func make(_ row: ThreadRow, thread: ThreadModel) -> Box {
    let box = Box(.vertical, spacing: 6).styled("text")
    let column = Box(.vertical)
    box.append(column)
    var labels: [Label] = []
    var all: Button?
    box.observe { box in
      let excerpt = row.excerpt
      box.isVisible = row.hasText
      // While a text grows, only its last chunk is another one.
      while labels.count > excerpt.chunks.count { column.remove(labels.removeLast()) }
      for (index, chunk) in excerpt.chunks.enumerated() {
        if index == labels.count {
          let label = Label().wrapping().aligned(0)
          labels.append(label)
          column.append(label)
        }
        labels[index].show(chunk)
      }
      all?.isVisible = excerpt.hidden != .nothing
      guard excerpt.hidden != .nothing, all == nil else { return }
      let words = Label()
      let button = Button(words).flat().styled("show-all")
      button.observe { button in
        words.text = "Show All (\(row.size))"
        button.named(words.text)
      }
      button.aligned(horizontally: .start)
      button.onClick { if let window = box.window { ReaderWindow.open(row, agent: thread.agentName, over: window) } }
      box.append(button)
      all = button
    }
    return box
  }
}
