public import Domain
private import Localization

extension EngineFacts {
  /// Whether a model really runs without network and files on this machine, and which locks are missing.
  public var confinement: String {
    let missing = restraints.filter { !$0.holds }.map(\.missing)
    if missing.isEmpty {
      return localized("Yes: the kernel refuses it all files but the model's, the network, programs and signals.")
    }
    let isHeld =
      restraints.contains(.systemCalls(holds: true))
      || restraints.contains(.network(holds: true)) && restraints.contains { $0.kind == "files" && $0.holds }
    let answer = isHeld ? localized("Yes, but not every lock is there.") : localized("No.")
    return ([answer] + missing).joined(separator: " ")
  }

  /// What runs the models, with its version.
  public var name: String { "llama.cpp \(version)" }  // untranslated: a name
}

extension ReaderRestraint {
  /// What it means that this does not hold.
  fileprivate var missing: String {
    switch self {
    case .systemCalls: localized("No filter of system calls holds it: this kernel has none.")
    case .files, .network, .rights, .limits: sentence
    }
  }
}

extension ModelSpeed {
  /// "Reads 71.3 and writes 30.9 tokens per second".
  public var words: String {
    localized("Reads \(Self.number(reading)) and writes \(Self.number(writing)) tokens per second")
  }

  private static func number(_ speed: Double) -> String {
    guard speed < 100 else { return Int64(exactly: speed.rounded()).map { "\($0)" } ?? "∞" }
    return DecimalText.of(tenths: Int64(exactly: (max(0, speed) * 10).rounded()) ?? 0)
  }
}

extension AgentProfile {
  /// One sentence for those who choose an agent.
  public var sentence: String {
    guard let model else { return summary }
    let facts = model.words
    guard !facts.isEmpty else { return localized("A language model on this machine.") }
    return localized("A language model on this machine: \(facts).")
  }
}
