/// Several catalogues as one, in their order.
public final class JoinedAgents: AgentCatalogue {
  private let catalogues: [any AgentCatalogue]
  private let listeners = Listeners<[AgentEntry]>()
  private let following: [Task<Void, Never>]

  public init(_ catalogues: [any AgentCatalogue]) {
    self.catalogues = catalogues
    let listeners = listeners
    following = catalogues.map { catalogue in
      let changes = catalogue.changes()
      return Task { for await _ in changes { listeners.tell() } }
    }
    listeners.answer { [weak self] in self?.entries }
  }

  deinit { following.forEach { $0.cancel() } }

  /// Of two with the same id the first one, which is the one that answers.
  public var entries: [AgentEntry] {
    var ids: Set<String> = []
    return catalogues.flatMap(\.entries).filter { ids.insert($0.id).inserted }
  }

  public func changes() -> AsyncStream<[AgentEntry]> { listeners.add() }

  public func agent(for id: String) -> (any Agent)? {
    for catalogue in catalogues {
      if let agent = catalogue.agent(for: id) { return agent }
    }
    return nil
  }

  public func prepare(_ id: String, context: Int?, for chat: ChatID?) {
    for catalogue in catalogues { catalogue.prepare(id, context: context, for: chat) }
  }

  public func release(_ id: String) { for catalogue in catalogues { catalogue.release(id) } }

  public func forget(_ chat: ChatID) { for catalogue in catalogues { catalogue.forget(chat) } }

  public func end() async { for catalogue in catalogues { await catalogue.end() } }
}
