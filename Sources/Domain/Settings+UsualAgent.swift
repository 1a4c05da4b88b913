extension Settings {
  /// The agent of new chats where no one was chosen. It speaks in the demo chats, too.
  public static let usualAgent = Settings().agentForNewChats
}
