public import Domain
private import Localization

extension ModelDownload {
  /// The name on one line.
  public var shownName: String { ShownLine.of(name) }

  /// What becomes of it: "120 MB of 808 MB · 12.4 MB each second · about 2 min left".
  public var words: String {
    switch state {
    case .waiting: localized("Waits until the one before is there")
    case .connecting: join(amount, localized("Asking…"))
    case .receiving(let speed):
      join(amount, speed.map { localized("\(ByteCount.text($0)) each second") }, left.map(DurationText.left))
    case .checking(let part): localized("Checking… \(PercentText.of(part))")
    case .paused: join(localized("Paused"), amount)
    case .elsewhere: join(localized("Another Sotto fetches it"), amount)
    case .failed(let fault): fault.sentence
    case .done: wasHere ? localized("It was here already") : localized("It is there")
    }
  }

  /// Why it was begun anew; nil where it was not.
  public var newStartSentence: String? {
    switch newStart {
    case nil: nil
    case .changed: localized("The file was changed at its host, and is fetched from its beginning.")
    case .noRanges: localized("The host cannot go on in the middle, so the file is fetched from its beginning.")
    }
  }

  /// "120 MB of 808 MB".
  private var amount: String? {
    guard let total else { return received > 0 ? ByteCount.text(received) : nil }
    guard received > 0 else { return ByteCount.text(total) }
    return localized("\(ByteCount.text(received)) of \(ByteCount.text(total))")
  }

  private func join(_ words: String?...) -> String { words.compactMap { $0 }.joined(separator: " · ") }
}

extension ModelPreset.Purpose {
  /// What it is good for, in a few words.
  public var words: String {
    switch self {
    case .tiny: localized("Very small and fast, for short questions")
    case .quick: localized("Quick on most machines")
    case .everyday: localized("For everyday conversations")
    case .thinking: localized("Thinks before it answers")
    case .reasoning: localized("Good at sums, logic and programs")
    case .large: localized("The best answers here, and slow")
    }
  }
}

extension ModelPreset {
  /// "Meta · about 808 MB · Llama 3.2 licence".
  public var summary: String {
    [maker, localized("about \(ByteCount.text(bytes))"), localized("licence \(licence)", context: "of a model")].joined(
      separator: " · ")
  }

  /// Whether it can be loaded with what is free now.
  public func fitWords(_ memory: ModelMemory) -> String {
    guard let free = memory.free else { return memory.sentence }
    let needs = ByteCount.text(memory.needed)
    return memory.fits
      ? localized("Fits this machine")
      : localized("Needs about \(needs) of memory, and only \(ByteCount.text(free)) are free.")
  }
}

extension TokenPlace {
  /// Where the token is kept now.
  public var sentence: String {
    switch self {
    case .keyring: localized("The token is kept in your keyring.")
    case .session:
      localized("There is no keyring that Sotto can use, so the token is kept until Sotto ends.")
    case .nowhere: localized("The token was forgotten.")
    case .uncertain:
      localized("Sotto no longer uses the token, but your keyring could not be asked and may still keep it. Try again.")
    }
  }
}

extension RemoteModelFile {
  /// How much it is, and in how many files: "3 files · 12 GB".
  public var sizeWords: String {
    let size = bytes.map { ByteCount.text($0) } ?? localized("of unknown length")
    return parts > 1 ? localized(parts, one: "\(parts) file", other: "\(parts) files") + " · " + size : size
  }
}
