/// Long work in the background, which gives way to whoever sends.
extension ChatService {
  /// Does the job to its end, and tells after each step how far it is. Returns early when the service shuts down or the
  /// task is cancelled: what is left then goes with the next start.
  public func run(_ job: some LibraryJob) async throws(StoreError) {
    var job = job
    let began = surroundings.now()
    defer { tell(.jobEnded(job.kind)) }
    while true {
      await untilNobodyCommits()
      guard !isShuttingDown, !Task.isCancelled, let progress = try await job.step() else { return }
      tell(.jobProgressed(job.kind, progress, since: began))
    }
  }

  /// Deletes for ever all that is in the Trash, a few chats at a time, so that sends slip in between.
  public func emptyTrash() async throws(StoreError) {
    try await run(
      EmptyingTrash(service: self) { store, limit throws(StoreError) in
        try store.chats(ChatQuery(location: .trash, limit: limit)).map(\.id)
      })
  }

  /// Deletes for ever what has lain in the Trash for longer than `trashRetention`.
  func purgeTrash() async throws(StoreError) {
    let time = surroundings.now().advanced(by: .zero - Self.trashRetention)
    try await run(
      EmptyingTrash(service: self) { store, limit throws(StoreError) in
        try store.chats(trashedBefore: time, limit: limit)
      })
  }

  /// Deletes the first of the chats, or the ends of long ones; returns how many messages that were, nil without a chat.
  fileprivate func purge(_ find: @escaping EmptyingTrash.Find) async throws(StoreError) -> Int? {
    try await commit { store throws(StoreError) -> (Int?, [ChatEvent]) in
      let found = try find(store, 10)
      var events: [ChatEvent] = []
      var room = Self.erasedAtOnce
      for id in found where room >= 0 {
        room -= try store.chat(id)?.messageCount ?? 0
        events += try Self.erase(id, in: store).events
      }
      return (found.isEmpty ? nil : min(Self.erasedAtOnce, Self.erasedAtOnce - room), events)
    }
  }

  fileprivate func messageCount(of find: @escaping EmptyingTrash.Find) async throws(StoreError) -> Int {
    try await store.read { store throws(StoreError) in
      var count = 0
      for id in try find(store, 1_000) { count += try store.chat(id)?.messageCount ?? 0 }
      return count
    }
  }
}

/// Deletes chats for ever. What is deleted is how far it is: one that was cut off finds what is left.
private struct EmptyingTrash: LibraryJob {
  typealias Find = @Sendable (any ChatReading, _ limit: Int) throws(StoreError) -> [ChatID]

  let kind = LibraryJobKind.emptyingTrash
  let service: ChatService
  let find: Find
  private var done = 0
  private var total: Int?

  init(service: ChatService, find: @escaping Find) {
    self.service = service
    self.find = find
  }

  mutating func step() async throws(StoreError) -> JobProgress? {
    if total == nil { total = try await service.messageCount(of: find) }
    guard let count = try await service.purge(find) else { return nil }
    done += count
    return JobProgress(done: done, of: total ?? 0)
  }
}
