import Domain
private import Localization
public import Observation
internal import Wording

/// The demo chats, as the preferences offer them.
@Observable
public final class DemoModel {
  /// Whether there are demo chats to take away, when it was last looked for.
  public private(set) var isThere = false
  @ObservationIgnored private let chats: () -> [DemoChat]
  @ObservationIgnored private let service: ChatService
  @ObservationIgnored private let notices: Notices
  @ObservationIgnored private let work: PendingWork

  init(_ chats: @escaping () -> [DemoChat], _ parts: LibraryParts) {
    self.chats = chats
    service = parts.service
    notices = parts.notices
    work = parts.work
  }

  /// Adds them for somebody new, unless they were there before.
  func addOnce() async {
    let chats = chats()
    guard !chats.isEmpty else { return }
    do throws(StoreError) { try await service.addDemoOnce(chats) } catch { notices.tell(error.sentence) }
  }

  /// Adds the demo chats that are missing, and says how many.
  public func add() {
    work.perform { [self] () throws(StoreError) in
      let count = try await service.addDemo(chats())
      notices.tell(
        count == 0 ? localized("The demo chats are already there") : localized("The demo chats were added"))
      await look()
    }
  }

  /// Removes the demo chats; those in which the user wrote go to the Trash.
  public func remove() {
    work.perform { [self] () throws(StoreError) in
      let count = try await service.removeDemo()
      notices.tell(count == 0 ? localized("There are no demo chats") : localized("The demo chats were removed"))
      await look()
    }
  }

  /// Looks whether there are demo chats to take away.
  public func look() async {
    do throws(StoreError) { isThere = try await service.hasDemo() } catch { notices.tell(error.sentence) }
  }
}
