import Domain

/// The tables of a library's database. Times are whole milliseconds since 1970; `uid` is a UUIDv7's 16 bytes, which other
/// devices and programs know, and `id` a rowid, which only this file knows.
enum Schema {
  /// Written into the file's header, so that a database of another program is never taken for ours: "Soto".
  static let applicationID: Int32 = 0x536F_746F

  static let tables = [
    "chat", "message", "choice", "branch", "attachment", "reply_chunk", "draft", "draft_picture", "agent_state",
    "chat_settings", "reply_settings", "setting", "model", "change", "deletion", "deletion_follower",
  ]

  /// The numbers of `Sender`, for an `IN`.
  static let knownSenders = Sender.allCases.map { "\($0.rawValue)" }.joined(separator: ", ")

  /// A condition: the attachment in this row is of a kind that this Sotto can show.
  static func isKnownPicture(_ row: String) -> String {
    """
    (\(row).drawing IS NOT NULL OR \(row).remote_url IS NOT NULL
      OR length(\(row).hash) = 32 AND \(row).mime IN (\(knownFormats)))
    """
  }

  /// The column with the time at which a chat was moved to the Trash, for reading a backup as it is.
  static func trashedAtColumn(format: Int) -> String { format < 3 ? "binned_at" : "trashed_at" }

  /// What has the messages that are not deleted, for reading a backup as it is.
  static func liveMessages(format: Int) -> String { format < 8 ? "message" : live }

  /// The media types of `PictureFormat`, for an `IN`.
  static let knownFormats = PictureFormat.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")

  /// Enumerations that may gain values (sender, state) are checked loosely, as a check cannot be changed without
  /// copying the table; a value that this Sotto does not know is read as a safe one and reported by `verify`.
  static let first = """
    CREATE TABLE chat(
      id INTEGER PRIMARY KEY,
      uid BLOB NOT NULL UNIQUE CHECK(length(uid) = 16),
      title TEXT NOT NULL,
      title_origin INTEGER NOT NULL CHECK(title_origin IN (0, 1)),
      agent TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      last_at INTEGER NOT NULL,
      preview TEXT NOT NULL,
      preview_sender INTEGER,
      unread INTEGER NOT NULL CHECK(unread >= 0),
      pinned INTEGER NOT NULL CHECK(pinned IN (0, 1)),
      binned_at INTEGER,
      source TEXT,
      source_id TEXT,
      tip INTEGER REFERENCES message(id) ON DELETE SET NULL,
      message_count INTEGER NOT NULL DEFAULT 0 CHECK(message_count >= 0)
    ) STRICT;
    CREATE INDEX chat_list ON chat(pinned, last_at, uid) WHERE binned_at IS NULL;
    CREATE INDEX chat_bin ON chat(binned_at, uid) WHERE binned_at IS NOT NULL;
    CREATE UNIQUE INDEX chat_source ON chat(source, source_id) WHERE source IS NOT NULL;
    CREATE INDEX chat_tip ON chat(tip);

    CREATE TABLE message(
      id INTEGER PRIMARY KEY,
      uid BLOB NOT NULL UNIQUE CHECK(length(uid) = 16),
      chat_id INTEGER NOT NULL REFERENCES chat(id) ON DELETE CASCADE,
      parent_id INTEGER REFERENCES message(id),
      sequence INTEGER NOT NULL,
      sender INTEGER NOT NULL CHECK(sender >= 0),
      state INTEGER NOT NULL CHECK(state >= 0),
      created_at INTEGER NOT NULL,
      text TEXT NOT NULL,
      failure TEXT,
      model TEXT,
      prompt_tokens INTEGER,
      reply_tokens INTEGER,
      duration INTEGER,
      owner BLOB CHECK(length(owner) = 16),
      stop_requested INTEGER NOT NULL DEFAULT 0 CHECK(stop_requested IN (0, 1)),
      source TEXT,
      source_id TEXT
    ) STRICT;
    -- Whole indexes: a foreign key cannot use a partial one, and a delete would read the whole table.
    CREATE UNIQUE INDEX message_place ON message(chat_id, sequence);
    CREATE INDEX message_parent ON message(parent_id);
    CREATE INDEX message_unfinished ON message(chat_id, id) WHERE state < 2;
    CREATE UNIQUE INDEX message_source ON message(source, source_id) WHERE source IS NOT NULL;

    CREATE TABLE attachment(
      id INTEGER PRIMARY KEY,
      message_id INTEGER NOT NULL REFERENCES message(id) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      drawing TEXT,
      hash BLOB,
      mime TEXT,
      bytes INTEGER,
      thumb BLOB,
      remote_url TEXT,
      width INTEGER NOT NULL CHECK(width >= 0),
      height INTEGER NOT NULL CHECK(height >= 0),
      alternative TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX attachment_place ON attachment(message_id, place);
    CREATE INDEX attachment_hash ON attachment(hash) WHERE hash IS NOT NULL;

    CREATE TABLE reply_piece(
      message_id INTEGER NOT NULL REFERENCES message(id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      text TEXT NOT NULL,
      PRIMARY KEY(message_id, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE draft(
      chat_id INTEGER PRIMARY KEY REFERENCES chat(id) ON DELETE CASCADE,
      text TEXT NOT NULL,
      preview TEXT NOT NULL
    ) STRICT;

    CREATE TABLE agent_state(
      chat_id INTEGER PRIMARY KEY REFERENCES chat(id) ON DELETE CASCADE,
      state TEXT NOT NULL
    ) STRICT;

    CREATE TABLE setting(
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- What was committed and by which process, for other processes now and for sync later.
    CREATE TABLE change(
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      entity INTEGER NOT NULL,
      op INTEGER NOT NULL,
      uid BLOB,
      chat_uid BLOB,
      key TEXT,
      at INTEGER NOT NULL,
      process BLOB NOT NULL
    ) STRICT;
    """
  /// Pictures in drafts. The `thumb` of an attachment stays unused: smaller files lie beside the whole one.
  static let second = """
    CREATE TABLE draft_picture(
      chat_id INTEGER NOT NULL REFERENCES chat(id) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      hash BLOB NOT NULL CHECK(length(hash) = 32),
      mime TEXT NOT NULL,
      bytes INTEGER NOT NULL CHECK(bytes >= 0),
      width INTEGER NOT NULL CHECK(width >= 0),
      height INTEGER NOT NULL CHECK(height >= 0),
      alternative TEXT NOT NULL,
      PRIMARY KEY(chat_id, place)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX draft_picture_hash ON draft_picture(hash);
    """
  /// The names that the code has since, too; and messages that follow the same one, of which a chat's line goes on with one.
  ///
  /// What a damaged file says is no reason to refuse it: pictures at one position are told apart.
  static let third = """
    ALTER TABLE chat RENAME COLUMN binned_at TO trashed_at;
    DROP INDEX IF EXISTS chat_bin;
    CREATE INDEX chat_trash ON chat(trashed_at, uid) WHERE trashed_at IS NOT NULL;
    ALTER TABLE attachment RENAME COLUMN place TO position;
    DROP INDEX IF EXISTS attachment_place;
    \(distinctPositions);
    CREATE UNIQUE INDEX attachment_position ON attachment(message_id, position);
    ALTER TABLE draft_picture RENAME COLUMN place TO position;
    ALTER TABLE reply_piece RENAME TO reply_chunk;
    UPDATE setting SET key = 'reading-positions' WHERE key = 'places';
    -- A chat that has no title yet has none; what it is called then depends on the language.
    UPDATE chat SET title = '' WHERE title = 'New Chat' AND title_origin = 0
      AND NOT EXISTS (SELECT 1 FROM message WHERE chat_id = chat.id);
    \(marksForPictures)

    -- Two devices may give out the same number.
    DROP INDEX IF EXISTS message_place;
    CREATE INDEX message_sequence ON message(chat_id, sequence);
    DROP INDEX IF EXISTS message_parent;
    CREATE INDEX message_parent ON message(parent_id, sequence);
    CREATE INDEX message_root ON message(chat_id, sequence) WHERE parent_id IS NULL;

    -- What a model thought aloud; `kind` is 0 for a chunk of text, 1 for one of reasoning.
    ALTER TABLE message ADD COLUMN reasoning TEXT;
    ALTER TABLE message ADD COLUMN reasoning_duration INTEGER;
    ALTER TABLE reply_chunk ADD COLUMN kind INTEGER NOT NULL DEFAULT 0;

    -- Of several messages that follow the same one (NULL: that begin the chat), the one with which the line goes on. Not a
    -- column of the message: changing one means writing its whole text again.
    CREATE TABLE choice(
      chat_id INTEGER NOT NULL REFERENCES chat(id) ON DELETE CASCADE,
      parent_id INTEGER UNIQUE REFERENCES message(id) ON DELETE CASCADE,
      child_id INTEGER NOT NULL UNIQUE REFERENCES message(id) ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX choice_chat ON choice(chat_id);
    CREATE UNIQUE INDEX choice_root ON choice(chat_id) WHERE parent_id IS NULL;
    -- Where the line ended when it last went through one of the others, so that going back costs no walk.
    CREATE TABLE branch(
      head_id INTEGER PRIMARY KEY REFERENCES message(id) ON DELETE CASCADE,
      tip_id INTEGER NOT NULL REFERENCES message(id) ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX branch_tip ON branch(tip_id);
    """

  /// Gives pictures that say the same position of their message one each.
  static let distinctPositions = """
    UPDATE attachment SET position = line.number FROM
      (SELECT id, row_number() OVER (PARTITION BY message_id ORDER BY position, id) - 1 AS number FROM attachment) AS line
    WHERE line.id = attachment.id AND message_id IN
      (SELECT message_id FROM attachment GROUP BY message_id, position HAVING count(*) > 1)
    """
}
