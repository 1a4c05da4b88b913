import Domain

extension Persona {
  /// What a reply will be.
  struct Line: Hashable, Sendable {
    var text: String
    var drawing: Drawing?
    /// What is thought aloud before it.
    var reasoning: String?
  }

  /// Chooses by chance, but never what the last reply of this chat was, unless there is nothing else.
  func pick(after history: [PromptMessage], surroundings: any Surroundings) -> Line {
    let last = history.last { $0.sender == .agent }
    if surroundings.random(in: 0.0...1.0) < textShare {
      let index = one(of: Array(texts.indices), surroundings: surroundings) { index in
        last.map(texts[index].wasSaid(in:)) ?? false
      }
      return Line(text: texts[index], reasoning: reasoning.isEmpty ? nil : reasoning[index])
    }
    let drawn = last?.pictures.map(\.content) ?? []
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
  fileprivate func wasSaid(in message: PromptMessage) -> Bool {
    message.isComplete ? self == message.text : !message.text.isEmpty && hasPrefix(message.text)
  }
}
