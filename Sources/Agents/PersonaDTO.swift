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
}
