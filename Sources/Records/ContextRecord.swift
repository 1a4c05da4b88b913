package import Domain

/// What a chat's model would see, as programs read it.
package struct ContextRecord: Codable, Sendable {
  /// The chat's id.
  package var chat: String
  package var agent: String
  /// Tokens of the prompt.
  package var tokens: Int
  /// Tokens that the model holds at once in this chat.
  package var contextLength: Int
  /// Tokens of these that a prompt may take; the others are kept for the reply.
  package var room: Int
  /// The oldest message that it would see; nil where none is left out.
  @OrNull package var firstMessage: String?
  /// Whether a reply would have what does not fit summarised first.
  package var isSummarisedFirst: Bool
  /// How many messages are left out; nil where nobody counted them.
  @OrNull package var leftOut: Int?
  package var pieces: [ContextPieceRecord]

  package init(_ view: ContextView, of chat: Chat, isSummarisedFirst: Bool) {
    self.chat = chat.id.description
    agent = chat.agent
    tokens = view.extent.used
    contextLength = view.extent.length
    room = view.extent.room
    firstMessage = view.extent.firstMessage?.description
    self.isSummarisedFirst = isSummarisedFirst && view.extent.firstMessage != nil
    leftOut = view.leftOut
    pieces = view.pieces.map(ContextPieceRecord.init)
  }
}

/// A part of that; one after another the texts are the prompt.
package struct ContextPieceRecord: Codable, Sendable {
  /// `template`, `special`, `instructions`, `user`, `agent`, `summary`, or `messages` where the template joined what several said.
  package var origin: String
  package var tokens: Int
  package var text: String

  init(_ piece: ContextPiece) {
    origin =
      switch piece.origin {
      case .template: "template"
      case .special: "special"
      case .instructions: "instructions"
      case .message(let sender): sender?.record ?? "messages"
      }
    tokens = piece.tokens
    text = piece.text
  }
}
