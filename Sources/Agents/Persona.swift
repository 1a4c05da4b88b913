import Domain

/// Everything that a scripted agent is: numbers and words, checked.
struct Persona: Sendable {
  struct Picture: Hashable, Sendable {
    var drawing: Drawing
    var caption: String
  }

  let profile: AgentProfile
  /// How many user messages a reply waits for; drawn again for every cycle.
  let repliesAfter: ClosedRange<Int>
  let newMessageRestartsWait: Bool
  let delaySeconds: ClosedRange<Double>
  let wordsPerSecond: Double
  let textShare: Double
  let texts: [String]
  let pictures: [Picture]

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

    profile = AgentProfile(
      id: written.id, name: written.name, summary: written.summary, suggestions: written.suggestions)
    repliesAfter = Int(after.least)...Int(after.most)
    newMessageRestartsWait = written.newMessageRestartsWait
    delaySeconds = delay.least...delay.most
    wordsPerSecond = written.wordsPerSecond
    textShare = written.textShare
    texts = written.texts
    self.pictures = pictures
  }

  private static func isID(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
  }

  private static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }
}
