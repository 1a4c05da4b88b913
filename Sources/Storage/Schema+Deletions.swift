extension Schema {
  /// A condition: the message follows this one, `?2`, or begins the chat `?1` for nil.
  static func follow(_ row: String, _ parent: Int64?) -> String {
    // With an index for each.
    parent == nil ? "\(row).chat_id = ?1 AND \(row).parent_id IS NULL AND ?2 IS NULL" : "\(row).parent_id = ?2"
  }

  /// The messages that are not deleted, in place of the table.
  static let live = "(SELECT * FROM message WHERE deleted_at IS NULL)"

  /// Messages that were deleted and may be had back. Their rows stay where they were, under the message that they followed,
  /// and `live` is what everything else reads.
  static let eighth = """
    ALTER TABLE message ADD COLUMN deleted_at INTEGER;

    -- A row for each message that has a time there.
    CREATE TABLE deletion(
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      message_id INTEGER NOT NULL UNIQUE REFERENCES message(id) ON DELETE CASCADE,
      -- The message with which it was deleted, as one of its versions or an answer to one.
      with_id INTEGER REFERENCES message(id) ON DELETE CASCADE,
      -- No other message followed the same one.
      was_alone INTEGER NOT NULL CHECK(was_alone IN (0, 1)),
      -- The process that offers to undo it.
      owner BLOB CHECK(length(owner) = 16)
    ) STRICT;
    CREATE INDEX deletion_with ON deletion(with_id);
    -- What followed the message, and follows it again when it is back.
    CREATE TABLE deletion_follower(
      message_id INTEGER NOT NULL REFERENCES deletion(message_id) ON DELETE CASCADE,
      follower_id INTEGER NOT NULL REFERENCES message(id) ON DELETE CASCADE,
      PRIMARY KEY(message_id, follower_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX deletion_follower_message ON deletion_follower(follower_id);
    """
}
