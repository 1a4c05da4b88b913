import Glibc

extension RunningApp {
  /// Chooses in the preferences, by keys, and closes them.
  func choose(_ row: String, _ choice: String) throws {
    try key("ctrl+comma")
    try text("Agent for new chats")
    try tab(to: row) { $0.name.hasPrefix(row) }
    try key("Return")
    func chosen() -> Accessible? { focused.flatMap { $0.name.hasPrefix(row) ? nil : $0 } }
    func isChosen(_ thing: Accessible?) -> Bool {
      thing.map { ([$0] + $0.all("label")).contains { $0.name.hasPrefix(choice) } } ?? false
    }
    try eventually("the list is open") { chosen() != nil }
    for _ in 0..<8 {
      let before = chosen()
      if isChosen(before) { break }
      try key("Down")
      try eventually("the next entry has the keyboard") { chosen().map { $0.path != before?.path } ?? false }
    }
    try key("Return")
    try eventually("the list is closed") { focused?.name.hasPrefix(row) == true }
    try key("Escape")
    try eventually("one can write on") { all("text box", "Message").first?.has(.focused) == true }
  }

  /// The colours of what is surely a thing's own, the commonest first, as "#RRGGBB".
  func colours(of thing: Accessible) throws -> [String] {
    let box = try thing.restingExtents()
    let inset = box.width > 4 * Accessible.forgotten ? Accessible.forgotten : 0
    let part = "\(box.width - 2 * inset)x\(box.height)+\(box.x + inset)+\(box.y)"
    let words = try output([
      "sh", "-c",
      "import -silent -window $0 -crop $1 png:- "
        + "| convert png:- -alpha off -depth 8 -format %c histogram:info:- | sort -rn", number(), part,
    ])
    return words.split(separator: "\n").map { String($0.drop { $0 != "#" }.prefix(7)) }
  }

  /// How much a colour differs from the commonest at most, as WCAG counts it.
  static func strongest(_ colours: [String]) -> Double {
    func light(_ colour: String) -> Double {
      let value = Int(colour.dropFirst(), radix: 16) ?? 0
      let parts = [value >> 16 & 255, value >> 8 & 255, value & 255].map { part -> Double in
        let part = Double(part) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    guard let ground = colours.first.map(light) else { return 0 }
    return colours.map { (max(light($0), ground) + 0.05) / (min(light($0), ground) + 0.05) }.max() ?? 0
  }
}
