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
    func demand(_ isRight: Bool, _ field: String, _ reason: String) throws(PersonaError) {
      if !isRight { throw .wrongValue(persona: written.id, entry: entry, field: field, reason: reason) }
    }
    try demand(Self.isID(written.id), "id", "must be lower-case letters, digits and hyphens")
    try demand(!Self.isBlank(written.name), "name", "is blank")
    try demand(!written.suggestions.contains(where: Self.isBlank), "suggestions", "has a blank text")

    let after = written.repliesAfter
    try demand(after.least <= after.most, "repliesAfter", "has a least above its most")
    try demand(after.least >= 1 && after.most <= 1_000, "repliesAfter", "must lie within 1 and 1000")
    let isWhole = after.least == after.least.rounded() && after.most == after.most.rounded()
    try demand(isWhole, "repliesAfter", "must be whole numbers")
    let delay = written.delaySeconds
    try demand(delay.least <= delay.most, "delaySeconds", "has a least above its most")
    try demand(delay.least >= 0 && delay.most <= 3_600, "delaySeconds", "must lie within 0 and 3600")
    try demand((0.1...1_000).contains(written.wordsPerSecond), "wordsPerSecond", "must lie within 0.1 and 1000")

    try demand((0...1).contains(written.textShare), "textShare", "must lie within 0 and 1")
    try demand(!written.texts.isEmpty || written.textShare == 0, "texts", "is empty, and textShare is above 0")
    try demand(!written.texts.contains(where: Self.isBlank), "texts", "has a blank text")
    try demand(!written.pictures.isEmpty || written.textShare == 1, "pictures", "is empty, and textShare is below 1")

    var pictures: [Picture] = []
    for picture in written.pictures {
      guard let drawing = Drawings.named(picture.drawing) else {
        let names = Drawings.all.map(\.name).joined(separator: ", ")
        let reason = "names the drawing “\(picture.drawing)”; there are \(names)"
        throw .wrongValue(persona: written.id, entry: entry, field: "pictures", reason: reason)
      }
      pictures.append(Picture(drawing: drawing, caption: picture.caption ?? ""))
    }

    let reasoning = written.reasoning ?? []
    try demand(
      reasoning.isEmpty || reasoning.count == written.texts.count, "reasoning",
      "has \(reasoning.count) entries for \(written.texts.count) texts; it wants one for each, or none")
    try demand(!reasoning.contains(where: Self.isBlank), "reasoning", "has a blank text")
    func demandSeconds(_ seconds: Double?, _ field: String) throws(PersonaError) {
      try demand(seconds.map { (0.1...3_600).contains($0) } ?? true, field, "must lie within 0.1 and 3600")
    }
    try demandSeconds(written.loadSeconds, "loadSeconds")
    try demandSeconds(written.idleSeconds, "idleSeconds")
    try demand(
      written.idleSeconds == nil || written.loadSeconds != nil, "idleSeconds",
      "says when to let go, and without loadSeconds nothing is loaded")
    let reading = written.promptTokensPerSecond
    try demand(
      reading.map { (0.1...100_000).contains($0) } ?? true, "promptTokensPerSecond", "must lie within 0.1 and 100000")
    let death = written.diesAfterWords
    try demand(
      death.map { (0...100_000).contains($0) && $0 == $0.rounded() } ?? true, "diesAfterWords",
      "must be a whole number within 0 and 100000")

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

  private static func isID(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
  }

  private static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }
}
