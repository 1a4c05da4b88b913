public import Domain
private import Localization

extension Message {
  /// What is known of it, line by line; what nobody knows has none.
  public func details(_ time: TimeText) -> [(name: String, value: String)] {
    var lines = [(name: localized("Sent"), value: time.exact(createdAt))]
    if let usage {
      lines.append((localized("Answered by"), ShownLine.of(usage.model)))
      lines += usage.details
    }
    lines += contextDetails
    if let words = settings?.words, !words.isEmpty {
      lines.append((localized("Settings", context: "of a reply"), words))
    }
    for (index, picture) in attachments.enumerated() {
      let name = attachments.count == 1 ? localized("Picture") : localized("Picture \(index + 1)")
      lines.append((name, picture.details))
    }
    if !text.isEmpty || attachments.isEmpty { lines.append((localized("Length"), Self.length(of: text))) }
    return lines
  }

  private var contextDetails: [(name: String, value: String)] {
    guard let context else { return [] }
    let length = CountText.of(context.length)
    guard let read = usage?.promptTokens, let written = usage?.replyTokens else {
      return [
        (
          localized("Context"), localized(context.length, one: "\(length) token", other: "\(length) tokens")
        )
      ]
    }
    // The last token that is written need not fit.
    let used = CountText.of(min(read.plus(written), context.length))
    return [
      (
        localized("Context used"),
        localized(context.length, one: "\(used) of \(length) token", other: "\(used) of \(length) tokens")
      )
    ]
  }

  private static func length(of text: String) -> String {
    // To count letters takes long; of a text like this nobody wants to know the number.
    if text.utf8.count > 100_000 { return ByteCount.text(Int64(text.utf8.count)) }
    let count = text.count
    return localized(count, one: "\(CountText.of(count)) character", other: "\(CountText.of(count)) characters")
  }
}

extension ReplyUsage {
  /// Tokens and times of a model. A script reads no tokens, and its words are none either.
  fileprivate var details: [(name: String, value: String)] {
    var lines: [(name: String, value: String)] = []
    if let promptTokens {
      let (all, known) = (CountText.of(promptTokens), knownTokens ?? 0)
      lines.append(
        (
          localized("Tokens read"),
          known > 0 ? localized("\(all), of which \(CountText.of(known)) were known already") : all
        ))
      if let replyTokens { lines.append((localized("Tokens written"), CountText.of(replyTokens))) }
      if let speed {
        let tenths = Int64(exactly: (speed * 10).rounded()) ?? .max
        lines.append((localized("Speed"), localized("\(DecimalText.of(tenths: tenths)) tokens per second")))
      }
    }
    if let firstTokenMilliseconds {
      lines.append((localized("Time to first token"), DurationText.precise(.milliseconds(firstTokenMilliseconds))))
    }
    return lines
  }
}

extension ReplyParameters {
  /// Those that change something, in one line: "Temperature 0.7 · Top-k 40".
  fileprivate var words: String {
    var parts = ReplyParameter.allCases.compactMap { parameter in
      self[parameter].flatMap { parameter.changesNothing(at: $0) ? nil : "\(parameter.name) \(parameter.text(of: $0))" }
    }
    if let reasoning { parts.append(reasoning ? localized("with reasoning") : localized("without reasoning")) }
    return parts.joined(separator: " · ")
  }
}

extension ReplyParameter {
  /// Whether a reply would be the same without it.
  fileprivate func changesNothing(at number: Double) -> Bool {
    switch self {
    case .repeatPenalty, .topP: number == 1
    case .frequencyPenalty, .presencePenalty, .minP: number == 0
    case .temperature, .topK, .seed, .maximumTokens, .contextLength: false
    }
  }
}

extension Attachment {
  fileprivate var details: String {
    var parts: [String] = []
    if width > 0 { parts.append("\(width) × \(height)") }
    if let bytes { parts.append(ByteCount.text(bytes)) }
    if let host = remoteHost { parts.append(localized("not loaded from \(host)")) }
    if !alternative.isEmpty { parts.append(alternative) }
    return parts.joined(separator: ", ")
  }
}
