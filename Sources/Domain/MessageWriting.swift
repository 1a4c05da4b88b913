/// What a transaction can do with messages, with the line that a chat shows, and with replies in progress.
public protocol MessageWriting: MessageReading {
  /// Adds the message as the newest of those that follow `parent` (nil: of those that begin the chat) and lets the line end
  /// with it. What the message says of its parent and sequence does not count; it comes back with what it was given.
  ///
  /// Throws `noSuchMessage` and `messageOfAnotherChat` for the parent, and `pictureMissing` when a picture that the message
  /// names is not in the library.
  @discardableResult
  func append(_ message: Message, after parent: MessageID?) throws(StoreError) -> Message
  /// The same at the end of the line.
  @discardableResult
  func append(_ message: Message) throws(StoreError) -> Message
  /// Adds the message between `parent` and all that follows that one, by whichever branch; it is on the line where `parent`
  /// is. Throws as `append`.
  @discardableResult
  func insert(_ message: Message, after parent: MessageID) throws(StoreError) -> Message
  /// Saves all of the message but its place; a finished reply also loses its owner and its stop request.
  func update(_ message: Message) throws(StoreError)
  /// Adds text to a streaming reply, writing only what is new.
  func appendText(_ text: String, to id: MessageID) throws(StoreError)
  /// The same for what the model thinks aloud.
  func appendReasoning(_ text: String, to id: MessageID) throws(StoreError)
  /// Lets the line go through the message, and below it where it went last. False where it does so already.
  @discardableResult
  func choose(_ message: MessageID) throws(StoreError) -> Bool
  /// Takes the message out; what followed it now follows the one before it. Where the line ended with it, it goes on with
  /// the newest of its siblings, or ends before it; true where other messages are shown now.
  @discardableResult
  func remove(_ message: MessageID) throws(StoreError) -> Bool
  /// Takes the message out with all that follows it, by whichever branch; the line goes on as for `remove`. Returns what is
  /// gone, in an order in which it can be appended again, each after its parent.
  @discardableResult
  func removeBranch(from message: MessageID) throws(StoreError) -> (removed: [MessageID], lineChanged: Bool)
  /// Takes the message out as `remove` does, and these other versions of it with all that follows them, but keeps all of it:
  /// `restore` brings it back, also in another process or after a crash, until it is purged. Nothing else reads it. Returns
  /// what is not there any more, the message first.
  @discardableResult
  func delete(
    _ message: MessageID, with versions: [MessageID], at time: Timestamp
  ) throws(StoreError) -> (removed: [MessageID], lineChanged: Bool)
  /// Puts deleted messages back where they were, with what was deleted with them, and lets the line go through them. What
  /// was purged stays away. Returns what is there again.
  @discardableResult
  func restore(_ messages: Set<MessageID>) throws(StoreError) -> [MessageID]
  /// Deletes deleted messages for ever, with what was deleted with them; returns how many of these there were.
  @discardableResult
  func purge(_ messages: [MessageID]) throws(StoreError) -> Int
  /// Makes this process the one that offers to bring deleted messages back whose process has ended; returns them, the
  /// first that was deleted first.
  func takeOnDeletions() throws(StoreError) -> [MessageID]
  /// Moves a message of the line behind all others of the line; its owner stays. One that is not on the line stays where it
  /// is.
  func moveToEnd(_ message: MessageID) throws(StoreError)
  /// Moves the message between `parent` and all that follows that one; its owner and a stop that was asked for stay. Throws
  /// as `append`.
  func move(_ message: MessageID, after parent: MessageID) throws(StoreError)

  /// Makes this process the owner of an unfinished reply; false when another living process has it or it is finished.
  func claim(_ id: MessageID) throws(StoreError) -> Bool
  /// Gives an unfinished reply back, for any process to claim.
  func release(_ id: MessageID) throws(StoreError)
  /// Asks the reply's owner, whoever it is, to stop.
  func requestStop(_ id: MessageID) throws(StoreError)
}
