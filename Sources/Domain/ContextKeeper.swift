/// What an agent is given to read of a chat, and how much of its context that takes with what is about to be said.
///
/// It reads the store, asks the agent, and keeps nothing: `ChatService.context` makes one whenever it is asked for.
public struct ContextKeeper: Sendable {
  let store: any ChatStore
  let pictures: any PictureStore
  let agents: any AgentCatalogue
  let surroundings: any Surroundings

  // MARK: Exactly

  /// What the next reply would read if the draft were sent now.
  @concurrent
  public func extent(of chat: Chat, with draft: Draft) async throws(ContextFault) -> ContextExtent {
    let agent = try agent(of: chat)
    return try await agent.extent(of: try await nextRequest(in: chat, with: draft))
  }

  /// The same, and the prompt itself.
  @concurrent
  public func view(of chat: Chat, with draft: Draft) async throws(ContextFault) -> ContextView {
    let agent = try agent(of: chat)
    return try await agent.view(of: try await nextRequest(in: chat, with: draft))
  }

  /// That, and the agent is loaded for it as for a reply; `progress` hears the part done, 0 to 1.
  ///
  /// - Parameter anyway: also where it needs more memory than is free.
  @concurrent
  public func loadedView(
    of chat: Chat, with draft: Draft, anyway: Bool, _ progress: @escaping @Sendable (Double?) -> Void
  ) async throws(ContextFault) -> ContextView {
    let agent = try agent(of: chat)
    return try await agent.loadedView(of: try await nextRequest(in: chat, with: draft), anyway: anyway, progress)
  }

  /// The message above which a summary leaves room for what follows; nil where the agent cannot say.
  @concurrent
  func summaryPlace(in chat: Chat, by agent: any ContextAgent) async -> MessageID? {
    do throws(ContextFault) {
      return try await agent.summaryPlace(in: try await nextRequest(in: chat, with: Draft()))
    } catch {
      // Where it stands already is a place, too.
      return nil
    }
  }

  private func agent(of chat: Chat) throws(ContextFault) -> any ContextAgent {
    guard let agent = agents.agent(for: chat.agent) as? any ContextAgent else { throw .noContext }
    return agent
  }

  // MARK: About

  /// About how much that is, by what the last reply read and what was said since, or by what a newer summary leaves; nil
  /// where the agent has not answered here.
  @concurrent
  public func estimate(of chat: Chat, with draft: Draft) async throws(StoreError) -> ContextExtent? {
    guard let profile = profile(of: chat) else { return nil }
    return try await store.read { store throws(StoreError) in
      let last = try store.messages(in: chat.id, .newest(limit: ContextEstimate.last))
      guard let estimate = ContextEstimate(by: profile, try store.settings(of: chat.id), last: last) else { return nil }
      return estimate.extent(with: draft, near: try store.messages(in: chat.id, .newest(limit: ContextEstimate.near)))
    }
  }

  /// The oldest message that the last reply read, where older ones were left out. Nil where it read all, and where that says
  /// nothing of the next reply: another agent answers now, or with another context, or what it did not read is summed up.
  @concurrent
  public func firstSeen(in chat: Chat) async throws(StoreError) -> MessageID? {
    guard let profile = profile(of: chat) else { return nil }
    return try await store.read { store throws(StoreError) in
      let told = try store.messages(in: chat.id, .newest(limit: ContextEstimate.last)).last {
        $0.sender == .agent && $0.context != nil
      }
      guard let told, told.usage?.model == profile.name, let context = told.context, let first = context.firstMessage,
        context.length == profile.contextLength(for: try store.settings(of: chat.id)),
        let message = try store.message(first), message.chat == chat.id, try store.isOnLine(first)
      else { return nil }
      return try Summaries().standForAll(above: message, since: told, in: store) ? nil : first
    }
  }

  /// Whether a reply for which the whole chat is too long waits for a summary first. Where the last one came to nothing it
  /// does not: that is tried again by a person only.
  @concurrent
  public func summarisesFirst(in chat: ChatID) async throws(StoreError) -> Bool {
    try await store.read { store throws(StoreError) in try Summaries().comeFirst(in: chat, store) }
  }

  private func profile(of chat: Chat) -> AgentProfile? { agents.entries.first { $0.id == chat.agent }?.profile }

  // MARK: Requests

  /// What an agent is given to answer.
  func request(
    for reply: MessageID, in chat: Chat, _ settings: ChatSettings, _ context: ContextUse
  ) -> ReplyRequest {
    request(for: reply, in: chat, settings, context, from: MessageCursor(chat.id, before: reply))
  }

  /// What the agent would be asked if the draft were sent now.
  private func nextRequest(in chat: Chat, with draft: Draft) async throws(ContextFault) -> ReplyRequest {
    let next: MessageID = surroundings.newID()
    let settings: ChatSettings
    do throws(StoreError) {
      settings = try await store.read { store throws(StoreError) in try store.settings(of: chat.id) }
    } catch {
      throw .failed(.unreadable(error))
    }
    let context = ContextUse(length: profile(of: chat)?.contextLength(for: settings))
    return request(
      for: next, in: chat, settings, context, from: MessageCursor(chat.id, .line, .newestFirst),
      with: draft.isBlank ? nil : PromptMessage(id: next, sender: .user, text: draft.text, pictures: draft.pictures))
  }

  /// - Parameters:
  ///   - newest: where reading begins.
  ///   - said: what comes behind the last message.
  private func request(
    for reply: MessageID, in whole: Chat, _ settings: ChatSettings, _ context: ContextUse,
    from newest: MessageCursor, with said: PromptMessage? = nil
  ) -> ReplyRequest {
    let (chat, store, pictures) = (whole.id, store, pictures)
    let messages = PromptMessages { place, limit throws(StoreError) in
      try await store.read { store throws(StoreError) in
        var read = try PromptMessages.Page(at: place?.cursor ?? newest, limit, in: store)
        if place == nil, let said { read.messages.append(said) }
        return read
      }
    }
    return ReplyRequest(
      chat: chat, reply: reply,
      instructions: settings.instructions.allSatisfy(\.isWhitespace) ? nil : settings.instructions,
      messages: messages, chatBegan: whole.createdAt,
      picture: { attachment throws(PictureError) in try await pictures.file(of: attachment) },
      parameters: settings.parameters, context: context)
  }

  /// What the chat took of its agent's context at the last reply that tells.
  static func used(before reply: MessageID, in chat: ChatID, _ store: any StoreReading) throws(StoreError) -> Int? {
    let told = try store.messages(in: chat, .before(reply, limit: ContextEstimate.last)).last {
      $0.sender == .agent && $0.usage?.promptTokens != nil
    }?.usage
    return told?.promptTokens?.plus(told?.replyTokens ?? 0)
  }
}
