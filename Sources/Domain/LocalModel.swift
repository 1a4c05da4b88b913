/// A language model in a file on this machine, as the library keeps it: a record of where it lies and what its header says.
public struct LocalModel: Hashable, Sendable, Identifiable {
  /// For ever the same.
  public let id: ModelID
  /// What people read: as the header says, else after the file.
  public var name: String
  /// What the header says.
  public var facts: ModelFacts
  /// Where it lies, and what shows that it is still the same.
  public var file: ModelFile
  /// When it was imported.
  public var addedAt: Timestamp
  /// The engine ended when it last loaded this model: it is not loaded again unless somebody asks.
  public var endedEngine: Bool
  /// Sotto itself ended while it loaded this model, perhaps with all of the machine: the same holds.
  public var isCutOff: Bool
  /// How it presents itself before it was asked anything; nil where only its header speaks for it.
  public var introduction: ModelIntroduction?

  public init(
    id: ModelID, name: String, facts: ModelFacts, file: ModelFile, addedAt: Timestamp, endedEngine: Bool = false,
    isCutOff: Bool = false, introduction: ModelIntroduction? = nil
  ) {
    self.id = id
    self.name = name
    self.facts = facts
    self.file = file
    self.addedAt = addedAt
    self.endedEngine = endedEngine
    self.isCutOff = isCutOff
    self.introduction = introduction
  }

  /// Its agent's id.
  public var agent: String { id.agent }

  /// Why it is not loaded again by itself; nil where it is.
  public var loadFault: ModelFault? {
    if endedEngine { return .endedEngine(name: name) }
    return isCutOff ? .loadCutOff(name: name) : nil
  }
}

/// How a model presents itself.
public struct ModelIntroduction: Hashable, Sendable {
  /// What it is, in a sentence or two.
  public var summary: String
  /// What it can be asked to begin with.
  public var suggestions: [String]

  public init(summary: String, suggestions: [String]) {
    self.summary = summary
    self.suggestions = suggestions
  }
}

/// What the header of a model's file says; whoever made the file wrote it, so any of it may be wrong.
public struct ModelFacts: Hashable, Sendable {
  /// As the model calls itself; nil where it does not.
  public var name: String?
  /// As llama.cpp knows it, such as `llama` or `qwen3`.
  public var architecture: String
  /// How many weights it has; nil where nobody knows.
  public var parameters: Int64?
  /// How its weights are kept, such as `Q4_K_M`; empty where nobody knows.
  public var quantisation: String
  /// As its maker writes its size, such as `1B`.
  public var sizeLabel: String?
  /// How many layers it has.
  public var layers: Int?
  /// How many tokens it was trained to hold at once.
  public var contextLength: Int?
  /// Bytes of memory that each token in the context takes.
  public var contextBytesPerToken: Int64?
  /// What it may be used for.
  public var licence: ModelLicence?
  /// Whether it says how a conversation is written for it; without that it only goes on with a text.
  public var hasTemplate: Bool
  /// Whether it can think aloud before it answers.
  public var thinks: Bool
  /// Whether it can be told to, and not to.
  public var canSwitchThinking: Bool
  /// How its maker wants its words chosen; what is nil was not said.
  public var recommended: ReplyParameters

  public init(
    name: String? = nil, architecture: String, parameters: Int64? = nil, quantisation: String = "",
    sizeLabel: String? = nil, layers: Int? = nil, contextLength: Int? = nil, contextBytesPerToken: Int64? = nil,
    licence: ModelLicence? = nil, hasTemplate: Bool = true, thinks: Bool = false,
    canSwitchThinking: Bool = false, recommended: ReplyParameters = ReplyParameters()
  ) {
    self.name = name
    self.architecture = architecture
    self.parameters = parameters
    self.quantisation = quantisation
    self.sizeLabel = sizeLabel
    self.layers = layers
    self.contextLength = contextLength
    self.contextBytesPerToken = contextBytesPerToken
    self.licence = licence
    self.hasTemplate = hasTemplate
    self.thinks = thinks
    self.canSwitchThinking = canSwitchThinking
    self.recommended = recommended
  }
}

/// A model's licence, in its maker's words.
public struct ModelLicence: Hashable, Sendable {
  /// Its name or short name, such as `apache-2.0`.
  public var name: String
  /// Where its text stands.
  public var link: String?

  public init(name: String, link: String? = nil) {
    self.name = name
    self.link = link
  }
}

/// A model's file as it was when it was last looked at. A file for which any of this is different is looked at again
/// before it is used.
public struct ModelFile: Hashable, Sendable {
  /// Absolute, with no link in its last part.
  public var path: String
  /// Its length.
  public var bytes: Int64
  /// When it was last written, in nanoseconds since 1970.
  public var modifiedAt: Int64
  /// Its number on its disk.
  public var inode: Int64
  /// The number of its disk.
  public var device: Int64

  public init(path: String, bytes: Int64, modifiedAt: Int64, inode: Int64, device: Int64) {
    self.path = path
    self.bytes = bytes
    self.modifiedAt = modifiedAt
    self.inode = inode
    self.device = device
  }

  /// Whether there was none where it should be.
  public var isMissing: Bool { inode == 0 }

  /// The last part of the path.
  public var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}
