import Domain
import Localization
import Wording

/// Chats as lines of a list: ` 3  9f3a2b1c  Yesterday     * Mumbai Trip (2 new)  You: See you there`.
struct ChatLines {
  /// With less room for titles the ids are left out, where a number names a chat as well.
  private static let leastForTitles = 20

  private let terminal: Terminal
  private let times: TimeColumn

  init(_ context: CommandContext) {
    terminal = context.terminal
    times = TimeColumn(context)
  }

  /// - Parameter mark: what stands before all others, as wide in each line.
  func line(_ chat: Chat, number: Int?, mark: String = "") -> String {
    let name = mark + (number.map { Cells.padded(before: "\($0)", 3) + "  " } ?? "")
    let id = ChatName.short(chat.id) + "  "
    let time = times.text(chat.trashedAt ?? chat.lastActivityAt) + "  " + (chat.isPinned ? "* " : "  ")
    var line = name + id + time
    if number != nil, room(beside: line) < Self.leastForTitles { line = name + time }
    let title = Terminal.oneLine(chat.shownTitle)
    let preview = chat.draftPreview.isEmpty ? chat.preview.line : localized("Draft: \(chat.draftLine)")
    let room = max(10, room(beside: line))
    let shown = Cells.fit(title, room)
    var rest = unread(chat.unreadCount) + (preview.isEmpty ? "" : "  " + Terminal.oneLine(preview))
    rest = room == .max ? rest : Cells.fit(rest, max(0, room - Cells.width(of: shown)))
    return line + terminal.styled(shown, .bold) + terminal.styled(rest, .dim)
  }

  private func room(beside line: String) -> Int {
    terminal.isOutputTerminal ? terminal.columns - Cells.width(of: line) : .max
  }

  private func unread(_ count: Int) -> String {
    count > 0 ? " " + localized(count, one: "(\(count) new)", other: "(\(count) new)") : ""
  }
}

/// Times below one another, in a column as wide as the widest that can stand there.
struct TimeColumn {
  private let now: Timestamp
  private let time: TimeText
  private let width: Int

  init(_ context: CommandContext) {
    let now = context.now
    let time = context.timeText
    self.now = now
    self.time = time
    // Of all forms: just now, minutes ago, hours, yesterday, and a day of two digits in each month of two years.
    let recent = [Duration.zero, .seconds(59 * 60), .seconds(60 * 60), Self.day].map { now.advanced(by: .zero - $0) }
    let times = recent + Self.lateDays(before: now, time)
    width = times.map { Cells.width(of: time.short($0, now: now)) }.max() ?? 0
  }

  private static let day = Duration.seconds(86_400)

  /// The 28th of each of the last 24 months.
  private static func lateDays(before now: Timestamp, _ time: TimeText) -> [Timestamp] {
    var found: [Timestamp] = []
    var last = now
    for _ in 1...24 {
      // From the end of the month before, which has 28 days at least.
      let end = last.advanced(by: .zero - day * time.local(last).day)
      last = end.advanced(by: .zero - day * (time.local(end).day - 28))
      found.append(last)
    }
    return found
  }

  func text(_ timestamp: Timestamp) -> String { Cells.padded(time.short(timestamp, now: now), width) }
}
