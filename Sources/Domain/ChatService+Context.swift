/// How much of its agent's context a chat takes, with what is about to be said in it.
extension ChatService {
  /// What the next reply would read if the draft were sent now.
  public func contextExtent(of chat: Chat, with draft: Draft) async throws(ContextFault) -> ContextExtent {
    guard let agent = agents.agent(for: chat.agent) as? any ContextAgent else { throw .noContext }
    return try await agent.extent(of: try await contextRequest(for: chat, with: draft))
  }

  /// The same, and the prompt itself.
  public func contextView(of chat: Chat, with draft: Draft) async throws(ContextFault) -> ContextView {
    guard let agent = agents.agent(for: chat.agent) as? any ContextAgent else { throw .noContext }
    return try await agent.view(of: try await contextRequest(for: chat, with: draft))
  }

  /// That, and the agent is loaded for it as for a reply; `progress` hears the part done, 0 to 1.
  ///
  /// - Parameter anyway: also where it needs more memory than is free.
  public func loadedContextView(
    of chat: Chat, with draft: Draft, anyway: Bool, _ progress: @escaping @Sendable (Double?) -> Void
  ) async throws(ContextFault) -> ContextView {
    guard let agent = agents.agent(for: chat.agent) as? any ContextAgent else { throw .noContext }
    return try await agent.loadedView(of: try await contextRequest(for: chat, with: draft), anyway: anyway, progress)
  }

  /// About how much that is, by what the last reply read and what was said since, or by what a newer summary leaves; nil
  /// where the agent has not answered here.
  public func contextEstimate(of chat: Chat, with draft: Draft) async throws(StoreError) -> ContextExtent? {
    guard let profile = profile(of: chat.agent) else { return nil }
    let hidden = hidden
    return try await store.read { store throws(StoreError) in
      let last = try store.messages(in: chat.id, .newest(limit: Self.lastMessages)).filter { !hidden.contains($0.id) }
      guard
        let told = last.lastIndex(where: {
          $0.sender == .agent && $0.usage?.promptTokens != nil && $0.usage?.model == profile.name
        }),
        let read = last[told].usage?.promptTokens,
        let length = profile.contextLength(for: try store.settings(of: chat.id))
      else { return nil }
      func extent(_ used: Int) -> ContextExtent {
        ContextExtent(length: length, room: length - length / 4, used: min(used, length))
      }
      if let left = try Self.bytesLeft(bySummarySince: last[told], without: hidden, store) {
        return extent((left + draft.text.utf8.count) / Self.bytesPerToken)
      }
      let since = last[(told + 1)...].reduce(draft.text.utf8.count) { $0 + $1.text.utf8.count }
      return extent(read.plus(last[told].usage?.replyTokens ?? 0).plus(since / Self.bytesPerToken))
    }
  }

  /// How long the instructions, a summary that is newer than the reply and what follows it are; nil where there is none near.
  private static func bytesLeft(
    bySummarySince told: Message, without hidden: Set<MessageID>, _ store: any StoreReading
  ) throws(StoreError) -> Int? {
    let near = try store.messages(in: told.chat, .newest(limit: pageLength)).filter { !hidden.contains($0.id) }
    guard let summary = near.lastIndex(where: \.standsForAbove), near[summary].createdAt >= told.createdAt else {
      return nil
    }
    let instructions = try store.settings(of: told.chat).instructions
    return near[summary...].reduce(instructions.utf8.count) { $0 + $1.text.utf8.count }
  }

  /// The oldest message that the last reply read, where older ones were left out. Nil where it read all, and where that says
  /// nothing of the next reply: another agent answers now, or with another context, or what it did not read is summed up.
  public func firstSeen(in chat: Chat) async throws(StoreError) -> MessageID? {
    guard let profile = profile(of: chat.agent) else { return nil }
    let hidden = hidden
    return try await store.read { store throws(StoreError) in
      let told = try store.messages(in: chat.id, .newest(limit: Self.lastMessages)).last {
        !hidden.contains($0.id) && $0.sender == .agent && $0.context != nil
      }
      guard let told, told.usage?.model == profile.name, let context = told.context, let first = context.firstMessage,
        context.length == profile.contextLength(for: try store.settings(of: chat.id)),
        let message = try store.message(first), message.chat == chat.id, try store.isOnLine(first)
      else { return nil }
      return try Self.isSummedUp(above: message, since: told, without: hidden, store) ? nil : first
    }
  }

  /// Whether a summary that is newer than the reply stands for what is above the message.
  private static func isSummedUp(
    above first: Message, since told: Message, without hidden: Set<MessageID>, _ store: any StoreReading
  ) throws(StoreError) -> Bool {
    var cursor = MessageCursor(first.chat, .line, .newestFirst)
    while !cursor.isAtEnd {
      for message in try cursor.next(pageLength, in: store) {
        let isSummary = message.standsForAbove && !hidden.contains(message.id)
        // One that was there before the reply and above this message was left out, too.
        if message.id == first.parent { return isSummary && message.createdAt >= told.createdAt }
        if isSummary { return true }
      }
    }
    return false
  }

  private static let pageLength = 100

  /// Among so many a reply is looked for.
  private static let lastMessages = 8

  /// Of most texts, in most vocabularies.
  private static let bytesPerToken = 4

  /// What the agent would be asked.
  func contextRequest(for chat: Chat, with draft: Draft) async throws(ContextFault) -> ReplyRequest {
    let (id, store) = (chat.id, store)
    let next: MessageID = surroundings.newID()
    let words = draft.isBlank ? nil : draft
    let settings: ChatSettings
    do throws(StoreError) {
      settings = try await chatSettings(of: id)
    } catch {
      throw .failed(.unreadable(error))
    }
    let context = ContextUse(length: profile(of: chat.agent)?.contextLength(for: settings))
    var request = request(for: next, in: chat, settings, context)
    request.messages = PromptMessages { place, limit throws(StoreError) in
      let hidden = await self.hidden
      return try await store.read { store throws(StoreError) in
        let cursor = place?.cursor ?? MessageCursor(id, .line, .newestFirst)
        var said = try PromptMessages.Page(at: cursor, limit, without: hidden, in: store)
        if place == nil, let words {
          said.messages.append(PromptMessage(id: next, sender: .user, text: words.text, pictures: words.pictures))
        }
        return said
      }
    }
    return request
  }
}
