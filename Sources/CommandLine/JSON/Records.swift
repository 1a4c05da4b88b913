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
      ("trashed_at", .time(chat.trashedAt)), ("draft_preview", .string(chat.draftPreview)),
      ("source", .string(chat.source)),
    ])
  }

  static func backup(_ backup: Backup) -> JSON {
    .object([
      ("name", .string(backup.id)), ("made_at", .time(backup.madeAt)), ("bytes", .number(backup.bytes)),
      ("chats", .number(backup.chats)), ("messages", .number(backup.messages)), ("format", .number(backup.format)),
      ("is_sound", .bool(backup.isSound)),
    ])
  }

  static func message(_ message: Message) -> JSON {
    .object([
      ("id", .string(message.id.description)), ("chat", .string(message.chat.description)),
      ("sequence", .number(message.sequence)), ("sender", .string(name(message.sender))),
      ("state", .string(name(message.state))), ("text", .string(message.text)),
      ("pictures", .array(message.attachments.map(picture))), ("created_at", .time(message.createdAt)),
      ("failure", .string(message.failure)), ("usage", usage(message.usage)),
      ("reasoning", .string(message.reasoning)),
      ("reasoning_milliseconds", message.reasoningMilliseconds.map { .number($0) } ?? .null),
    ])
  }

  private static func picture(_ attachment: Attachment) -> JSON { .object(members(of: attachment)) }

  /// A picture's own members, for an object that may have more.
  static func members(of attachment: Attachment) -> [(String, JSON)] {
    let name: String
    var kept: KeptPicture?
    switch attachment.content {
    case .drawing(let drawing): name = drawing
    case .kept(let picture):
      name = picture.hash.description
      kept = picture
    case .remote(let address): name = address
    }
    return [
      ("kind", .string(PictureDescription.kind(attachment))), ("name", .string(name)),
      ("width", .number(attachment.width)),
      ("height", .number(attachment.height)), ("alternative", .string(attachment.alternative)),
      ("bytes", kept.map { .number($0.bytes) } ?? .null), ("format", .string(kept?.format.rawValue)),
      ("hash", .string(kept?.hash.description)), ("host", .string(attachment.remoteHost)),
    ]
  }

  private static func usage(_ usage: ReplyUsage?) -> JSON {
    guard let usage else { return .null }
    return .object([
      ("model", .string(usage.model)), ("prompt_tokens", usage.promptTokens.map { .number($0) } ?? .null),
      ("reply_tokens", usage.replyTokens.map { .number($0) } ?? .null),
      ("milliseconds", usage.milliseconds.map { .number($0) } ?? .null),
    ])
  }

  static func name(_ sender: Sender) -> String {
    switch sender {
    case .user: "user"
    case .agent: "agent"
    }
  }

  private static func name(_ state: MessageState) -> String {
    switch state {
    case .queued: "queued"
    case .streaming: "streaming"
    case .complete: "complete"
    case .stopped: "stopped"
    case .failed: "failed"
    case .interrupted: "interrupted"
    }
  }
}
