/// What an engine says. Each event of an order has the order's number.
package enum EngineEvent: Equatable, Sendable {
  /// Once and first: it is confined, and nothing of the file was read.
  case greeting(Greeting)
  /// The part of the model that is loaded, 0 to 1.
  case loading(part: Double)
  case opened(EngineModel)
  /// The prompt is made and fits.
  case began(id: UInt64, Extent)
  /// Tokens of the prompt that are read, of all that it has; not told more often than is worth showing.
  case reading(id: UInt64, done: Int, total: Int)
  /// The next chunk of what the model thinks aloud; whole characters.
  case reasoning(id: UInt64, String)
  /// The next chunk of the reply; whole characters.
  case text(id: UInt64, String)
  /// Before the end of each reply for which something was read.
  case usage(id: UInt64, Usage)
  /// Always last of a generation.
  case ended(id: UInt64, End)
  case measured(id: UInt64, Extent)
  /// What the model would see: the pieces follow one another, as it reads them.
  case rendered(id: UInt64, Extent, [Piece])
  /// Tokens a second.
  case benched(id: UInt64, prompt: Double, reply: Double)
  /// What was read of a chat, so many tokens of it, comes in so many `bytes`: asked for, or because the chat is forgotten.
  case state(chat: UInt64, tokens: Int, bytes: UInt64)
  /// The next of those.
  case bytes([UInt8])
  /// The order to give a chat out is done.
  case saved(id: UInt64)
  /// What was read of a chat is not there any more.
  case forgotten(chat: UInt64)
  /// So many tokens of a chat are there again.
  case restored(id: UInt64, tokens: Int)
  /// The order of this number, or for 0 the opening, was not done. After an opening that was refused the engine ends.
  case refused(id: UInt64, EngineRefusal)

  /// The most bytes of a frame that is an event.
  package static let frameLimit = 1 << 26
  /// No chunk has more bytes.
  package static let longestChunk = 1 << 16
  /// No bytes of a state have more, in either direction.
  package static let longestBytes = 1 << 20
  /// No prompt has more pieces.
  static let mostPieces = 1 << 17

  /// How an engine begins.
  package struct Greeting: Equatable, Sendable {
    /// What holds of its confinement: the bits of `Cage.Holds`.
    package var holds: Int
    /// The version of Landlock that holds; 0 for none.
    package var landlock: Int
    /// The version of llama.cpp.
    package var version: String

    /// No version is longer, in bytes.
    static let longestVersion = 64

    package init(holds: Int, landlock: Int, version: String = "") {
      self.holds = holds
      self.landlock = landlock
      self.version = version.prefix(bytes: Self.longestVersion)
    }
  }

  /// How large a prompt is.
  package struct Extent: Equatable, Sendable {
    package var tokens: Int
    /// Of those, how many had been read for a prompt before, and were kept.
    package var keptTokens: Int
    /// The index in the order's messages of the first one, not counting instructions, that the model reads; nil when it reads
    /// all of them.
    package var firstMessage: Int?

    package init(tokens: Int, keptTokens: Int = 0, firstMessage: Int? = nil) {
      self.tokens = tokens
      self.keptTokens = keptTokens
      self.firstMessage = firstMessage
    }
  }

  /// What a reply cost.
  package struct Usage: Equatable, Sendable {
    package var promptTokens: Int
    /// Of those, how many were kept from before.
    package var keptTokens: Int
    package var replyTokens: Int
    /// To read what was not kept.
    package var promptTime: Duration
    /// From the order's arrival to the first token.
    package var firstTokenTime: Duration
    /// From the first token to the last.
    package var replyTime: Duration

    package init(
      promptTokens: Int = 0, keptTokens: Int = 0, replyTokens: Int = 0, promptTime: Duration = .zero,
      firstTokenTime: Duration = .zero, replyTime: Duration = .zero
    ) {
      self.promptTokens = promptTokens
      self.keptTokens = keptTokens
      self.replyTokens = replyTokens
      self.promptTime = promptTime
      self.firstTokenTime = firstTokenTime
      self.replyTime = replyTime
    }
  }

  package enum End: Equatable, Sendable {
    /// The model ended its turn, or a stop came.
    case finished
    case stopped
    /// As many tokens as were allowed.
    case length
    /// The context holds no further token.
    case contextFull
    case failed(EngineRefusal)
  }

  /// A part of what a model sees.
  package struct Piece: Equatable, Sendable {
    /// Where it comes from.
    package enum Origin: UInt8, Sendable {
      /// The model's template wrote it.
      case template
      /// A special token, which stands for no text, such as the end of a turn; the template put it there.
      case special
      /// It was written in a message.
      case message
    }
    package var origin: Origin
    /// The index in the order's messages of the one in which it was written; nil where the template joined several.
    package var message: Int?
    package var tokens: Int
    package var text: String

    package init(_ origin: Origin, message: Int? = nil, tokens: Int, text: String) {
      self.origin = origin
      self.message = message
      self.tokens = tokens
      self.text = text
    }
  }
}
