import Domain

/// What another program would do to the library, and what is on disk.
extension Face {
  /// The chats of the list on disk, the newest first.
  func chats(in location: ChatLocation = .list) async throws -> [Chat] {
    let library = library
    return try await awaiting("the chats are read") {
      try await library.read(.brief) { store throws(StoreError) in
        try store.chats(ChatQuery(location: location, limit: 10_000))
      }
    }
  }

  /// The chat of that title on disk.
  func chat(_ title: String) async throws -> Chat {
    guard let chat = try await chats().first(where: { $0.title == title }) else {
      throw failure("no chat is called “\(title)”")
    }
    return chat
  }

  /// All messages of a chat on disk, the oldest first.
  func messages(in title: String) async throws -> [Message] {
    let (library, id) = (library, try await chat(title).id)
    return try await awaiting("the messages are read") {
      try await library.read(.brief) { store throws(StoreError) in
        try store.messages(in: id, .newest(limit: 10_000))
      }
    }
  }

  /// Adds an empty chat.
  @discardableResult
  func newChat(_ title: String, agent: String = "crew") async throws -> Chat {
    let service = service
    return try await awaiting("the chat is made") { try await service.createChat(titled: title, agent: agent) }
  }

  /// Says something in a chat. Its agent answers as time goes on.
  func say(_ text: String, in title: String) async throws {
    let (service, id) = (service, try await chat(title).id)
    try await awaiting("it is said") { _ = try await service.send(text, in: id) }
  }
}
