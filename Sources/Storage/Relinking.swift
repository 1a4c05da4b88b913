import Domain

/// Puts the messages of chats whose line is broken into one line again: by their places, and those whose place cannot be
/// right by their time.
struct Relinking {
  let connection: Connection

  private struct Link {
    var id: Int64
    var parent: Int64?
    var sequence: Int64
    var createdAt: Int64
  }

  /// Returns how many chats were put in order.
  func mend() throws(StoreError) -> Int {
    let broken = try connection.rows(Self.broken) { $0.integer(0) }
    guard !broken.isEmpty else { return 0 }
    // Places change hands on the way; the index, which lets none be there twice, is made again from the same words.
    let index = try connection.first("SELECT sql FROM sqlite_schema WHERE name = 'message_sequence'") { $0.text(0) }
    try connection.run("CREATE INDEX repair_sequence ON message(chat_id, sequence)")
    try connection.run("DROP INDEX IF EXISTS message_sequence")
    for chat in broken { try relink(chat) }
    try connection.run("DROP INDEX repair_sequence")
    try connection.run(index ?? "CREATE UNIQUE INDEX message_sequence ON message(chat_id, sequence)")
    return broken.count
  }

  private func relink(_ chat: Int64) throws(StoreError) {
    let links = ordered(
      try connection.rows(
        "SELECT id, parent_id, sequence, created_at FROM message WHERE chat_id = ? ORDER BY sequence, id",
        [.integer(chat)]
      ) {
        Link(id: $0.integer(0), parent: $0.optionalInteger(1), sequence: $0.integer(2), createdAt: $0.integer(3))
      })
    let keepsSequence =
      zip(links, links.dropFirst()).allSatisfy { $0.sequence < $1.sequence }
      && links.allSatisfy { Valid.sequences.contains($0.sequence) }
    var parent: Int64?
    for (number, link) in links.enumerated() {
      let sequence = keepsSequence ? link.sequence : Int64(number + 1)
      if link.parent != parent || link.sequence != sequence {
        try connection.run(
          "UPDATE message SET parent_id = ?, sequence = ? WHERE id = ?",
          [.integer(parent), .integer(sequence), .integer(link.id)])
      }
      parent = link.id
    }
    try connection.run("UPDATE chat SET tip = ? WHERE id = ?", [.integer(parent), .integer(chat)])
  }

  /// - Parameter links: by place; those with a place that cannot be right are put behind the last that is not younger.
  private func ordered(_ links: [Link]) -> [Link] {
    var line = links.filter { Valid.sequences.contains($0.sequence) }
    let lost = links.filter { !Valid.sequences.contains($0.sequence) }
    for link in lost.sorted(by: { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }) {
      let before = link.parent.flatMap { parent in line.lastIndex { $0.id == parent } }
      let index = before ?? line.lastIndex { $0.createdAt <= link.createdAt }
      line.insert(link, at: index.map { $0 + 1 } ?? 0)
    }
    return line
  }

  /// The chats whose messages are not one line from the first to the tip.
  private static let broken = """
    SELECT chat_id FROM message WHERE sequence NOT BETWEEN \(Valid.sequences.lowerBound) AND \(Valid.sequences.upperBound)
    UNION
    SELECT m.chat_id FROM message m
    WHERE m.parent_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM message parent WHERE \(Schema.follows("m", "parent")))
    UNION
    SELECT chat_id FROM message GROUP BY chat_id, sequence HAVING count(*) > 1
    UNION
    SELECT chat_id FROM message WHERE parent_id IS NULL GROUP BY chat_id HAVING count(*) > 1
    UNION
    SELECT chat_id FROM message WHERE parent_id IS NOT NULL GROUP BY chat_id, parent_id HAVING count(*) > 1
    UNION
    SELECT id FROM chat WHERE tip IS NOT
      (SELECT last.id FROM message last WHERE last.chat_id = chat.id ORDER BY last.sequence DESC LIMIT 1)
    """
}
