/// What is wrong with a personas file.
public enum PersonaError: Error, Hashable, Sendable {
  case unreadable
  /// Not JSON, or a field is missing or of the wrong kind.
  case malformed(JSONFault)
  case noPersona
  case twoPersonas(withID: String)
  /// A value that can be read but makes no sense; entries are counted from 1.
  case wrongValue(persona: String, entry: Int, field: String, PersonaFault)
}

/// What makes no sense about a value of a personas file.
public enum PersonaFault: Hashable, Sendable {
  case notAnID
  /// An id of more letters than this.
  case tooLong(most: Int)
  case blank
  /// One of its texts is blank.
  case hasBlank
  case leastAboveMost
  case outside(least: Double, most: Double)
  /// Two numbers that are not both whole.
  case notWhole
  /// A number that is not whole or not within these.
  case notWholeWithin(least: Int, most: Int)
  /// There are no texts, and `textShare` wants some.
  case noTexts
  /// There are no pictures, and `textShare` wants some.
  case noPictures
  case unknownDrawing(String, known: [String])
  /// So many entries where there should be one for each text.
  case wrongCount(Int, texts: Int)
  /// A time after which to let go of what is never loaded.
  case nothingLoaded
}

/// What is wrong with the demo chats.
public enum DemoChatError: Error, Hashable, Sendable {
  case malformed(JSONFault)
  case unknownDrawing(String)
}
