import Domain

/// The demo chats, as the preferences offer them.
extension LibraryModel {
  public func addDemo() {
    perform { [service, demo, weak self] () throws(StoreError) in
      let count = try await service.addDemo(demo)
      self?.tell(count == 0 ? "The demo chats are already there" : "The demo chats were added")
      await self?.lookForDemo()
    }
  }

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
