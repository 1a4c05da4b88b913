import Domain

/// The demo chats, as the preferences offer them.
extension LibraryModel {
  /// Adds the demo chats that are missing, and says how many.
  public func addDemo() {
    perform { [service, demo, weak self] () throws(StoreError) in
      let count = try await service.addDemo(demo)
      self?.tell(count == 0 ? "The demo chats are already there" : "The demo chats were added")
      await self?.lookForDemo()
    }
  }

  /// Removes the demo chats; those in which the user wrote go to the Trash.
  public func removeDemo() {
    perform { [service, weak self] () throws(StoreError) in
      let count = try await service.removeDemo()
      self?.tell(count == 0 ? "There are no demo chats" : "The demo chats were removed")
      await self?.lookForDemo()
    }
  }

  /// Looks whether there are demo chats to take away.
  public func lookForDemo() async {
    do throws(StoreError) { hasDemo = try await service.hasDemo() } catch { tell(error.sentence) }
  }
}
