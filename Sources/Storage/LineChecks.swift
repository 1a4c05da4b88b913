import Domain

/// What is asked of the lines of all chats, for `verify` and for a repair: each is the rowids of chats in which something is
/// wrong, as SQL.
enum LineChecks {
  static let all = [wrongParent, wrongTip, wrongChoice, severalRoots, hidden, wrongEnd]

  /// A message follows one that it cannot, or has a number with which none could follow it.
  static let wrongParent = """
    SELECT chat_id FROM \(Schema.live) message
    WHERE sequence NOT BETWEEN \(Valid.sequences.lowerBound) AND \(Valid.sequences.upperBound)
    UNION
    SELECT m.chat_id FROM \(Schema.live) m
    WHERE m.parent_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM \(Schema.live) parent WHERE \(Schema.follows("m", "parent")))
    """

  /// The tip is none, is followed by a message, or is not where the choices lead.
  static let wrongTip = """
    WITH RECURSIVE line(chat, id) AS (
      SELECT id, tip FROM chat WHERE tip IS NOT NULL
      UNION
      SELECT line.chat, message.parent_id FROM line CROSS JOIN \(Schema.live) message ON message.id = line.id
      WHERE message.parent_id IS NOT NULL)
    SELECT chat.id FROM chat LEFT JOIN \(Schema.live) message ON message.id = chat.tip
    WHERE message.chat_id IS NOT chat.id
      AND (chat.tip IS NOT NULL OR EXISTS (SELECT 1 FROM \(Schema.live) m WHERE m.chat_id = chat.id))
      OR EXISTS (SELECT 1 FROM \(Schema.live) next WHERE next.parent_id = message.id AND +next.chat_id = chat.id
        AND +next.sequence > message.sequence)
    UNION
    SELECT line.chat FROM line CROSS JOIN \(Schema.live) message ON message.id = line.id
      CROSS JOIN choice ON choice.parent_id = message.parent_id
    WHERE choice.child_id <> message.id
    UNION
    SELECT line.chat FROM line CROSS JOIN \(Schema.live) message ON message.id = line.id
      CROSS JOIN choice ON choice.chat_id = line.chat AND choice.parent_id IS NULL
    WHERE message.parent_id IS NULL AND choice.child_id <> message.id
    """

  /// What is chosen is not one of those that it could be.
  static let wrongChoice = """
    SELECT choice.chat_id FROM choice LEFT JOIN message child ON child.id = choice.child_id
    WHERE child.chat_id IS NOT choice.chat_id OR child.parent_id IS NOT choice.parent_id
    """

  /// Several messages begin the chat, and none of them is chosen.
  static let severalRoots = """
    SELECT chat_id FROM \(Schema.live) message WHERE parent_id IS NULL GROUP BY chat_id HAVING count(*) > 1
      AND NOT EXISTS (SELECT 1 FROM choice WHERE choice.chat_id = message.chat_id AND choice.parent_id IS NULL)
    """

  /// The chats of `hiddenMessages`.
  static let hidden = "SELECT chat_id FROM \(Schema.live) message WHERE id IN (\(hiddenMessages))"

  /// The rowids of messages behind which others follow the same one, none of which is chosen.
  static let hiddenMessages = """
    SELECT older.id FROM
      (SELECT parent_id FROM \(Schema.live) message WHERE parent_id IS NOT NULL GROUP BY parent_id HAVING count(*) > 1) several
      CROSS JOIN \(Schema.live) parent ON parent.id = several.parent_id
      CROSS JOIN \(Schema.live) older ON \(Schema.follows("older", "parent"))
    WHERE NOT EXISTS (SELECT 1 FROM choice WHERE choice.parent_id = parent.id)
      AND older.id <> \(Schema.newest("parent"))
    """

  /// What is remembered as the end of a branch is followed by a message, or is not on that branch.
  static let wrongEnd = """
    WITH RECURSIVE up(head, chat, id) AS (
      SELECT branch.head_id, head.chat_id, branch.tip_id FROM branch CROSS JOIN \(Schema.live) head ON head.id = branch.head_id
      UNION
      SELECT up.head, up.chat, message.parent_id FROM up CROSS JOIN \(Schema.live) message ON message.id = up.id
      WHERE up.id <> up.head AND message.parent_id IS NOT NULL)
    SELECT head.chat_id FROM branch CROSS JOIN \(Schema.live) head ON head.id = branch.head_id
    WHERE NOT EXISTS (SELECT 1 FROM \(Schema.live) last WHERE last.id = branch.tip_id AND last.chat_id = head.chat_id)
      OR EXISTS (SELECT 1 FROM \(Schema.live) next WHERE next.parent_id = branch.tip_id)
    UNION
    SELECT chat FROM up GROUP BY head HAVING NOT max(id = head)
    """
}
