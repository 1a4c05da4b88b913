package import Domain
private import Wording

/// A local model of `models --json`.
package struct ModelRecord: Codable, Sendable {
  /// 64 hexadecimal digits.
  package var id: String
  /// Its agent's id.
  package var agent: String
  package var name: String
  package var architecture: String
  @OrNull package var parameters: Int64?
  package var quantisation: String
  @OrNull package var sizeLabel: String?
  @OrNull package var layers: Int?
  @OrNull package var contextLength: Int?
  @OrNull package var contextBytesPerToken: Int64?
  @OrNull package var licence: String?
  @OrNull package var licenceLink: String?
  package var hasTemplate: Bool
  package var thinks: Bool
  package var path: String
  package var bytes: Int64
  package var addedAt: String
  /// True for the one that comes with Sotto.
  package var isBuiltIn: Bool
  /// True for what answers in new chats.
  package var isDefault: Bool
  /// `unloaded`, `loading`, `loaded` or `unavailable`.
  package var state: String
  /// Why it is unavailable; the sentence says it to people.
  @OrNull package var fault: String?
  /// In bytes, as it would be loaded now.
  package var memoryNeeded: Int64
  @OrNull package var memoryFree: Int64?
  /// In tokens: the largest that fits now.
  @OrNull package var largestContext: Int?

  package init(_ entry: ModelEntry, isDefault: Bool, memory: ModelMemory) {
    let (model, facts) = (entry.model, entry.model.facts)
    id = model.id.description
    agent = model.agent
    name = model.name
    architecture = facts.architecture
    parameters = facts.parameters
    quantisation = facts.quantisation
    sizeLabel = facts.sizeLabel
    layers = facts.layers
    contextLength = facts.contextLength
    contextBytesPerToken = facts.contextBytesPerToken
    licence = facts.licence?.name
    licenceLink = facts.licence?.link
    hasTemplate = facts.hasTemplate
    thinks = facts.thinks
    path = model.file.path
    bytes = model.file.bytes
    addedAt = model.addedAt.record
    isBuiltIn = model.isBuiltIn
    self.isDefault = isDefault
    state = entry.state.record
    fault = entry.fault?.kind
    memoryNeeded = memory.needed
    memoryFree = memory.free
    largestContext = memory.largestContext
  }
}

/// A model of another program's, of `models scan --json`.
package struct FoundModelRecord: Codable, Sendable {
  package var path: String
  package var name: String
  package var bytes: Int64
  /// Whose it is.
  package var origin: String
  package var isImported: Bool

  package init(_ found: FoundModel, isImported: Bool) {
    path = found.path
    name = found.name
    bytes = found.bytes
    origin = found.origin.rawValue
    self.isImported = isImported
  }
}

/// What `models check --json` says of one model.
package struct CheckedModelRecord: Codable, Sendable {
  package var id: String
  package var name: String
  /// What is wrong with its file; `null` where nothing is.
  @OrNull package var fault: String?

  package init(_ model: LocalModel, fault: ModelFault?) {
    id = model.id.description
    name = model.name
    self.fault = fault?.kind
  }
}

/// What `models bench --json` says.
package struct ModelSpeedRecord: Codable, Sendable {
  package var id: String
  package var name: String
  package var readingTokensPerSecond: Double
  package var writingTokensPerSecond: Double
  /// What ran it, with its version.
  package var engine: String

  package init(_ model: LocalModel, _ speed: ModelSpeed, _ engine: EngineFacts) {
    id = model.id.description
    name = model.name
    readingTokensPerSecond = speed.reading
    writingTokensPerSecond = speed.writing
    self.engine = engine.name
  }
}

extension ModelState {
  fileprivate var record: String {
    switch self {
    case .unloaded, .failed: "unloaded"
    case .loading: "loading"
    case .loaded: "loaded"
    case .unavailable: "unavailable"
    }
  }
}
