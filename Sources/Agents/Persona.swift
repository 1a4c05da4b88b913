import Domain

/// Everything that a scripted agent is: numbers and words, checked.
struct Persona: Sendable {
  struct Picture: Hashable, Sendable {
    var drawing: Drawing
    var caption: String
  }

  let profile: AgentProfile
  let delaySeconds: ClosedRange<Double>
  let wordsPerSecond: Double
  let textShare: Double
  let texts: [String]
  let pictures: [Picture]
  /// As many as texts, or none.
  let reasoning: [String]
  let loading: Loading?
  /// How fast it reads what was said before; nil when it reads nothing.
  let promptTokensPerSecond: Double?
  /// After so many words it dies; nil for never.
  let diesAfterWords: Int?

  /// What it has to load before it can answer.
  struct Loading: Hashable, Sendable {
    var duration: Duration
    /// It lets go when nobody asked for so long.
    var idle: Duration
  }

  /// `entry` is the place in the file, counted from 1.
  init(_ written: PersonaDTO, entry: Int) throws(PersonaError) {
    func demand(_ isRight: Bool, _ field: String, _ fault: PersonaFault) throws(PersonaError) {
      if !isRight { throw .wrongValue(persona: written.id, entry: entry, field: field, fault) }
    }
    func demand(
      _ value: Double?, within range: ClosedRange<Double>, _ field: String
    ) throws(PersonaError) {
      let fault = PersonaFault.outside(least: range.lowerBound, most: range.upperBound)
      try demand(value.map(range.contains) ?? true, field, fault)
    }
    // Such an id is not told: it would fill the screen.
    guard written.id.unicodeScalars.count <= Self.longestID else {
      throw .wrongValue(persona: "", entry: entry, field: "id", .tooLong(most: Self.longestID))
    }
    try demand(Self.isID(written.id), "id", .notAnID)
    try demand(!Self.isBlank(written.name), "name", .blank)
    try demand(!written.suggestions.contains(where: Self.isBlank), "suggestions", .hasBlank)

    let after = written.repliesAfter
    try demand(after.least <= after.most, "repliesAfter", .leastAboveMost)
    try demand(after.least, within: 1...1_000, "repliesAfter")
    try demand(after.most, within: 1...1_000, "repliesAfter")
    let isWhole = after.least == after.least.rounded() && after.most == after.most.rounded()
    try demand(isWhole, "repliesAfter", .notWhole)
    let delay = written.delaySeconds
    try demand(delay.least <= delay.most, "delaySeconds", .leastAboveMost)
    try demand(delay.least, within: 0...3_600, "delaySeconds")
    try demand(delay.most, within: 0...3_600, "delaySeconds")
    try demand(written.wordsPerSecond, within: 0.1...1_000, "wordsPerSecond")

    try demand(written.textShare, within: 0...1, "textShare")
    try demand(!written.texts.isEmpty || written.textShare == 0, "texts", .noTexts)
    try demand(!written.texts.contains(where: Self.isBlank), "texts", .hasBlank)
    try demand(!written.pictures.isEmpty || written.textShare == 1, "pictures", .noPictures)

    var pictures: [Picture] = []
    for picture in written.pictures {
      guard let drawing = Drawings.named(picture.drawing) else {
        let fault = PersonaFault.unknownDrawing(picture.drawing, known: Drawings.all.map(\.name))
        throw .wrongValue(persona: written.id, entry: entry, field: "pictures", fault)
      }
      pictures.append(Picture(drawing: drawing, caption: picture.caption ?? ""))
    }

    let reasoning = written.reasoning ?? []
    try demand(
      reasoning.isEmpty || reasoning.count == written.texts.count, "reasoning",
      .wrongCount(reasoning.count, texts: written.texts.count))
    try demand(!reasoning.contains(where: Self.isBlank), "reasoning", .hasBlank)
    try demand(written.loadSeconds, within: 0.1...3_600, "loadSeconds")
    try demand(written.idleSeconds, within: 0.1...3_600, "idleSeconds")
    try demand(written.idleSeconds == nil || written.loadSeconds != nil, "idleSeconds", .nothingLoaded)
    let reading = written.promptTokensPerSecond
    try demand(reading, within: 0.1...100_000, "promptTokensPerSecond")
    let death = written.diesAfterWords
    try demand(
      death.map { (0...100_000).contains($0) && $0 == $0.rounded() } ?? true, "diesAfterWords",
      .notWholeWithin(least: 0, most: 100_000))

    profile = AgentProfile(
      id: written.id, name: written.name, summary: written.summary, suggestions: written.suggestions,
      schedule: ReplySchedule(
        after: Int(after.least)...Int(after.most), restartsWait: written.newMessageRestartsWait))
    self.reasoning = reasoning
    loading = written.loadSeconds.map {
      Loading(duration: .seconds($0), idle: .seconds(written.idleSeconds ?? Self.usualIdleSeconds))
    }
    promptTokensPerSecond = reading
    diesAfterWords = death.map { Int($0) }
    delaySeconds = delay.least...delay.most
    wordsPerSecond = written.wordsPerSecond
    textShare = written.textShare
    texts = written.texts
    self.pictures = pictures
  }

  private static let usualIdleSeconds = 300.0
  /// Chats and commands name their agent by it.
  private static let longestID = 64

  private static func isID(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
  }

  private static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }
}
