import Domain

extension Transaction {
  /// With what a reply was made, of the columns that `Schema.replySettings` names; nil where there is no row.
  static func replySettings(_ row: Row, from first: Int32) -> ReplyParameters? {
    guard !row.isNull(first) else { return nil }
    var settings = ReplyParameters()
    settings.reasoning = row.isNull(first + 1) ? nil : row.flag(first + 1)
    for (index, parameter) in ReplyParameter.ofReplies.enumerated() {
      settings[parameter] = row.optionalReal(first + 2 + Int32(index))
    }
    return settings
  }
}

extension WriteTransaction {
  /// Keeps with what a reply was made; nil where nobody knows it.
  func setReplySettings(_ settings: ReplyParameters?, of message: Int64) throws(StoreError) {
    guard let settings else {
      return try connection.run("DELETE FROM reply_settings WHERE message_id = ?", [.integer(message)])
    }
    let numbers = ReplyParameter.ofReplies
    let columns = numbers.map(\.column).joined(separator: ", ")
    let places = Array(repeating: "?", count: numbers.count).joined(separator: ", ")
    try connection.run(
      "INSERT OR REPLACE INTO reply_settings(message_id, reasoning, \(columns)) VALUES (?, ?, \(places))",
      [.integer(message), settings.reasoning.map { .flag($0) } ?? .null] + numbers.map { $0.value(settings[$0]) })
  }
}
