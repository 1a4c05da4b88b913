import Domain

/// SQL that follows a chat's line from message to message. A pointer of a damaged row is followed nowhere else than a
/// sound one could lead: to a message of the same chat with a smaller number, or, downwards, a greater one.
extension Schema {
  /// The rowid of the last message of a `chat` row's line. Should the row's tip be wrong, for example because a message
  /// follows it, the newest message stands in for it, so that no damage empties or shortens a chat.
  static let tip = """
    coalesce(
      (SELECT last.id FROM \(Schema.live) last WHERE last.id = chat.tip AND last.chat_id = chat.id
        AND NOT EXISTS (SELECT 1 FROM \(Schema.live) next
          WHERE next.parent_id = last.id AND +next.chat_id = chat.id AND +next.sequence > last.sequence)),
      (SELECT last.id FROM \(Schema.live) last WHERE last.chat_id = chat.id ORDER BY last.sequence DESC LIMIT 1))
    """

  /// A condition: `child` may follow `parent`, of which only the chat and the order of their numbers are asked. What a
  /// damaged row says instead is not followed.
  ///
  /// The pluses keep SQLite from looking the rows up by chat and number, which reads a chat from end to end.
  static func follows(_ child: String, _ parent: String) -> String {
    """
    \(parent).id = \(child).parent_id AND +\(parent).chat_id = +\(child).chat_id
      AND +\(parent).sequence >= \(Valid.sequences.lowerBound) AND +\(parent).sequence < +\(child).sequence
      AND +\(child).sequence <= \(Valid.sequences.upperBound)
    """
  }

  /// The rowid of the message before the one in this row: its parent, else, where that cannot be followed, the one with
  /// the next smaller number. Numbers only ever get smaller, so a walk leaves no chat and goes round in no circle.
  static func before(_ row: String) -> String {
    """
    coalesce((SELECT parent.id FROM \(Schema.live) parent WHERE \(follows(row, "parent"))), \(prior(row)))
    """
  }

  /// The rowid of the message that stands in for a parent that cannot be followed; NULL where there is no parent.
  static func prior(_ row: String) -> String {
    """
    (SELECT prior.id FROM \(Schema.live) prior
      WHERE \(shouldFollow(row)) AND prior.chat_id = \(row).chat_id AND prior.sequence < \(row).sequence
      ORDER BY prior.sequence DESC LIMIT 1)
    """
  }

  /// A condition: the message is not meant to begin the chat. Where several are, one of them is chosen.
  private static func shouldFollow(_ row: String) -> String {
    """
    (\(row).parent_id IS NOT NULL
      OR NOT EXISTS (SELECT 1 FROM choice WHERE choice.chat_id = \(row).chat_id AND choice.parent_id IS NULL))
    """
  }

  /// The rowid of the message after the one in this row: the chosen one of those that follow it, but the one with the next
  /// greater number where that says to follow one that it cannot.
  static func after(_ row: String) -> String {
    """
    coalesce(
      (SELECT near.id FROM (
          SELECT id, chat_id, parent_id, sequence FROM \(Schema.live) message
          WHERE chat_id = \(row).chat_id AND sequence > \(row).sequence ORDER BY sequence LIMIT 1) near
        WHERE \(shouldFollow("near")) AND NOT EXISTS (SELECT 1 FROM \(Schema.live) parent WHERE \(follows("near", "parent")))),
      \(chosen(row)))
    """
  }

  /// The rowid of the message with which the line goes on after the one in this row: the chosen child, else the newest.
  static func chosen(_ row: String) -> String {
    """
    coalesce(
      (SELECT child.id FROM choice CROSS JOIN \(Schema.live) child ON child.id = choice.child_id
        WHERE choice.parent_id = \(row).id AND \(follows("child", row))),
      \(newest(row)))
    """
  }

  /// The rowid of the newest message that follows the one in this row.
  static func newest(_ row: String) -> String {
    """
    (SELECT next.id FROM \(Schema.live) next WHERE next.parent_id = \(row).id AND \(follows("next", row))
      ORDER BY next.sequence DESC LIMIT 1)
    """
  }

  /// The rowid of the message with which the line of a `chat` row begins.
  static let root = """
    coalesce(
      (SELECT child.id FROM choice CROSS JOIN \(Schema.live) child ON child.id = choice.child_id
        WHERE choice.chat_id = chat.id AND choice.parent_id IS NULL AND child.chat_id = chat.id
          AND child.parent_id IS NULL),
      (SELECT first.id FROM \(Schema.live) first WHERE first.chat_id = chat.id ORDER BY first.sequence LIMIT 1))
    """

  /// The rowid of the newest message that begins a `chat` row's chat.
  static let newestRoot = """
    (SELECT next.id FROM \(Schema.live) next WHERE next.chat_id = chat.id AND next.parent_id IS NULL
      ORDER BY next.sequence DESC LIMIT 1)
    """
}
