import Domain

extension WriteTransaction {
  func insert(_ chat: Chat, messages: [Message]) throws(StoreError) {
    let before = changes
    try insert(chat)
    for message in messages {
      guard message.chat == chat.id else { throw .messageOfAnotherChat }
      try append(message, after: message.parent)
    }
    // Who hears of a new chat has none of its messages: a row of the log for each would tell nothing more.
    changes = before
    changes.saved(chat.id)
  }
}
