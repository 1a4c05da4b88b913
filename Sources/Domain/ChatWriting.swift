/// What a transaction can do with chats, and with what belongs to one chat as a whole.
public protocol ChatWriting: ChatReading {
  /// Adds the chat, without messages.
  func insert(_ chat: Chat) throws(StoreError)
  /// Adds a new chat with its messages, each after its parent, as `append` would; other processes are told of the chat
  /// alone.
  func insert(_ chat: Chat, messages: [Message]) throws(StoreError)
  /// Saves the chat's row; its messages, tip and draft are left alone.
  func update(_ chat: Chat) throws(StoreError)
  /// Deletes the chat and all that belongs to it, for ever.
  func remove(_ chat: ChatID) throws(StoreError)
  /// Deletes this many messages from the chat's end; false, and nothing is deleted, when it has no more than that.
  /// For a chat that is to go: its preview is left as it was.
  func shorten(_ chat: ChatID, by count: Int) throws(StoreError) -> Bool

  /// Keeps the draft, or forgets it when it is blank; touches nothing else of the chat. Its pictures must be kept ones.
  func setDraft(_ draft: Draft, in chat: ChatID) throws(StoreError)
  /// Keeps what is set for the chat in the place of what was.
  func setSettings(_ settings: ChatSettings, of chat: ChatID) throws(StoreError)
  /// Keeps what a scripted agent remembers of the chat, in the place of what it remembered.
  func setAgentState(_ state: String, in chat: ChatID) throws(StoreError)
}
