extension Schema {
  /// How many tokens a reply's agent could hold, and the oldest message that it read, where older ones were left out.
  static let sixth = """
    ALTER TABLE message ADD COLUMN context_length INTEGER;
    -- A uid; no reference, for the message may be deleted.
    ALTER TABLE message ADD COLUMN context_start BLOB CHECK(length(context_start) = 16);
    """
}
