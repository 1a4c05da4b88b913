/// What everyone is told when something changed, in this process or another; list and thread follow the same events.
public enum ChatEvent: Sendable {
  /// The chat is new or its row changed.
  case saved(Chat)
  /// The chat is gone for ever.
  case removed(ChatID)
  /// The message is new or changed.
  case messageSaved(Message)
  case messageRemoved(MessageID, in: ChatID)
  /// A reply that this process has made, and no other, is at its end, whole or failed, while nobody looked at its chat here.
  case replyUnseen(Message, in: Chat)
  /// The chat's line goes through other messages than before: what is shown of it is read again.
  case lineChanged(ChatID)
  /// A reply grew: its whole text so far.
  case streamed(MessageID, in: ChatID, text: String)
  /// More was thought aloud for a reply, or it has ended: all of it so far, and how long it took once it is over.
  case reasoned(MessageID, in: ChatID, text: String, milliseconds: Int64?)
  /// What is done for a reply before anything of it comes.
  case phase(MessageID, in: ChatID, ReplyPhase)
  /// Agents came, went, or changed how ready they are.
  case agentsChanged([AgentEntry])
  case settingsSaved(Settings)
  /// Something was set for the chat, or is not any more.
  case chatSettingsSaved(ChatSettings, in: ChatID)
  /// More changed elsewhere than is worth listing: read everything again.
  case everythingChanged
  /// Long work in the background, which began then, has done a step.
  case jobProgressed(LibraryJobKind, JobProgress, since: Timestamp)
  /// It is at its end, or was called off.
  case jobEnded(LibraryJobKind)
  /// Something in the background failed.
  case failed(ServiceFailure)
}
