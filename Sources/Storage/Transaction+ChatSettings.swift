import Domain

extension Transaction {
  func settings(of chat: ChatID) throws(StoreError) -> ChatSettings {
    let numbers = ReplyParameter.allCases.map { "kept.\($0.column)" }.joined(separator: ", ")
    let found = try connection.first(
      """
      SELECT kept.instructions, kept.reasoning, kept.overflow, \(numbers)
      FROM chat JOIN chat_settings kept ON kept.chat_id = chat.id WHERE chat.uid = ?
      """, [.uid(chat)], Self.settings)
    return found ?? ChatSettings()
  }

  private static func settings(_ row: Row) -> ChatSettings {
    var settings = ChatSettings(
      instructions: row.text(0, atMost: ChatSettings.longestInstructions),
      overflow: row.optionalInteger(2).flatMap(ContextOverflow.init(number:)))
    settings.parameters.reasoning = row.isNull(1) ? nil : row.flag(1)
    for (index, parameter) in ReplyParameter.allCases.enumerated() {
      settings.parameters[parameter] = row.optionalReal(Int32(index + 3))
    }
    return settings
  }
}

extension WriteTransaction {
  func setSettings(_ settings: ChatSettings, of chat: ChatID) throws(StoreError) {
    do throws(ChatSettingsFault) { try settings.check() } catch { throw .unfitSettings(error) }
    let rowid = try rowid(of: chat)
    if settings == ChatSettings() {
      try connection.run("DELETE FROM chat_settings WHERE chat_id = ?", [.integer(rowid)])
      guard connection.changedRows > 0 else { return }
    } else {
      let parameters = settings.parameters
      let numbers = ReplyParameter.allCases
      let columns = numbers.map(\.column).joined(separator: ", ")
      let places = Array(repeating: "?", count: numbers.count).joined(separator: ", ")
      let values: [Value] = [
        .integer(rowid), .text(settings.instructions.isEmpty ? nil : settings.instructions),
        parameters.reasoning.map { .flag($0) } ?? .null, .integer(settings.overflow?.number),
      ]
      try connection.run(
        """
        INSERT OR REPLACE INTO chat_settings(chat_id, instructions, reasoning, overflow, \(columns))
        VALUES (?, ?, ?, ?, \(places))
        """, values + numbers.map { $0.value(parameters[$0]) })
    }
    changes.saved(settingsOf: chat)
  }
}
