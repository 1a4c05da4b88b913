public import Domain
internal import Wording

/// What the desktop's search is told: titles of chats that are not in the Trash, unless the user wants none of it. Where
/// there is no window, the library is opened for that alone: nothing is made, no reply is taken on, nothing is backed up.
extension AppModel {
  /// As many as a desktop shows at most.
  private static let mostFound = 20

  /// The chats whose titles have all of the words, the newest first.
  public func chats(titled words: [String]) async -> [ChatID] {
    guard let service = await searchedService() else { return [] }
    let filter = TitleFilter(shown: words.joined(separator: " "))
    guard !filter.part.isEmpty else { return [] }
    // A desktop that hears of no chat says so; why it does not is told in the window.
    let found = try? await service.chats(ChatQuery(title: filter, limit: Self.mostFound))
    return found?.map(\.id) ?? []
  }

  /// What these chats are called; those that are gone are left out.
  public func titles(of chats: [ChatID]) async -> [(chat: ChatID, title: String)] {
    guard let service = await searchedService() else { return [] }
    var titles: [(chat: ChatID, title: String)] = []
    for id in chats.prefix(Self.mostFound) {
      // As above.
      guard let chat = (try? await service.chat(id)) ?? nil, chat.trashedAt == nil else { continue }
      titles.append((id, ShownLine.of(chat.shownTitle)))
    }
    return titles
  }

  /// The service, where the user wants chats to be found.
  private func searchedService() async -> ChatService? {
    guard let service = await quietService() else { return nil }
    // As above.
    let settings = try? await service.currentSettings()
    return settings?.isInDesktopSearch == true ? service : nil
  }

  /// The service of the library that is open, or else of one that is there and opens without a question.
  private func quietService() async -> ChatService? {
    if let started { return started.service }
    guard case .opening = phase else { return nil }
    // Without a home there is nothing to find.
    if opening == nil, (try? startup.library())?.exists != true { return nil }
    do throws(StartError) { return try await startLibrary(key: nil).service } catch {
      if started == nil { opening = nil }
      return nil
    }
  }

  /// Opens the library, once for all who ask for it.
  func startLibrary(key: LibraryKey?) async throws(StartError) -> StartedLibrary {
    await closing?.value
    if let opening, key == nil { return try await opening.value.get() }
    let startup = startup
    let task = Task { [weak self] () -> Result<StartedLibrary, StartError> in
      do throws(StartError) {
        let started = try await startup.open(key: key) { part in Task { @MainActor in self?.take(part) } }
        return .success(started)
      } catch {
        return .failure(error)
      }
    }
    opening = task
    return try await task.value.get()
  }

  /// Gives back a library that was opened for the desktop's search alone.
  public func stopAnswering() async {
    guard started == nil, let opening else { return }
    self.opening = nil
    let closing = Task {
      guard case .success(let quiet) = await opening.value else { return }
      await giveBack(quiet)
    }
    self.closing = closing
    await closing.value
  }

  /// Closes a library of which no window has shown anything.
  func giveBack(_ started: StartedLibrary) async {
    await started.service.shutDown()
    await started.library.close()
  }
}
