import Domain

/// What one transaction changed, each thing once.
struct ChangeSet {
  enum Operation: Int64 {
    case saved = 0
    case removed = 1
  }

  private(set) var chats: [ChatID: Operation] = [:]
  private(set) var messages: [MessageID: (operation: Operation, chat: ChatID)] = [:]
  /// Chats whose line goes through other messages now.
  private(set) var lines: Set<ChatID> = []
  private(set) var chatSettings: Set<ChatID> = []
  private(set) var settings: Set<String> = []
  private(set) var models: Set<ModelID> = []

  var isEmpty: Bool { count == 0 }
  /// How many rows the log gets.
  var count: Int {
    chats.count + messages.count + lines.count + chatSettings.count + settings.count + models.count
  }

  mutating func saved(_ chat: ChatID) { chats[chat] = .saved }
  mutating func removed(_ chat: ChatID) { chats[chat] = .removed }
  mutating func saved(_ message: MessageID, in chat: ChatID) { messages[message] = (.saved, chat) }
  mutating func removed(_ message: MessageID, in chat: ChatID) { messages[message] = (.removed, chat) }
  mutating func lineChanged(_ chat: ChatID) { lines.insert(chat) }
  mutating func saved(settingsOf chat: ChatID) { chatSettings.insert(chat) }
  mutating func saved(setting key: String) { settings.insert(key) }
  /// Whether it is there or gone now: whoever hears of it reads all of them again.
  mutating func saved(model: ModelID) { models.insert(model) }
}

/// The table of committed changes, through which processes on the same library hear of each other.
struct ChangeLog {
  /// Kinds of things that can change; the numbers are in the database.
  private enum Entity: Int64 {
    case chat = 0
    case message = 1
    case setting = 2
    /// A chat's line, with the chat's id.
    case line = 3
    case model = 4
    /// What is set for a chat, with the chat's id.
    case chatSettings = 5
  }

  /// Rows kept; a process that has slept through more reads everything again.
  var keeps: Int64 = 20_000
  /// More rows than this at once are told as "everything".
  var listsAtMost: Int64 = 1_000

  /// Writes the changes into the log, inside their own transaction.
  func write(
    _ changes: ChangeSet, at time: Timestamp, by process: ProcessID, to connection: Connection
  ) throws(StoreError) {
    for (chat, operation) in changes.chats {
      try add(.chat, operation, uid: .uid(chat), chat: .uid(chat), at: time, by: process, to: connection)
    }
    for (message, change) in changes.messages {
      try add(
        .message, change.operation, uid: .uid(message), chat: .uid(change.chat), at: time, by: process, to: connection)
    }
    for chat in changes.lines {
      try add(.line, .saved, uid: .uid(chat), chat: .uid(chat), at: time, by: process, to: connection)
    }
    for chat in changes.chatSettings {
      try add(.chatSettings, .saved, uid: .uid(chat), chat: .uid(chat), at: time, by: process, to: connection)
    }
    for key in changes.settings {
      try add(.setting, .saved, key: .text(key), at: time, by: process, to: connection)
    }
    for model in changes.models {
      try add(.model, .saved, key: .text(model.description), at: time, by: process, to: connection)
    }
    try prune(after: Int64(changes.count), in: connection)
  }

  /// Begins to count again where a damaged row leaves no number for the next ones; what is lost says only who did what.
  func makeRoom(in connection: Connection) throws(StoreError) {
    let most = Valid.most
    let isUp = try connection.number(
      """
      SELECT EXISTS(SELECT 1 FROM change WHERE seq > \(most) OR seq < 0)
        OR EXISTS(SELECT 1 FROM sqlite_sequence WHERE name = 'change' AND NOT (seq BETWEEN 0 AND \(most)))
      """)
    guard isUp != 0 else { return }
    try connection.write { () throws(StoreError) in
      try connection.run("DELETE FROM change")
      try connection.run("UPDATE sqlite_sequence SET seq = 0 WHERE name = 'change'")
    }
  }

  /// The number of the newest row.
  func last(in connection: Connection) throws(StoreError) -> Int64 {
    try connection.number("SELECT max(seq) FROM change")
  }

  /// What others than `process` changed after row `last`, which is moved to the newest row.
  func changes(
    after last: inout Int64, notBy process: ProcessID, in connection: Connection
  ) throws(StoreError) -> StoreChange? {
    let from = last
    let newest = try self.last(in: connection)
    guard newest != from else { return nil }
    last = newest
    // Another process has begun to count again.
    if newest < from { return StoreChange(everything: true) }
    let oldest = try connection.number("SELECT min(seq) FROM change")
    if oldest > from.plus(1) || newest.minus(from) > listsAtMost { return StoreChange(everything: true) }
    var change = StoreChange()
    _ = try connection.rows(
      "SELECT entity, op, uid, chat_uid FROM change WHERE seq > ? AND seq <= ? AND process <> ? ORDER BY seq",
      [.integer(from), .integer(newest), .uid(process)]
    ) { row -> Void? in
      Self.add(row, to: &change)
      return nil
    }
    return change == StoreChange() ? nil : change
  }

  private static func add(_ row: Row, to change: inout StoreChange) {
    let isRemoved = row.integer(1) == ChangeSet.Operation.removed.rawValue
    switch Entity(rawValue: row.integer(0)) {
    case .chat:
      guard let id = row.uid(2, of: Chat.self) else { return }
      if isRemoved {
        change.chats.remove(id)
        change.removedChats.insert(id)
      } else {
        change.removedChats.remove(id)
        change.chats.insert(id)
      }
    case .message:
      guard let id = row.uid(2, of: Message.self), let chat = row.uid(3, of: Chat.self) else { return }
      if isRemoved {
        change.messages.remove(id)
        change.removedMessages[id] = chat
      } else {
        change.removedMessages[id] = nil
        change.messages.insert(id)
      }
    case .line:
      guard let id = row.uid(2, of: Chat.self) else { return }
      change.lines.insert(id)
    case .chatSettings:
      guard let id = row.uid(2, of: Chat.self) else { return }
      change.chatSettings.insert(id)
    case .setting: change.settingsChanged = true
    case .model: change.modelsChanged = true
    case nil: change.everything = true
    }
  }

  private func add(
    _ entity: Entity, _ operation: ChangeSet.Operation, uid: Value = .null, chat: Value = .null, key: Value = .null,
    at time: Timestamp, by process: ProcessID, to connection: Connection
  ) throws(StoreError) {
    try connection.run(
      "INSERT INTO change(entity, op, uid, chat_uid, key, at, process) VALUES (?, ?, ?, ?, ?, ?, ?)",
      [
        .integer(entity.rawValue), .integer(operation.rawValue), uid, chat, key, .time(time), .uid(process),
      ])
  }

  /// Every now and then, so that a send deletes nothing most of the time.
  private func prune(after rows: Int64, in connection: Connection) throws(StoreError) {
    let newest = connection.lastInserted
    let step = max(keeps / 20, 1)
    guard newest / step > newest.minus(rows) / step else { return }
    try connection.run("DELETE FROM change WHERE seq <= ?", [.integer(newest.minus(keeps))])
  }
}
