/// An agent that holds only so much of a chat at once, and can tell what that is. It loads nothing to answer, and replies go
/// first.
public protocol ContextAgent: Agent {
  /// What a reply to the request would read, not counting what loading would change.
  func extent(of request: ReplyRequest) async throws(ContextFault) -> ContextExtent

  /// The same, and the prompt itself.
  func view(of request: ReplyRequest) async throws(ContextFault) -> ContextView

  /// The same, but in its turn and loaded for it as for a reply, of which the part done is told, 0 to 1.
  ///
  /// - Parameter anyway: also where it needs more memory than is free.
  func loadedView(
    of request: ReplyRequest, anyway: Bool, _ progress: @escaping @Sendable (Double?) -> Void
  ) async throws(ContextFault) -> ContextView

  /// The message above which a summary is to stand, so that what follows it leaves room; nil where there is nothing to sum up.
  func summaryPlace(in request: ReplyRequest) async throws(ContextFault) -> MessageID?
}

/// How much of its agent's context a chat takes.
public struct ContextExtent: Hashable, Sendable {
  /// Tokens that the agent holds at once.
  public var length: Int
  /// Tokens of these that a chat may take; the others are kept for the reply.
  public var room: Int
  /// Tokens that a reply would read.
  public var used: Int
  /// The oldest message that it would read, where older ones are left out.
  public var firstMessage: MessageID?

  public init(length: Int, room: Int, used: Int, firstMessage: MessageID? = nil) {
    self.length = length
    self.room = room
    self.used = used
    self.firstMessage = firstMessage
  }
}

/// What a model would see of a chat.
public struct ContextView: Hashable, Sendable {
  /// How much it is.
  public var extent: ContextExtent
  /// One after another they are the prompt.
  public var pieces: [ContextPiece]
  /// How many messages are left out; nil where nobody counted them.
  public var leftOut: Int?

  public init(extent: ContextExtent, pieces: [ContextPiece], leftOut: Int?) {
    self.extent = extent
    self.pieces = pieces
    self.leftOut = leftOut
  }
}

/// A part of a prompt.
public struct ContextPiece: Hashable, Sendable {
  /// Where it comes from.
  public enum Origin: Hashable, Sendable {
    /// The model's template wrote it.
    case template
    /// A token of the template's that stands for no text, such as the end of a turn.
    case special
    case instructions
    /// It was said in the chat; by nobody where the template joined what several said.
    case message(Sender?)
  }
  /// Where it comes from.
  public var origin: Origin
  /// How many tokens it takes.
  public var tokens: Int
  /// As the model reads it.
  public var text: String
  /// The message that it is of, the first where the agent reads several as one; nil where it is of none that is kept.
  public var message: MessageID?

  public init(_ origin: Origin, tokens: Int, text: String, of message: MessageID? = nil) {
    self.origin = origin
    self.tokens = tokens
    self.text = text
    self.message = message
  }
}

/// Why nobody says what a model would see.
public enum ContextFault: Error, Hashable, Sendable {
  /// The agent is not here, or holds everything.
  case noContext
  /// The model is not loaded as the chat needs it.
  case notLoaded
  /// Nobody wants to know any more, or something more urgent came.
  case calledOff
  /// A reply would fail of this.
  case failed(ReplyFailure)
}
