import Domain

/// Puts the messages of chats whose links are broken into a tree and a line again. Where a message cannot follow the one
/// that it says to, numbers decide, and of those that cannot be right the times.
struct Relinking {
  let connection: Connection

  private struct Choice {
    /// Nil for the beginning of the chat; a damaged row may have any number for its own.
    var parent: Int64?
    var child: Int64
  }

  private struct Link {
    var id: Int64
    var parent: Int64?
    var sequence: Int64
    var createdAt: Int64
  }

  /// Returns how many chats were put in order.
  func mend() throws(StoreError) -> Int {
    // A choice is of the chat that its messages are of.
    let chat =
      "SELECT chat_id FROM message WHERE id IN (choice.child_id, choice.parent_id) ORDER BY id <> choice.child_id LIMIT 1"
    try connection.run(
      "UPDATE OR REPLACE choice SET chat_id = (\(chat)) WHERE chat_id <> (\(chat))")
    var broken: Set<Int64> = []
    let moved = connection.changedRows
    for question in LineChecks.all { broken.formUnion(try connection.rows(question) { $0.integer(0) }) }
    for chat in broken { try relink(chat) }
    // What points nowhere was of chats or messages that are gone.
    try connection.run("DELETE FROM choice WHERE chat_id NOT IN (SELECT id FROM chat)")
    return broken.count + moved
  }

  private func relink(_ chat: Int64) throws(StoreError) {
    let choices = try connection.rows(
      "SELECT parent_id, child_id FROM choice WHERE chat_id = ?", [.integer(chat)]
    ) { Choice(parent: $0.optionalInteger(0), child: $0.integer(1)) }
    let links = tree(
      forks: Set(choices.map(\.parent)),
      of: ordered(
        try connection.rows(
          "SELECT id, parent_id, sequence, created_at FROM \(Schema.live) WHERE chat_id = ? ORDER BY sequence, id",
          [.integer(chat)]
        ) {
          Link(id: $0.integer(0), parent: $0.optionalInteger(1), sequence: $0.integer(2), createdAt: $0.integer(3))
        }))
    for (link, old) in links where link.parent != old.parent || link.sequence != old.sequence {
      try connection.run(
        "UPDATE message SET parent_id = ?, sequence = ? WHERE id = ?",
        [.integer(link.parent), .integer(link.sequence), .integer(link.id)])
    }
    try choose(chat, links.map(\.new), choices)
  }

  /// - Parameter links: by number; those with a number that cannot be right are put behind their parent, or behind the last
  ///   that is not younger.
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

  /// Each follows the parent that it names where that stands before it, else the one right before it. Where none was
  /// chosen, no two follow the same one: so all that a wrong link hid are shown.
  ///
  /// - Parameter forks: where one was chosen.
  private func tree(forks: Set<Int64?>, of line: [Link]) -> [(new: Link, old: Link)] {
    var sequences: [Int64: Int64] = [:]
    var followed: Set<Int64?> = []
    var links: [(new: Link, old: Link)] = []
    for old in line {
      var new = old
      let isThere = old.parent.map { sequences[$0] != nil } ?? true
      if !isThere || followed.contains(old.parent) && !forks.contains(old.parent) { new.parent = links.last?.new.id }
      followed.insert(new.parent)
      sequences[old.id] = old.sequence
      links.append((new, old))
    }
    let keepsSequence = links.allSatisfy { new, _ in
      Valid.sequences.contains(new.sequence) && new.parent.flatMap { sequences[$0] } ?? .min < new.sequence
    }
    if !keepsSequence { for number in links.indices { links[number].new.sequence = Int64(number + 1) } }
    return links
  }

  /// Keeps the tip where it can be one, and what else was chosen where that is possible; else the newest is.
  private func choose(_ chat: Int64, _ links: [Link], _ choices: [Choice]) throws(StoreError) {
    try connection.run(
      "DELETE FROM branch WHERE head_id IN (SELECT id FROM message WHERE chat_id = ?1) OR head_id NOT IN (SELECT id FROM message)",
      [.integer(chat)])
    try connection.run(
      "DELETE FROM choice WHERE chat_id = ?1 OR child_id IN (SELECT id FROM message WHERE chat_id = ?1)",
      [.integer(chat)])
    let known = Dictionary(links.map { ($0.id, $0) }) { first, _ in first }
    let children = Dictionary(grouping: links, by: \.parent)
    var chosen = children.compactMapValues { $0.max { ($0.sequence, $0.id) < ($1.sequence, $1.id) }?.id }
    for choice in choices {
      if let child = known[choice.child], child.parent == choice.parent { chosen[choice.parent] = choice.child }
    }
    let saved = try connection.first("SELECT tip FROM chat WHERE id = ?", [.integer(chat)]) { $0.optionalInteger(0) }
    var tip = saved.flatMap { known[$0] != nil && children[$0] == nil ? $0 : nil }
    if tip == nil {
      tip = chosen[nil]
      while let next = tip.flatMap({ chosen[$0] }) { tip = next }
    }
    var step = tip
    while let child = step, let link = known[child] {
      chosen[link.parent] = child
      step = link.parent
    }
    for (parent, several) in children where several.count > 1 {
      try connection.run(
        "INSERT OR REPLACE INTO choice(chat_id, parent_id, child_id) VALUES (?, ?, ?)",
        [.integer(chat), .integer(parent), .integer(chosen[parent])])
    }
    try connection.run("UPDATE chat SET tip = ? WHERE id = ?", [.integer(tip), .integer(chat)])
  }
}
