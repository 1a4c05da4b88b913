/// A fault as it is kept with a reply: its kind, what it counts, and its names last, which may have any letters.
extension ModelFault {
  var code: String {
    let parts: [String] =
      switch self {
      // Parts are missed by an import alone, which no reply waits for.
      case .noSuchModel, .cancelled, .store, .partsMissing, .brokenEngine, .silentEngine: []
      case .notFound(let name), .notInstalled(let name), .builtIn(let name), .changed(let name), .replaced(let name),
        .notAFile(let name), .notGGUF(let name), .damaged(let name), .alreadyHere(let name), .endedEngine(let name),
        .otherModel(let name), .notMeasured(let name), .loadCutOff(let name),
        .damagedInstallation(let name), .headerEndedEngine(let name), .endlessTemplate(let name), .mixedParts(let name),
        .memoryNotAllowed(let name):
        [name]
      case .oldProcessor(let lacks), .otherProcessor(let lacks): [lacks]
      case .cannotRead(let name, let reason): [Self.plain(reason), name]
      // Its reason is full of what separates.
      case .notLoaded(let name, let reason): ["\(reason.utf8.count)", reason, name]
      case .split(let name, let count): ["\(count)", name]
      case .notSupported(let name, let architecture): [Self.plain(architecture), name]
      case .tooLarge(let name, let needs, let free): ["\(needs)", "\(free)", name]
      case .largeContext(let name, let tokens, let needs, let free): ["\(tokens)", "\(needs)", "\(free)", name]
      case .noEngine(let reason): reason.map { [$0] } ?? []
      }
    return ([kind] + parts).joined(separator: ":")
  }

  /// Without what separates.
  private static func plain(_ text: String) -> String { String(text.map { $0 == ":" ? " " : $0 }) }

  /// Nil for a code of no fault that a reply ends with.
  init?(code: some StringProtocol) {
    let kind = code.prefix { $0 != ":" }
    let rest = code.dropFirst(kind.count + 1)
    /// So many parts, the last of which is what is left.
    func parts(_ count: Int) -> [String]? {
      let parts = rest.split(maxSplits: count - 1, omittingEmptySubsequences: false) { $0 == ":" }.map { String($0) }
      return parts.count == count ? parts : nil
    }
    let name = String(rest)
    switch kind {
    case "no-such-model": self = .noSuchModel
    case "file-not-found": self = .notFound(name: name)
    case "not-installed": self = .notInstalled(name: name)
    case "built-in": self = .builtIn(name: name)
    case "file-changed": self = .changed(name: name)
    case "file-replaced": self = .replaced(name: name)
    case "other-model": self = .otherModel(name: name)
    case "not-measured": self = .notMeasured(name: name)
    case "not-a-file": self = .notAFile(name: name)
    case "not-gguf": self = .notGGUF(name: name)
    case "memory-not-allowed": self = .memoryNotAllowed(name: name)
    case "mixed-parts": self = .mixedParts(name: name)
    case "broken-engine": self = .brokenEngine
    case "silent-engine": self = .silentEngine
    case "old-processor": self = .oldProcessor(lacks: name)
    case "other-processor": self = .otherProcessor(lacks: name)
    case "damaged": self = .damaged(name: name)
    case "damaged-installation": self = .damagedInstallation(name: name)
    case "header-ended-engine": self = .headerEndedEngine(name: name)
    case "endless-template": self = .endlessTemplate(name: name)
    case "ended-engine": self = .endedEngine(name: name)
    case "load-cut-off": self = .loadCutOff(name: name)
    case "no-engine": self = .noEngine(reason: name.isEmpty ? nil : name)
    case "cannot-read":
      guard let parts = parts(2) else { return nil }
      self = .cannotRead(name: parts[1], reason: parts[0])
    case "not-loaded":
      guard let parts = parts(2), let count = Int(parts[0]), count >= 0, parts[1].utf8.count > count else { return nil }
      let end = parts[1].utf8.index(parts[1].startIndex, offsetBy: count)
      self = .notLoaded(
        name: String(parts[1][parts[1].utf8.index(after: end)...]), reason: String(parts[1][..<end]))
    case "split-file":
      guard let parts = parts(2), let count = Int(parts[0]) else { return nil }
      self = .split(name: parts[1], parts: count)
    case "not-supported":
      guard let parts = parts(2) else { return nil }
      self = .notSupported(name: parts[1], architecture: parts[0])
    case "too-large":
      guard let parts = parts(3), let needs = Int64(parts[0]), let free = Int64(parts[1]) else { return nil }
      self = .tooLarge(name: parts[2], needs: needs, free: free)
    case "large-context":
      guard let parts = parts(4), let tokens = Int(parts[0]), let needs = Int64(parts[1]), let free = Int64(parts[2])
      else { return nil }
      self = .largeContext(name: parts[3], tokens: tokens, needs: needs, free: free)
    default: return nil
    }
  }
}
