/// What kind of agent an id names. Only this file knows how the ids of a kind are written.
public enum AgentKind: Hashable, Sendable {
  /// A scripted persona.
  case persona
  /// A local model.
  case model(ShortModelID)
  /// A server that the user named.
  case server(ServerID)
  /// No kind of agent has such an id.
  case unknown

  /// Reads the kind from an agent's id; whether that agent exists is another question.
  public init(of agent: String) {
    let parts = agent.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    switch (parts[0], parts.count > 1 ? parts[1] : nil) {
    case (Self.builtInModel, nil): self = .model(.builtIn)
    case (Self.modelMark, let digits?): self = ShortModelID(digits: digits).map(Self.model) ?? .unknown
    case (Self.serverMark, let digits?): self = ServerID(digits).map(Self.server) ?? .unknown
    case (let word, nil) where !word.isEmpty: self = .persona
    default: self = .unknown
    }
  }

  /// Whether it is a local model.
  public var isModel: Bool { if case .model = self { true } else { false } }

  fileprivate static let builtInModel: Substring = "mini"
  fileprivate static let modelMark: Substring = "model"
  private static let serverMark: Substring = "server"
}

/// What chats and people name a local model by: the first eight bytes of its id, or that it is the one that comes with Sotto.
public struct ShortModelID: Hashable, Sendable, CustomStringConvertible {
  /// 16 hexadecimal digits in lower case; a word for the model that comes with Sotto.
  public let description: String

  /// The model that comes with Sotto.
  public static let builtIn = ShortModelID(description: String(AgentKind.builtInModel))

  init(_ id: ModelID) {
    self = id == .builtIn ? .builtIn : ShortModelID(description: id.bytes.prefix(8).hexadecimal)
  }

  fileprivate init?(digits: Substring) {
    guard digits.utf8.count == 16, ModelID.areDigits(digits) else { return nil }
    description = String(digits)
  }

  private init(description: String) { self.description = description }

  /// The id of the agent that this model is.
  public var agent: String { self == .builtIn ? description : "\(AgentKind.modelMark):\(description)" }
}

/// What a server that the user named is known by.
public typealias ServerID = Identifier<ServerAgent>

/// A server that the user named, as an agent. No kind of catalogue offers one yet.
public enum ServerAgent {}

extension ModelID {
  /// The digits that begin a model's id, as a person types them: four or more, in either case, also behind what the ids of
  /// models as agents begin with. Nil for any other text.
  public static func digits(typed text: String) -> Substring? {
    let parts = text.lowercased().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let digits = parts.last, digits.utf8.count >= 4, areDigits(digits) else { return nil }
    return parts.count == 1 || parts[0] == AgentKind.modelMark ? digits : nil
  }

  /// Whether all of it is hexadecimal, in lower case.
  fileprivate static func areDigits(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
