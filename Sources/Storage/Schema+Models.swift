extension Schema {
  /// Local models. What their headers say is kept with them, so that a list of them opens no file.
  static let fourth = """
    CREATE TABLE model(
      id INTEGER PRIMARY KEY,
      fingerprint BLOB NOT NULL UNIQUE CHECK(length(fingerprint) = 32),
      name TEXT NOT NULL,
      -- The file as it was when it was last looked at; the time is in nanoseconds since 1970.
      path TEXT NOT NULL,
      bytes INTEGER NOT NULL CHECK(bytes >= 0),
      modified_at INTEGER NOT NULL,
      inode INTEGER NOT NULL,
      device INTEGER NOT NULL,
      architecture TEXT NOT NULL,
      quantisation TEXT NOT NULL,
      -- What the model calls itself.
      label TEXT,
      size_label TEXT,
      parameters INTEGER,
      layers INTEGER,
      context_length INTEGER,
      -- For each token in the context.
      context_bytes INTEGER,
      licence TEXT,
      licence_link TEXT,
      has_template INTEGER NOT NULL CHECK(has_template IN (0, 1)),
      thinks INTEGER NOT NULL CHECK(thinks IN (0, 1)),
      added_at INTEGER NOT NULL,
      -- The engine ended when it last loaded this; or the process that loads it now.
      ended_engine INTEGER NOT NULL DEFAULT 0 CHECK(ended_engine IN (0, 1)),
      load_owner BLOB CHECK(length(load_owner) = 16)
    ) STRICT;
    """
}
