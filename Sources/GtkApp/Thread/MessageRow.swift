import Adw
import Domain
import ViewModels

/// One row of a thread as a widget.
enum MessageRow {
  static func make(_ row: ThreadRow, thread: ThreadModel, library: LibraryModel) -> ListRow {
    let item: ListRow
    switch row.id {
    case .day:
      item = ListRow(day(row))
      item.focusable(false).observe { $0.named(row.stamp) }
    case .typing:
      item = ListRow(typing(row, thread: thread))
      item.focusable(false).named("\(thread.agentName) is writing")
    case .message: item = message(row, thread: thread, library: library)
    }
    return item.activatable(false).styled("thread-row")
  }

  private static func day(_ row: ThreadRow) -> Label {
    let label = Label().styled("day").margins(top: 16, bottom: 8).aligned(horizontally: .center)
    label.observe { $0.text = row.stamp }
    return label.tooltip { row.exactTime }
  }

  /// As a reply with one line of text looks, so that nothing moves when its first word comes.
  private static func typing(_ row: ThreadRow, thread: ThreadModel) -> BubbleColumn {
    let dots = TypingDots().named("\(thread.agentName) is writing")
    let line = Label(" ").decorative()
    let bubble = Box(.horizontal) {
      dots
      line
    }.styled("bubble", "agent")
    return frame(row).add(sender(row, thread: thread), .start).add(bubble, .start)
  }

  /// What the parts of a message stand in.
  private static func frame(_ row: ThreadRow) -> BubbleColumn {
    BubbleColumn(spacing: 0).margins(start: 12, end: 12).observe { column in
      column.margins(top: row.beginsRun ? 8 : 2, bottom: 0)
    }
  }

  private static func sender(_ row: ThreadRow, thread: ThreadModel) -> Label {
    Label(thread.agentName).styled("sender").margins(top: 4, bottom: 2, start: 14).observe {
      $0.isVisible = row.beginsRun
    }
  }

  private static func message(_ row: ThreadRow, thread: ThreadModel, library: LibraryModel) -> ListRow {
    let isUser = row.message?.sender == .user
    let side: BubbleColumn.Side = isUser ? .end : .start
    let bubble = Box(.vertical, spacing: 6).styled("bubble", isUser ? "user" : "agent")
    let actions = PictureActions(library: library, row: row)
    let pictures = Bin()
    bubble.append(pictures)
    bubble.append(MessageText.make(row, thread: thread))
    let trouble = Label().styled("trouble").wrapping().aligned(0)
    let again = Button("_Try Again").flat().styled("trouble")
    let troubleLine = Box(.horizontal, spacing: 6) {
      trouble
      again
    }.margins(top: 2, start: 14)
    let stamp = Label().styled("stamp").margins(top: 3, bottom: 4, start: 14, end: 14)
    let column = frame(row)
    if !isUser { column.add(sender(row, thread: thread), .start) }
    column.add(bubble, side).add(troubleLine, side).add(stamp, side)
    let item = ListRow(column)

    // A picture may come after the row was made; one that changes is shown in its own tile.
    var shown = 0
    pictures.observe { pictures in
      let wanted = row.pictures
      pictures.isVisible = !wanted.isEmpty
      bubble.style("picture", !wanted.isEmpty)
      bubble.style("bare", !wanted.isEmpty && !row.hasText)
      guard wanted.count != shown else { return }
      shown = wanted.count
      let grid = grid(wanted, row: row, actions: actions, thread: thread)
      pictures.show(grid.aligned(horizontally: .center))
      // A caption is as wide as its pictures, or wide enough to be read.
      column.place(bubble, side, maximum: wanted.isEmpty ? nil : max(grid.size.width, 200) + 8)
    }
    // A reply that was stopped before its first word has nothing to stand in a bubble.
    bubble.observe { $0.isVisible = row.hasText || !row.pictures.isEmpty }
    stamp.observe { label in
      label.text = row.stamp
      label.isVisible = row.showsStamp && row.message?.state != .streaming
    }
    troubleLine.observe { line in
      line.isVisible = row.trouble != nil
      trouble.text = row.trouble ?? ""
      trouble.style("error", row.message?.state == .failed)
    }
    again.onClick { if let id = row.message?.id { thread.retry(id) } }
    bubble.tooltip { row.exactTime }
    item.observe { $0.named(row.spoken(agent: thread.agentName)) }
    item.onKey { stroke in
      guard stroke.key.isEnter || stroke.key == .space, stroke.modifiers.isEmpty else { return false }
      if let first = row.pictures.first {
        actions.view(first)
      } else if row.excerpt.hidden != .nothing, let window = item.window {
        ReaderWindow.open(row, agent: thread.agentName, over: window)
      } else {
        return false
      }
      return true
    }
    // What it offers depends on what the message is by then.
    item.observe { MessageMenu.put(on: $0, row.pictures.first, row: row, actions: actions, thread: thread) }
    return item
  }

  private static func grid(
    _ pictures: [PictureModel], row: ThreadRow, actions: PictureActions, thread: ThreadModel
  ) -> PictureGrid {
    let isAlone = pictures.count == 1
    return PictureGrid(
      width: PictureTile.side, single: isAlone ? PictureTile.size(of: pictures[0].attachment) : nil
    ) {
      for picture in pictures {
        PictureTile.make(picture, isAlone: isAlone, actions: actions) { thread.load(picture, of: row) }
          .observe { MessageMenu.put(on: $0, picture, row: row, actions: actions, thread: thread) }
      }
    }
  }
}
