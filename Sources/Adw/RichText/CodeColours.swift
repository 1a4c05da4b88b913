import CAdw
import Platform

/// Colours code: who wants some waits here, and gets it a little later, in turns so short that no frame is late.
///
/// GtkSourceView is loaded with the first code, each language with its first code, each in a turn of its own. Where it
/// cannot be loaded, code stays plain.
@MainActor package final class CodeColours {
  /// The one that all code on screen shares.
  package static let shared = CodeColours()

  private enum Library { case untried, missing, loaded(SourceView) }

  private let name: String
  private var library = Library.untried
  /// By language, the one that was used last at the end.
  private var buffers: [(language: String, buffer: CodeBuffer)] = []
  private var unknown: Set<String> = []
  private var waiting: [Waiting] = []
  private var isScheduled = false
  private var rest: Timer?
  private var wasUsed = false

  private struct Waiting { weak var colouring: CodeColouring? }

  /// How many languages are kept: some take 3 MB.
  private static let mostLanguages = 6
  /// How long a turn computes, and what grew may be coloured at once for.
  private static let turn = Duration.milliseconds(4)
  private static let step = (time: Duration.milliseconds(2), bytes: 2_000)
  /// After so long without code to colour, all is let go.
  private static let restMilliseconds = 60_000

  /// Colours with the library of this name.
  package init(library: String = "libgtksourceview-5.so.0") { name = library }

  /// Whether code waits for its colours.
  package var isBusy: Bool { !waiting.isEmpty }

  /// Colours what was not there when this one's text was coloured last: at once if that is little, else later.
  func colour(_ colouring: CodeColouring) {
    guard colouring.language.id != nil, !colouring.isWaiting else { return }
    if let buffer = held(colouring.language), buffer.belongs(to: colouring), !buffer.isSlow,
      colouring.text.utf8.count - buffer.end <= Self.step.bytes
    {
      wasUsed = true
      if colouring.read(by: buffer, for: Self.step.time) { return colouring.forgetChanges() }
    }
    colouring.isWaiting = true
    waiting.append(Waiting(colouring: colouring))
    schedule()
  }

  /// Says that a text is another one than it was.
  func begin(_ colouring: CodeColouring) {
    guard let buffer = held(colouring.language), buffer.belongs(to: colouring) else { return }
    buffer.begin(nil)
  }

  private func schedule() {
    guard !isScheduled else { return }
    isScheduled = true
    MainLoop.soon { [weak self] in self?.work() }
  }

  private func work() {
    isScheduled = false
    wasUsed = true
    keepUntilRest()
    let started = threadTime()
    var touched: [CodeColouring] = []
    turn: while threadTime() - started < Self.turn, let first = waiting.first {
      guard let colouring = first.colouring else {
        waiting.removeFirst()
        continue
      }
      switch buffer(for: colouring.language) {
      case .made: break turn
      case .none: break
      case .there(let buffer):
        if !buffer.belongs(to: colouring) { buffer.begin(colouring) }
        touched.append(colouring)
        guard colouring.read(by: buffer, for: Self.turn - (threadTime() - started)) else { continue }
      }
      waiting.removeFirst()
      colouring.isWaiting = false
    }
    if !waiting.isEmpty { schedule() }
    for colouring in touched { colouring.tell() }
  }

  private enum Found { case there(CodeBuffer), made, none }

  /// The buffer of a language. When it is not there, one thing that it lacks is loaded.
  private func buffer(for language: CodeLanguage) -> Found {
    if let buffer = held(language) { return .there(buffer) }
    guard !unknown.contains(language.key) else { return .none }
    switch library {
    case .missing: return .none
    case .untried:
      library = SourceView(library: name).map(Library.loaded) ?? .missing
      return .made
    case .loaded(let view):
      guard let buffer = CodeBuffer(for: language, of: view) else {
        unknown.insert(language.key)
        return .none
      }
      if buffers.count == Self.mostLanguages { buffers.removeFirst() }
      buffers.append((language.key, buffer))
      return .made
    }
  }

  private func held(_ language: CodeLanguage) -> CodeBuffer? {
    guard let index = buffers.lastIndex(where: { $0.language == language.key }) else { return nil }
    if index < buffers.count - 1 { buffers.append(buffers.remove(at: index)) }
    return buffers.last?.buffer
  }

  private func keepUntilRest() {
    guard rest == nil else { return }
    rest = MainLoop.every(milliseconds: Self.restMilliseconds) { [weak self] in
      guard let self else { return false }
      if wasUsed {
        wasUsed = false
        return true
      }
      letGo()
      rest = nil
      return false
    }
  }

  /// Lets all languages go.
  package func letGo() { buffers = [] }

  /// The languages that are loaded now, by GtkSourceView's names; the one that was used last at the end.
  package var languages: [String] { buffers.map(\.language) }
}

extension CodeLanguage {
  /// What its buffer is found by.
  fileprivate var key: String { id.flatMap { $0.isEmpty ? nil : $0 } ?? word }
}
