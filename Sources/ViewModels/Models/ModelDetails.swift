internal import Domain
private import Localization
internal import Wording

/// All that is known of a model, for its page of details.
enum ModelDetails {
  static func all(
    of entry: ModelEntry, _ memory: ModelMemory, _ speed: ModelSpeed?, _ engine: Result<EngineFacts, ModelFault>,
    _ clock: MinuteClock
  ) -> [(name: String, value: String)] {
    let (model, facts) = (entry.model, entry.model.facts)
    var all: [(String, String?)] = [
      (localized("State"), entry.state.words),
      (localized("Kind", context: "of a model"), ShownLine.of(facts.architecture)),
      (localized("Size", context: "of a model"), facts.parametersWords),
      (localized("Quantisation"), facts.quantisation.isEmpty ? nil : ShownLine.of(facts.quantisation)),
      (localized("Layers"), facts.layers.map { "\($0)" }),
      (localized("Context"), facts.contextLength.map(words)),
      (localized("Licence"), model.licenceWords),
      (localized("Text of the licence"), facts.licence?.link.map(ShownLine.of)),
      (localized("Conversations"), facts.hasTemplate ? nil : localized("It only goes on with a text.")),
      (localized("Thinking", context: "of a model"), facts.thinks ? localized("It can think before it answers.") : nil),
    ]
    let recommended = ReplyParameter.allCases.compactMap { parameter in
      facts.recommended[parameter].map { "\(parameter.name) \(parameter.text(of: $0))" }
    }
    all += [
      (
        localized("Recommended", context: "by the maker of a model"),
        recommended.isEmpty ? nil : recommended.joined(separator: " · ")
      ),
      (localized("Memory"), memory.sentence),
      (
        localized("Largest context now"),
        memory.largestContext.map(words)
      ),
      (localized("Speed on this machine"), speed?.words),
    ]
    switch engine {
    case .success(let engine):
      all += [
        (localized("Runs without network and files"), engine.confinement), (localized("Engine"), engine.name),
      ]
    case .failure(let fault): all.append((localized("Engine"), fault.sentence))
    }
    all += [
      (localized("File"), ShownLine.of(model.file.path)),
      (localized("Length of the file"), ByteCount.text(model.file.bytes)),
      (localized("Imported"), model.importedAt.map(clock.text.exact)),
      (localized("Fingerprint"), model.fingerprint),
    ]
    return all.compactMap { name, value in value.map { (name, $0) } }
  }

  private static func words(_ tokens: Int) -> String {
    let count = CountText.of(tokens)
    return localized(tokens, one: "\(count) token", other: "\(count) tokens")
  }
}
