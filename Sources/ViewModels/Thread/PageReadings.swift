internal import Domain

/// The readings of pages: which of them counts, and what happened while it was under way.
struct PageReadings {
  /// Whether messages are being read.
  private(set) var isUnderWay = false
  /// Counts the readings: the page of one that was overtaken is dropped.
  private var newest = 0
  /// Events that came while a page was being read; they are taken after it.
  private var held: [ChatEvent] = []
  /// What is in memory may be out of date, until a refresh has brought all of it.
  private(set) var isStale = false
  /// A refresh will begin in this turn or the next one.
  private var isRefreshAhead = false

  /// Begins to read messages; what an earlier reading that is under way will bring is dropped.
  mutating func begin() -> Int {
    isUnderWay = true
    newest += 1
    return newest
  }

  /// Whether no later reading has begun.
  func isNewest(_ reading: Int) -> Bool { reading == newest }

  /// Keeps an event for after the reading; false where none is under way.
  mutating func hold(_ event: ChatEvent) -> Bool {
    if isUnderWay { held.append(event) }
    return isUnderWay
  }

  /// The reading is over. Returns what happened meanwhile; nil where a later one is under way.
  mutating func end(_ reading: Int) -> [ChatEvent]? {
    guard isNewest(reading) else { return nil }
    isUnderWay = false
    defer { held = [] }
    return held
  }

  /// Says whether what is in memory may be out of date.
  mutating func setStale(_ isStale: Bool) { self.isStale = isStale }

  /// What is in memory may be out of date. False where a refresh that has not begun will bring it all.
  mutating func askForRefresh() -> Bool {
    isStale = true
    defer { isRefreshAhead = true }
    return !isRefreshAhead
  }

  /// The refresh that was asked for begins.
  mutating func beginRefresh() { isRefreshAhead = false }
}
