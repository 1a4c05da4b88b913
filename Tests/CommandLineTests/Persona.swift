/// A scripted agent, made for a test.
struct Persona: Encodable {
  struct Range: Encodable {
    var least: Double
    var most: Double
  }
  struct Picture: Encodable {
    var drawing: String
    var caption: String?
  }
  var id: String
  var name: String
  var summary = "Made for a test."
  var suggestions: [String] = []
  var repliesAfter = Range(least: 1, most: 1)
  var newMessageRestartsWait = false
  var delaySeconds = Range(least: 0, most: 0)
  var wordsPerSecond = 1_000.0
  var textShare = 1.0
  var texts: [String]
  var pictures: [Picture] = []
  var reasoning: [String]?
  var loadSeconds: Double?
  var promptTokensPerSecond: Double?
  var diesAfterWords: Double?

  /// Answers at once.
  static let quick = Persona(id: "quick", name: "Quick", texts: ["Certainly, at once."])
  /// Begins at once and would need a quarter of an hour to end.
  static let slow = Persona(
    id: "slow", name: "Slow", wordsPerSecond: 10,
    texts: [(1...9_000).map { "word\($0)" }.joined(separator: " ")])
  /// Long enough that its chunks come apart.
  static let steady = Persona(
    id: "steady", name: "Steady", wordsPerSecond: 20, texts: [(1...30).map { "step\($0)" }.joined(separator: " ")])
  /// Waits for an hour before it begins.
  static let late = Persona(
    id: "late", name: "Late", delaySeconds: Range(least: 3_600, most: 3_600), texts: ["Finally."])
  /// Answers every second message.
  static let second = Persona(
    id: "second", name: "Second", repliesAfter: Range(least: 2, most: 2), newMessageRestartsWait: true,
    texts: ["Both were read."])
  /// Loads, reads, thinks and speaks, each at a pace at which it can be caught in the middle; some last for minutes.
  static func sage(
    loads: Double = 0.3, reads: Double = 1_000, wordsPerSecond: Double = 40, thoughts: Int = 12, words: Int = 12
  ) -> Persona {
    Persona(
      id: "sage", name: "Sage", wordsPerSecond: wordsPerSecond,
      texts: [(1...words).map { "word\($0)" }.joined(separator: " ")],
      reasoning: [(1...thoughts).map { "thought\($0)" }.joined(separator: " ")], loadSeconds: loads,
      promptTokensPerSecond: reads)
  }
  /// Draws.
  static let painter = Persona(
    id: "painter", name: "Painter", textShare: 0, texts: [],
    pictures: [Picture(drawing: "rain", caption: "From indoors.")])
}
