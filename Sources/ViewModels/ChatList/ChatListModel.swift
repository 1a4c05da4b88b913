public import Domain
public import Observation
internal import Wording

/// The list of chats: a page at a time from the top, kept in order by the same events that move the thread.
@Observable
public final class ChatListModel {
  /// What the place of the list shows.
  public enum Phase: Equatable {
    case loading
    case ready
    case failed(String)
  }

  /// Where the list is, from loading to ready or failed.
  public private(set) var phase = Phase.loading
  /// In the order in which they are shown; as many as were asked for until now.
  public private(set) var rows: [ChatRowModel] = []
  /// The chat that is open, whether or not its row is loaded.
  public internal(set) var selected: ChatID?
  /// What the titles are filtered by; blank shows all.
  public var filter = "" {
    didSet { if filter.trimmed != oldValue.trimmed { reload() } }
  }
  /// Whether only some of the chats are shown.
  public var isFiltering: Bool { !filter.trimmed.isEmpty }
  /// There is not one chat outside the Trash.
  public var isEmpty: Bool { phase == .ready && rows.isEmpty && !isFiltering }
  /// More chats follow the last row.
  public private(set) var hasMore = false

  @ObservationIgnored private let service: ChatService
  @ObservationIgnored private let clock: MinuteClock
  @ObservationIgnored private let notices: Notices
  /// The newest reading that nobody asked to wait for.
  @ObservationIgnored private var reading: Task<Void, Never>?
  @ObservationIgnored private var isLoadingMore = false
  /// Counts loads, so that an old one that comes late is dropped.
  @ObservationIgnored private var generation = 0
  /// What was told while the first page is being read, and may be newer; nil while it is not.
  @ObservationIgnored private var held: [ChatEvent]?
  @ObservationIgnored private var unfinished = UnfinishedReplies()

  static let pageSize = 40

  init(_ parts: LibraryParts) {
    service = parts.service
    clock = parts.clock
    notices = parts.notices
  }

  /// The row of a chat; nil where it is not among those that were read.
  public func row(of id: ChatID) -> ChatRowModel? { rows.first { $0.id == id } }

  /// Reads the first page; call again after a failure.
  public func load() async {
    generation += 1
    let mine = generation
    held = []
    do throws(StoreError) {
      let unfinished = try await service.unfinishedReplies()
      let page = try await service.chats(query(after: nil))
      guard mine == generation else { return }
      self.unfinished = UnfinishedReplies(unfinished)
      let old = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
      rows = page.map { chat in
        let row = old[chat.id] ?? ChatRowModel(chat, time: clock.text)
        refresh(row, chat)
        return row
      }
      hasMore = page.count == Self.pageSize
      phase = .ready
      let told = held ?? []
      held = nil
      for event in told { take(event) }
    } catch {
      guard mine == generation else { return }
      held = nil
      phase = .failed(error.sentence)
    }
  }

  /// Filters at once, and returns when the rows are those that are left.
  public func filter(by text: String) async {
    filter = text
    // What happens elsewhere may have it read once more, and only the newest reading counts.
    var waited: Task<Void, Never>?
    while let reading, reading != waited {
      waited = reading
      await reading.value
    }
  }

  private func reload() {
    // What was being looked for before is not wanted any more.
    reading?.cancel()
    reading = Task { await load() }
  }

  /// Reads the page after the last row. False when that failed.
  @discardableResult
  public func loadMore() async -> Bool {
    guard hasMore, !isLoadingMore, let last = rows.last else { return true }
    isLoadingMore = true
    defer { isLoadingMore = false }
    let mine = generation
    do throws(StoreError) {
      let page = try await service.chats(query(after: last.chat.position))
      guard mine == generation else { return true }
      hasMore = page.count == Self.pageSize
      for chat in page where row(of: chat.id) == nil { insert(chat) }
      return true
    } catch {
      notices.tell(error.sentence)
      return false
    }
  }

  private func query(after position: ChatPosition?) -> ChatQuery {
    let filter = filter.trimmed
    return ChatQuery(title: filter.isEmpty ? nil : TitleFilter(shown: filter), after: position, limit: Self.pageSize)
  }

  // MARK: Following

  func take(_ event: ChatEvent) {
    held?.append(event)
    switch event {
    case .saved(let chat): take(chat)
    case .removed(let id):
      unfinished.removeAll(in: id)
      rows.removeAll { $0.id == id }
    case .messageSaved(let message):
      unfinished.take(message)
      refreshReplying(in: message.chat)
    case .messageRemoved(let id, let chat):
      unfinished.remove(id, in: chat)
      refreshReplying(in: chat)
    case .everythingChanged: reload()
    case .lineChanged, .streamed, .reasoned, .phase, .agentsChanged, .settingsSaved, .chatSettingsSaved, .replyUnseen,
      .jobProgressed, .jobEnded, .failed:
      break
    }
  }

  private func take(_ chat: Chat) {
    guard phase == .ready else { return }
    if chat.trashedAt != nil { return rows.removeAll { $0.id == chat.id } }
    guard let index = rows.firstIndex(where: { $0.id == chat.id }) else {
      // A filter is the store's to judge, by its own folding.
      if isFiltering { reload() } else { insert(chat) }
      return
    }
    let row = rows[index]
    let isInOrder = row.chat.position == chat.position
    refresh(row, chat)
    guard !isInOrder else { return }
    var moved = rows
    moved.remove(at: index)
    insert(row, in: &moved)
    rows = moved
  }

  private func insert(_ chat: Chat) {
    let row = ChatRowModel(chat, time: clock.text)
    refresh(row, chat)
    var grown = rows
    insert(row, in: &grown)
    rows = grown
  }

  /// Puts the row where the order wants it, unless that is below what has been read.
  private func insert(_ row: ChatRowModel, in rows: inout [ChatRowModel]) {
    let index = rows.firstIndex { row.chat.position < $0.chat.position } ?? rows.endIndex
    if index == rows.endIndex, hasMore, !isLoadingMore { return }
    rows.insert(row, at: index)
  }

  private func refreshReplying(in chat: ChatID) {
    let isReplying = unfinished.isReplying(in: chat)
    if let row = row(of: chat), row.isReplying != isReplying { row.isReplying = isReplying }
  }

  // MARK: Drawing

  private func refresh(_ row: ChatRowModel, _ chat: Chat) {
    if row.chat != chat { row.chat = chat }
    row.isReplying = unfinished.isReplying(in: chat.id)
    refreshStamp(of: row)
  }

  func refreshStamps() { rows.forEach(refreshStamp) }

  private func refreshStamp(of row: ChatRowModel) {
    let stamp = clock.text.short(row.chat.lastActivityAt, now: clock.now)
    if row.stamp != stamp { row.stamp = stamp }
  }
}

extension String {
  /// Without white space at either end.
  var trimmed: String {
    let head = drop(while: \.isWhitespace)
    guard let last = head.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(head[...last])
  }
}
