import Domain

/// What the formats before 3 said of pictures without words, in English: "Photo", "2 photos". Format 3 keeps a mark for
/// each (`PictureMarks`). What somebody wrote in the same words stays: the message, or the draft, must have that many
/// pictures and no words.
extension Schema {
  static let marksForPictures = """
    -- Signs that somebody wrote stand for no pictures, as in `PictureMarks.words`.
    UPDATE chat SET title = \(words("title")), preview = \(words("preview"))
      WHERE instr(title, \(mark)) OR instr(preview, \(mark));
    UPDATE draft SET preview = \(words("preview")) WHERE instr(preview, \(mark));

    UPDATE chat SET title = \(mark) WHERE title = 'Photo' AND title_origin = 0 AND EXISTS (
      SELECT 1 FROM message first JOIN attachment ON attachment.message_id = first.id
      WHERE first.id = (SELECT id FROM message WHERE chat_id = chat.id ORDER BY sequence LIMIT 1)
        AND \(isBlank("first.text")));

    UPDATE chat SET preview = \(marks("last.pictures")) FROM (
        SELECT message.chat_id, count(*) AS pictures
        FROM chat JOIN message ON message.id = (
            -- One that has ended and says something; before it ended it was not spoken of.
            SELECT id FROM message ended
            WHERE chat_id = chat.id AND state > 1 AND (text <> '' OR EXISTS (
              SELECT 1 FROM attachment WHERE message_id = ended.id))
            ORDER BY sequence DESC LIMIT 1)
          JOIN attachment ON attachment.message_id = message.id
        WHERE \(mayBePictures("chat.preview")) AND \(isBlank("message.text"))
        GROUP BY message.chat_id) AS last
      WHERE chat.id = last.chat_id AND chat.preview = \(english("last.pictures"));

    UPDATE draft SET preview = \(marks("kept.pictures")) FROM (
        SELECT draft.chat_id, count(*) AS pictures
        FROM draft JOIN draft_picture ON draft_picture.chat_id = draft.chat_id
        WHERE \(mayBePictures("draft.preview")) AND \(isBlank("draft.text"))
        GROUP BY draft.chat_id) AS kept
      WHERE draft.chat_id = kept.chat_id AND draft.preview = \(english("kept.pictures"));
    """

  /// The sign that stands for one picture.
  private static let mark = "char(65532)"

  /// The line for so many pictures.
  private static func marks(_ count: String) -> String { "replace(hex(zeroblob(\(count))), '00', \(mark))" }

  /// A line of words without signs that stand for pictures.
  private static func words(_ line: String) -> String { "replace(\(line), \(mark), char(65533))" }

  /// What so many pictures were called.
  private static func english(_ count: String) -> String {
    "CASE \(count) WHEN 1 THEN 'Photo' ELSE \(count) || ' photos' END"
  }

  /// A condition by which only few messages are looked at.
  private static func mayBePictures(_ line: String) -> String { "(\(line) = 'Photo' OR \(line) GLOB '[1-9]* photos')" }

  /// A condition: there is nothing but white space, as Swift knows it.
  private static func isBlank(_ text: String) -> String {
    "trim(\(text), char(9, 10, 11, 12, 13, 32, 133, 160, 5760, 8192, 8193, 8194, 8195, 8196, 8197, 8198, 8199, 8200, "
      + "8201, 8202, 8232, 8233, 8239, 8287, 12288)) = ''"
  }
}
