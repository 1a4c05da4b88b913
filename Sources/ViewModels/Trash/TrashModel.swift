import Domain
private import Localization
public import Observation
internal import Wording

/// What lies in the Trash, newest first.
@Observable
public final class TrashModel {
  /// What was deleted last comes first.
  public private(set) var rows: [ChatRowModel] = []
  /// How many chats lie in the Trash; shown even before they are read.
  public private(set) var count = 0
  /// Why the Trash cannot be read, for the user; nil where it can.
  public private(set) var failure: String?
  /// Whether chats are being read.
  public private(set) var isLoading = false
  /// Whether there are chats that were not yet read.
  public private(set) var hasMore = false

  @ObservationIgnored private let service: ChatService
  @ObservationIgnored private let clock: MinuteClock
  @ObservationIgnored private var isShown = false
  @ObservationIgnored private var isReading = false
  /// Something has happened while chats are being read: they are read once more.
  @ObservationIgnored private var isStale = false
  static let limit = 200

  init(service: ChatService, clock: MinuteClock) {
    self.service = service
    self.clock = clock
  }

  /// Reads the Trash and keeps it true while it is shown.
  public func show() async {
    isShown = true
    await load()
  }

  /// Lets the rows go, once nobody looks at them any more.
  public func hide() {
    isShown = false
    rows = []
  }

  private func load() async {
    isStale = isReading
    guard !isReading else { return }
    isReading = true
    isLoading = rows.isEmpty
    repeat { await read() } while isStale && isShown
    isReading = false
    isLoading = false
  }

  private func read() async {
    isStale = false
    do throws(StoreError) {
      let page = try await service.chats(ChatQuery(location: .trash, limit: Self.limit))
      count = try await service.chatCount(on: .trash)
      guard isShown else { return }
      hasMore = count > page.count
      let old = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
      rows = page.map { chat in
        let row = old[chat.id] ?? ChatRowModel(chat)
        row.chat = chat
        return row
      }
      refreshStamps()
      failure = nil
    } catch {
      failure = error.sentence
    }
  }

  func take(_ event: ChatEvent) {
    guard isShown else { return }
    switch event {
    case .saved where isReading, .removed where isReading: isStale = true
    default: break
    }
    switch event {
    case .saved(let chat):
      let isShown = rows.contains { $0.id == chat.id }
      if isShown != (chat.trashedAt != nil) { Task { await load() } }
    case .removed(let id):
      guard rows.contains(where: { $0.id == id }) else { return }
      rows.removeAll { $0.id == id }
      count -= 1
      if rows.isEmpty, hasMore { Task { await load() } }
    case .everythingChanged: Task { await load() }
    default: break
    }
  }

  /// How long each chat still has: "Deleted for ever in 29 days".
  func refreshStamps() {
    for row in rows {
      guard let trashedAt = row.chat.trashedAt else { continue }
      let rest = trashedAt.advanced(by: ChatService.trashRetention).since(clock.now)
      let days = Int(rest.wholeMilliseconds.plus(86_399_999) / 86_400_000)
      let stamp =
        days <= 1
        ? localized("Deleted for ever within a day")
        : localized(days, one: "Deleted for ever in \(days) day", other: "Deleted for ever in \(days) days")
      if row.stamp != stamp { row.stamp = stamp }
    }
  }
}
