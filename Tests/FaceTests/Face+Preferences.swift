/// The preferences, by keys.
extension Face {
  /// Opens the preferences of reading.
  func openReading() async throws {
    try await key("ctrl+comma")
    try await text("Agent for new chats")
    try await tab(to: "the page", backwards: true) { $0.name == "Reading" }
    try await key("space")
    try await text("Size of messages")
  }

  /// Chooses in the preferences and closes them.
  func choose(_ row: String, _ choice: String, page: String? = nil) async throws {
    if page == nil {
      try await key("ctrl+comma")
      try await text("Agent for new chats")
    } else {
      try await openReading()
    }
    try await tab(to: row) { $0.name.hasPrefix(row) }
    try await pick(inRow: row, by: "Down") { $0.hasPrefix(choice) }
    try await key("Escape")
    try await eventually("one can write on") { first("text box", "Message")?.has(.focused) == true }
  }

  /// Opens the list of the row that has the keyboard and goes on in it, until the entry is reached or the list ends.
  func pick(inRow row: String, by step: String, where isMeant: (String) -> Bool) async throws {
    try await key("Return")
    func chosen() -> Thing? { focused.flatMap { $0.name.hasPrefix(row) ? nil : $0 } }
    func names() -> [String] { chosen().map { ([$0] + $0.all("label")).map(\.name).filter { !$0.isEmpty } } ?? [] }
    try await eventually("the list is open") { chosen() != nil }
    // The keyboard goes to what is chosen a turn after it came to the list.
    try await settle()
    // The keyboard comes to the first entry, and from there to the one that holds.
    try await settle()
    for _ in 0..<8 {
      try await eventually("the entry is laid out") { !names().isEmpty }
      if names().contains(where: isMeant) { break }
      let before = chosen()
      try await key(step)
      try await eventually("the next entry has the keyboard") { chosen().map { $0 != before } ?? false }
    }
    try await key("Return")
    try await eventually("the list is closed") { focused?.name.hasPrefix(row) == true }
  }
}
