import Domain
import TestSupport
import Testing

@testable import ViewModels

/// The messages in memory and the readings that fill them: the rules, without a library.
@Suite struct MessageWindowTests {
  private let chat: ChatID
  /// A line of 400 messages.
  private let line: [Message]
  private let surroundings = ManualSurroundings()

  init() {
    let chat: ChatID = surroundings.newID()
    var line: [Message] = []
    for number in 1...400 {
      var message = Message(
        id: surroundings.newID(), chat: chat, sequence: Int64(number), sender: number % 2 == 0 ? .agent : .user,
        text: "Message \(number)", createdAt: surroundings.now())
      message.parent = line.last?.id
      line.append(message)
    }
    (self.chat, self.line) = (chat, line)
  }

  /// The next message of the line, in this state.
  private func next(after parent: Message, state: MessageState = .complete) -> Message {
    var message = Message(
      id: surroundings.newID(), chat: chat, sequence: parent.sequence + 1, sender: .agent, text: "Next", state: state,
      createdAt: surroundings.now())
    message.parent = parent.id
    return message
  }

  /// A window on the last 60 messages.
  private func end() -> ThreadWindow {
    var window = ThreadWindow()
    window.reset(Array(line.suffix(ThreadWindow.firstPage)))
    return window
  }

  private func put(_ message: Message, into window: inout ThreadWindow) -> Bool { window.put(message) }

  @Test func `The end of a long chat has messages before it, and all of a short one has none`() {
    let window = end()
    #expect(window.hasOlder && !window.hasNewer)
    var short = ThreadWindow()
    short.reset(Array(line.prefix(10)))
    #expect(!short.hasOlder && !short.hasNewer)
  }

  @Test func `Pages above let go of what is far below, and pages below of what is far above`() {
    var window = end()
    var first = line.count - ThreadWindow.firstPage
    while first > 0 {
      let from = max(0, first - ThreadWindow.page)
      window.addOlder(Array(line[from..<first]), asked: ThreadWindow.page)
      first = from
    }
    #expect(window.messages.map(\.id) == line.prefix(ThreadWindow.limit).map(\.id))
    #expect(window.hasNewer)
    window.addNewer(
      Array(line[ThreadWindow.limit..<ThreadWindow.limit + ThreadWindow.page]), asked: ThreadWindow.page)
    #expect(window.messages.first?.id == line[ThreadWindow.page].id && window.messages.count == ThreadWindow.limit)
    #expect(window.hasOlder && window.hasNewer)
  }

  @Test func `A page that is known in part brings no message twice`() {
    var window = end()
    window.addNewer(Array(line.suffix(10)), asked: ThreadWindow.page)
    #expect(window.messages.map(\.id) == line.suffix(ThreadWindow.firstPage).map(\.id) && !window.hasNewer)
  }

  @Test func `A message joins behind its parent at the end of the line only`() {
    var window = end()
    let new = next(after: line[399])
    let isIn = put(new, into: &window)
    #expect(isIn && window.messages.last?.id == new.id)
    let isElsewhere = put(next(after: line[380]), into: &window)
    #expect(!isElsewhere, "it is on another branch")
    var middle = ThreadWindow()
    middle.reset(Array(line[100...160]), around: line[130].id, before: 30, after: 29)
    let isBelow = put(next(after: line[160]), into: &middle)
    #expect(!isBelow, "there are newer messages between")
  }

  @Test func `A reply that is due grows in its place, and a message of before it goes in front of it`() {
    var window = end()
    let due = next(after: line[399], state: .queued)
    var isIn = put(due, into: &window)
    #expect(isIn)
    let growing = window.setText("So", of: due.id)
    #expect(growing?.state == .streaming && window.messages.last?.text == "So")
    #expect(window.setText("So", of: surroundings.newID()) == nil)
    var changed = line[399]
    changed.text = "Changed"
    isIn = put(changed, into: &window)
    #expect(isIn && window.messages.suffix(2).map(\.text) == ["Changed", "So"])
  }

  @Test func `What follows a removed message follows the one before it then`() {
    var window = end()
    window.remove(line[390].id)
    #expect(window.messages.first { $0.id == line[391].id }?.parent == line[389].id)
  }

  // MARK: Readings

  private func hold(_ event: ChatEvent, in readings: inout PageReadings) -> Bool { readings.hold(event) }

  @Test func `What happens during a reading is taken after it`() {
    var readings = PageReadings()
    var isHeld = hold(.everythingChanged, in: &readings)
    #expect(!isHeld)
    let reading = readings.begin()
    isHeld = hold(.everythingChanged, in: &readings)
    #expect(isHeld && readings.isUnderWay)
    let events = readings.end(reading)
    #expect(events?.count == 1 && !readings.isUnderWay)
    let again = readings.begin()
    let later = readings.end(again)
    #expect(later?.isEmpty == true, "what was taken is not taken again")
  }

  @Test func `A reading that was overtaken ends nothing, and what happened waits for the later one`() {
    var readings = PageReadings()
    let first = readings.begin()
    _ = hold(.everythingChanged, in: &readings)
    let second = readings.begin()
    #expect(!readings.isNewest(first) && readings.isNewest(second))
    let early = readings.end(first)
    #expect(early == nil && readings.isUnderWay)
    let events = readings.end(second)
    #expect(events?.count == 1)
  }

  @Test func `Of several refreshes that are asked for in one turn one begins`() {
    var readings = PageReadings()
    let first = readings.askForRefresh()
    let second = readings.askForRefresh()
    #expect(first && !second && readings.isStale)
    readings.beginRefresh()
    let third = readings.askForRefresh()
    #expect(third, "the one that has begun may miss what happened since")
    readings.setStale(false)
    #expect(!readings.isStale)
  }
}
