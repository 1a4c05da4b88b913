import Domain

extension Schema {
  /// What a reply cost beyond its tokens, and with what it was made. The settings stand in a table of their own: only a
  /// model's replies have any, and every message is read with its row.
  static let seventh = """
    -- Tokens that the agent knew from before; and milliseconds until the first of the reply came.
    ALTER TABLE message ADD COLUMN known_tokens INTEGER;
    ALTER TABLE message ADD COLUMN first_token_duration INTEGER;

    CREATE TABLE reply_settings(
      message_id INTEGER PRIMARY KEY REFERENCES message(id) ON DELETE CASCADE,
      reasoning INTEGER CHECK(reasoning IN (0, 1)),
      temperature REAL,
      top_p REAL,
      top_k INTEGER,
      min_p REAL,
      repeat_penalty REAL,
      frequency_penalty REAL,
      presence_penalty REAL,
      seed INTEGER,
      maximum_tokens INTEGER
    ) STRICT;
    """

  /// What is read of the row `kept` of `reply_settings`.
  static let replySettings =
    (["kept.message_id", "kept.reasoning"] + ReplyParameter.ofReplies.map { "kept.\($0.column)" })
    .joined(separator: ", ")
}

extension ReplyParameter {
  /// Those of which a column of `reply_settings` tells; the context's length stands with the message.
  static let ofReplies = allCases.filter { $0 != .contextLength }
}
