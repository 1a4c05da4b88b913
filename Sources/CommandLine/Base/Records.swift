import Domain

/// Chats and messages as programs read them. The names are kept from version to version; new ones may come.
extension JSON {
  /// - Parameter number: the chat's place in the list, where a list is shown.
  static func chat(_ chat: Chat, number: Int? = nil) -> JSON {
    .object([
      ("id", .string(chat.id.description)), ("number", number.map { .number($0) } ?? .null),
      ("title", .string(chat.title)), ("agent", .string(chat.agent)), ("created_at", .time(chat.createdAt)),
      ("last_activity_at", .time(chat.lastActivityAt)), ("preview", .string(chat.preview.text)),
      ("preview_sender", .string(chat.preview.sender.map(name))), ("unread_count", .number(chat.unreadCount)),
      ("message_count", .number(chat.messageCount)), ("is_pinned", .bool(chat.isPinned)),
      ("binned_at", .time(chat.binnedAt)), ("draft_preview", .string(chat.draftPreview)),
      ("source", .string(chat.source)),
    ])
  }

  static func message(_ message: Message) -> JSON {
    .object([
      ("id", .string(message.id.description)), ("chat", .string(message.chat.description)),
      ("sequence", .number(message.sequence)), ("sender", .string(name(message.sender))),
      ("state", .string(name(message.state))), ("text", .string(message.text)),
      ("pictures", .array(message.attachments.map(picture))), ("created_at", .time(message.createdAt)),
      ("failure", .string(message.failure)), ("figures", figures(message.figures)),
    ])
  }

  private static func picture(_ attachment: Attachment) -> JSON {
    let (kind, name) =
      switch attachment.content {
      case .drawing(let name): ("drawing", name)
      case .kept(let kept): ("kept", kept.hash.description)
      case .remote(let address): ("remote", address)
      }
    return .object([
      ("kind", .string(kind)), ("name", .string(name)), ("width", .number(attachment.width)),
      ("height", .number(attachment.height)), ("alternative", .string(attachment.alternative)),
    ])
  }

  private static func figures(_ figures: ReplyFigures?) -> JSON {
    guard let figures else { return .null }
    return .object([
      ("model", .string(figures.model)), ("prompt_tokens", figures.promptTokens.map { .number($0) } ?? .null),
      ("reply_tokens", figures.replyTokens.map { .number($0) } ?? .null),
      ("milliseconds", figures.milliseconds.map { .number($0) } ?? .null),
    ])
  }

  private static func name(_ sender: Sender) -> String {
    switch sender {
    case .user: "user"
    case .agent: "agent"
    }
  }

  private static func name(_ state: MessageState) -> String {
    switch state {
    case .queued: "queued"
    case .growing: "growing"
    case .whole: "whole"
    case .stopped: "stopped"
    case .failed: "failed"
    case .interrupted: "interrupted"
    }
  }
}
