/// A persona as a personas file writes it, not yet checked.
struct PersonaDTO: Decodable {
  struct Range: Decodable {
    var least: Double
    var most: Double
  }

  struct Picture: Decodable {
    /// `Drawing.name`.
    var drawing: String
    var caption: String?
  }

  var id: String
  var name: String
  var summary: String
  var suggestions: [String]
  /// How many user messages a reply waits for; whole numbers, which the reader could not name the place of.
  var repliesAfter: Range
  var newMessageRestartsWait: Bool
  var delaySeconds: Range
  var wordsPerSecond: Double
  /// The part of replies that are texts, 0 to 1; the others are pictures.
  var textShare: Double
  var texts: [String]
  var pictures: [Picture]
  /// What is thought aloud before each text, one for one; without it nothing is.
  var reasoning: [String]?
  /// How long it takes to load before its first reply; without it there is nothing to load.
  var loadSeconds: Double?
  /// After so many seconds without a reply it lets go of what it has loaded.
  var idleSeconds: Double?
  /// How fast it reads what was said before; without it, it reads nothing.
  var promptTokensPerSecond: Double?
  /// It dies after so many words, for trying out what becomes of the reply.
  var diesAfterWords: Double?
}
