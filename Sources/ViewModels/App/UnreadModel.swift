import Domain
public import Observation

/// How much is unread in all chats of the list, for the badge of the app.
@Observable
public final class UnreadModel {
  /// Messages that nobody has seen yet.
  public private(set) var count = 0
  @ObservationIgnored private var counts: [ChatID: Int] = [:]
  /// What was told while all of it was being read, and is newer.
  @ObservationIgnored private var told: [ChatID: Int] = [:]
  @ObservationIgnored private var readings = 0
  @ObservationIgnored private let service: ChatService
  @ObservationIgnored private let work: PendingWork
  /// Called when all of it was read: chats without an entry have nothing unread.
  @ObservationIgnored var onRead: (([ChatID: Int]) -> Void)?

  init(service: ChatService, work: PendingWork) {
    self.service = service
    self.work = work
  }

  func load() async {
    readings += 1
    let mine = readings
    told = [:]
    // What cannot be read is told where the chats are listed; a badge that stays as it was is no reason to say it twice.
    guard let read = try? await service.unreadCounts(), mine == readings else { return }
    counts = read.merging(told) { $1 }.filter { $0.value > 0 }
    count = counts.values.reduce(0, +)
    onRead?(counts)
  }

  func take(_ event: ChatEvent) {
    switch event {
    case .saved(let chat): set(chat.trashedAt == nil ? chat.unreadCount : 0, of: chat.id)
    case .removed(let id): set(0, of: id)
    case .everythingChanged: work.begin { [self] in await load() }
    default: break
    }
  }

  private func set(_ new: Int, of chat: ChatID) {
    told[chat] = new
    let old = counts[chat] ?? 0
    guard new != old else { return }
    counts[chat] = new > 0 ? new : nil
    count += new - old
  }
}
