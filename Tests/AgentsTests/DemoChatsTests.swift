import Domain
import TestSupport
import Testing
import Wording

@testable import Agents

@Suite struct `The demo chats` {
  @Test func `are three with ten messages each, Mumbai Trip among them, with both personas`() throws {
    let chats = try DemoChats.all()
    #expect(chats.map(\.title) == ["Mumbai Trip", "A picture for the hallway", "Soup for Sunday"])
    #expect(chats.map(\.agent) == ["crew", "jarvis", "crew"])
    #expect(chats.map(\.lines.count) == [10, 10, 10])
  }

  @Test func `run forward in time, each line after the one before`() throws {
    for chat in try DemoChats.all() {
      let ages = chat.lines.map(\.minutesAgo)
      #expect(zip(ages, ages.dropFirst()).allSatisfy { $0 > $1 })
      #expect(ages.allSatisfy { $0 > 0 })
    }
  }

  @Test func `show a list with minutes, yesterday and a date`() throws {
    let now = CivilCalendar.time(2024, 12, 20, 15, 45)
    let text = TimeText(clock: .twelveHours) { CivilCalendar.utc($0) }
    let shown = try DemoChats.all().map { chat in
      text.short(now.advanced(by: .seconds(-60 * (chat.lines.last?.minutesAgo ?? 0))), now: now)
    }
    #expect(shown == ["4m ago", "Yesterday", "Dec 15"])
  }

  @Test func `keep to the rules of their personas`() throws {
    for chat in try DemoChats.all() {
      var said = 0
      let range = try #require(try persona(chat.agent).profile.schedule.messages)
      for line in chat.lines {
        if line.sender == .user {
          said += 1
        } else {
          #expect(range.contains(said))
          said = 0
        }
      }
      #expect(said == 0, "the last word is the agent's")
    }
  }

  @Test func `show what a chat can hold: a drawing, a list, an emoji, several lines, a long answer`() throws {
    let lines = try DemoChats.all().flatMap(\.lines)
    #expect(lines.allSatisfy { !$0.text.isEmpty || !$0.attachments.isEmpty })
    #expect(lines.allSatisfy { $0.text.last?.isWhitespace != true })
    #expect(lines.contains { $0.attachments.map(\.content) == [.drawing("harbour")] && $0.text.isEmpty })
    #expect(lines.contains { $0.sender == .user && $0.text.contains("\n") })
    #expect(lines.contains { $0.text.split(whereSeparator: \.isWhitespace).count >= 80 })
    #expect(lines.contains { $0.text.unicodeScalars.contains { $0.properties.isEmojiPresentation } })
    for case .drawing(let name) in lines.flatMap(\.attachments).map(\.content) {
      #expect(Drawings.svg(named: name) != nil)
    }
  }

  @Test(arguments: [
    ("oops", "The demo chats cannot be opened: it is not valid JSON."),
    (#"[{"title": "A", "agent": "crew"}]"#, "The demo chats cannot be opened: at entry 1, “lines” is missing."),
    (
      #"[{"title": "A", "agent": "crew", "lines": [{"from": "cat", "minutesAgo": 1, "text": ""}]}]"#,
      "The demo chats cannot be opened: at entry 1 › lines › entry 1 › from, the value is not one that fits here."
    ),
    (
      #"[{"title": "A", "agent": "crew", "lines": [{"from": "user", "minutesAgo": 1, "text": "", "drawing": "cat"}]}]"#,
      "The demo chats cannot be opened: there is no drawing “cat”."
    ),
  ])
  func `that are broken are refused with a sentence`(json: String, sentence: String) {
    do {
      _ = try DemoChats.all(from: Array(json.utf8))
      Issue.record("nothing was refused")
    } catch {
      #expect(StartError.demoChats(error).sentence == sentence)
    }
  }
}
