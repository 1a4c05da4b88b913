import FoundationEssentials

/// A folder for one story of the window, and what it puts there.
public struct StoryFolder: Sendable {
  /// Where all of it is.
  public let folder: String

  public init() {
    folder = newTemporaryFolder("sotto-window")
  }

  /// The library's own.
  public var home: String { folder + "/library" }

  /// Two personas with the shipped rules but texts of the test's own: Crew answers at once and in full, Jarvis after
  /// every message with a picture; `wordsPerSecond` makes Crew slow where a test wants to see it grow, `crewWaits` where
  /// it wants to see it due, and `repliesAfter` silent for so many messages.
  public func personas(
    crewSays text: String = "A scripted answer", wordsPerSecond: Int = 1_000, crewWaits: Double = 0.05,
    repliesAfter count: Int = 1
  ) throws -> [String: String] {
    let path = folder + "/personas.json"
    let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    let file = """
      [{"id": "crew", "name": "Crew", "summary": "Answers.", "suggestions": ["Tell me something"],
        "repliesAfter": {"least": \(count), "most": \(count)}, "newMessageRestartsWait": false,
        "delaySeconds": {"least": \(crewWaits), "most": \(crewWaits * 2)}, "wordsPerSecond": \(wordsPerSecond), "textShare": 1,
        "texts": [\(quoted)], "pictures": []},
       {"id": "jarvis", "name": "Jarvis", "summary": "Shows.", "suggestions": ["Show me something"],
        "repliesAfter": {"least": 2, "most": 2}, "newMessageRestartsWait": true,
        "delaySeconds": {"least": 0.05, "most": 0.1}, "wordsPerSecond": 1000, "textShare": 0,
        "texts": [], "pictures": [{"drawing": "harbour", "caption": "A picture for you"}]}]
      """
    try Data(file.utf8).write(to: URL(filePath: path))
    return ["SOTTO_PERSONAS": path]
  }

  /// Crew as above, and Sage, who loads, reads, thinks and answers; each lasts long enough to be seen.
  public func sage(
    loads: Double = 2, reads: Double = 3, wordsPerSecond: Int = 8, diesAfterWords: Int? = nil
  ) throws -> [String: String] {
    let environment = try personas()
    let path = folder + "/personas.json"
    let file = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    let death = diesAfterWords.map { ", \"diesAfterWords\": \($0)" } ?? ""
    let sage = """
      {"id": "sage", "name": "Sage", "summary": "Thinks before it answers.", "suggestions": ["Think of something"],
        "repliesAfter": {"least": 1, "most": 1}, "newMessageRestartsWait": false,
        "delaySeconds": {"least": 0, "most": 0}, "wordsPerSecond": \(wordsPerSecond), "textShare": 1,
        "loadSeconds": \(loads), "promptTokensPerSecond": \(reads), "texts": ["An answer that was thought about"],
        "reasoning": ["They ask for one thing and I weigh it up with some care before I say what it is"], "pictures": []\(death)}]
      """
    try Data((file.trimmingEnd(of: "]") + "," + sage).utf8).write(to: URL(filePath: path))
    return environment
  }

  /// Takes it away.
  public func clean() {
    // A folder that stays behind is no failure of what was tested.
    try? FileManager.default.removeItem(atPath: folder)
  }
}

extension String {
  /// Without the last such character and what stands behind it.
  fileprivate func trimmingEnd(of character: Character) -> String {
    lastIndex(of: character).map { String(self[..<$0]) } ?? self
  }
}
