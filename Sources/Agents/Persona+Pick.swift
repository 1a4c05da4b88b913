import Domain

extension Persona {
  /// What a reply will be.
  struct Line: Hashable, Sendable {
    var text: String
    var drawing: Drawing?
  }

  /// Chooses by chance, but never what the last reply of this chat was, unless there is nothing else.
  func pick(after history: [Message], surroundings: any Surroundings) -> Line {
    let last = history.last { $0.sender == .agent && !($0.text.isEmpty && $0.attachments.isEmpty) }
    if surroundings.random(in: 0.0...1.0) < textShare {
      return Line(text: one(of: texts, surroundings: surroundings) { last.map($0.wasSaid(in:)) ?? false })
    }
    let drawn = last?.attachments.map(\.content) ?? []
    let picture = one(of: pictures, surroundings: surroundings) { drawn.contains(.drawing($0.drawing.name)) }
    return Line(text: picture.caption, drawing: picture.drawing)
  }

  private func one<Choice>(
    of choices: [Choice], surroundings: any Surroundings, except isRepeated: (Choice) -> Bool
  ) -> Choice {
    let fresh = choices.filter { !isRepeated($0) }
    let allowed = fresh.isEmpty ? choices : fresh
    return allowed[surroundings.random(in: 0...allowed.count - 1)]
  }
}

extension String {
  /// True when the message holds this text, or as much of it as came before it ended.
  fileprivate func wasSaid(in message: Message) -> Bool {
    message.state == .complete ? self == message.text : !message.text.isEmpty && hasPrefix(message.text)
  }
}
