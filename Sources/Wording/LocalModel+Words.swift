public import Domain
private import Localization

extension LocalModel {
  /// The name on one line.
  public var shownName: String { ShownLine.of(name) }

  /// What it is in short: "llama · 1.2 billion parameters · Q4_K_M · 804 MB"; without the size where there is no file.
  public var summary: String {
    (facts.kindWords + (file.isMissing ? [] : [ByteCount.text(file.bytes)])).joined(separator: " · ")
  }

  /// The licence on one line; nil where the file names none.
  public var licenceWords: String? { facts.licence.map { ShownLine.of($0.name) } }
}

extension ModelFacts {
  /// "llama, 1.2 billion parameters, Q4_K_M"; empty where nothing is known.
  var words: String { kindWords.joined(separator: ", ") }

  /// Kind, size and quantisation, as far as they are known.
  fileprivate var kindWords: [String] {
    let words = [ShownLine.of(architecture), parametersWords, ShownLine.of(quantisation)]
    return words.compactMap { $0 }.filter { !$0.isEmpty }
  }

  /// How many parameters, as "1.2 billion parameters", else what its maker says; nil where nobody knows.
  public var parametersWords: String? {
    guard let parameters, parameters > 0 else { return sizeLabel.map(ShownLine.of) }
    if parameters < 1_000_000 {
      let count = CountText.of(Int(parameters))
      return localized(Int(parameters), one: "\(count) parameter", other: "\(count) parameters")
    }
    let millions = DecimalText.of(tenths: parameters.plus(50_000) / 100_000)
    guard parameters >= 1_000_000_000 else { return localized("\(millions) million parameters") }
    let billions = DecimalText.of(tenths: parameters.plus(50_000_000) / 100_000_000)
    return localized("\(billions) billion parameters")
  }
}

extension ModelState {
  /// What the model does, for its row; nil where there is nothing to say.
  public var words: String? {
    switch self {
    case .unloaded: nil
    case .loading(let part?): localized("Loading… \(PercentText.of(part))")
    case .loading(nil): localized("Loading…")
    case .loaded: localized("Loaded")
    case .failed(let fault), .unavailable(let fault): fault.sentence
    }
  }
}

extension ModelMemory {
  /// What it needs and whether that is there, in one or two sentences.
  public var sentence: String {
    let needs = ByteCount.text(needed)
    guard let free else { return localized("Needs about \(needs) of memory.") }
    let there = ByteCount.text(free)
    guard !fits else { return localized("Needs about \(needs) of memory; \(there) are free.") }
    guard let largestContext else {
      return localized("Needs about \(needs) of memory, and only \(there) are free.")
    }
    return localized(
      "Needs about \(needs) of memory, and only \(there) are free. With a context of \(CountText.of(largestContext)) tokens it would fit."
    )
  }
}

extension FoundModel.Origin {
  /// The program's own name.
  public var name: String {
    switch self {
    case .huggingFace: "Hugging Face"  // untranslated: a name
    case .lmStudio: "LM Studio"  // untranslated: a name
    case .jan: "Jan"  // untranslated: a name
    case .gpt4All: "GPT4All"
    case .llamaCpp: "llama.cpp"
    case .ollama: "Ollama"  // untranslated: a name
    }
  }
}
