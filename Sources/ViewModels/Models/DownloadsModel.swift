public import Domain
private import Localization
public import Observation
internal import Wording

/// Models on the internet: what is being fetched or rests, and what somebody may choose from. Nothing is asked of the
/// network but by `get`, `start` and `resume`.
@Observable
public final class DownloadsModel {
  /// What is being fetched or rests, the oldest first.
  public private(set) var rows: [DownloadRow] = []
  /// The models' files of the repository that was looked up.
  public private(set) var files: [RemoteModelFile] = []
  /// Whose files these are; empty for none.
  public private(set) var repository = ""
  /// Whether a host is asked for a list.
  public private(set) var isLooking = false
  /// Why what was written last led nowhere; stays until it was read, or something else was asked for.
  public var trouble: String?
  /// Whether a token would help with that.
  public private(set) var wantsToken = false

  @ObservationIgnored private let downloads: any ModelDownloads
  @ObservationIgnored private let parts: LibraryParts
  @ObservationIgnored private var following: Task<Void, Never>?
  /// Downloads whose end was told of.
  @ObservationIgnored private var told: Set<String> = []

  init(_ downloads: any ModelDownloads, _ parts: LibraryParts) {
    self.downloads = downloads
    self.parts = parts
  }

  /// Models that suit many machines.
  public var presets: [ModelPreset] { downloads.presets }

  /// Whether a preset fits this machine, in words.
  public func fitWords(_ preset: ModelPreset) -> String { preset.fitWords(downloads.memory(of: preset)) }

  /// Whether a preset fits into what is free of the memory now.
  public func fits(_ preset: ModelPreset) -> Bool { downloads.memory(of: preset).fits }

  /// Keeps the rows true from now on: also while no page shows them, for a download goes on then.
  public func show() {
    guard following == nil else { return }
    let changes = downloads.downloads()
    following = Task { [weak self] in
      for await all in changes { self?.take(all) }
    }
  }

  /// Looks again what other processes have done.
  public func look() async { take(await downloads.current()) }

  private func take(_ all: [ModelDownload]) {
    let new = all.map { DownloadRow($0) }
    if new != rows { rows = new }
    for download in all {
      guard case .done(let model) = download.state, told.insert(download.id).inserted else { continue }
      let name = ShownLine.within(model.name)
      parts.notices.tell(
        download.wasHere ? localized("“\(name)” is here already") : localized("“\(name)” was downloaded"))
    }
  }

  /// The row of a download; nil where it is gone.
  public func row(of id: String) -> DownloadRow? { rows.first { $0.id == id } }

  // MARK: What is asked for

  /// Fetches what somebody has written, or looks up what a repository has; true where a download has begun. A task that is
  /// cancelled looks no further, and begins nothing.
  public func get(_ text: String) async -> Bool {
    trouble = nil
    wantsToken = false
    switch ModelReference(text) {
    case nil:
      trouble = DownloadFault.notUnderstood.sentence
      return false
    case .file(let source): return await start(source)
    case .repository(let repository, let revision, let part):
      return await lookUp(repository, revision, part)
    }
  }

  private func lookUp(_ repository: String, _ revision: String, _ part: String?) async -> Bool {
    isLooking = true
    defer { isLooking = false }
    (files, self.repository) = ([], "")
    do throws(DownloadFault) {
      let all = try await downloads.files(of: repository, revision: revision)
      let wanted = all.filter { part == nil || $0.path.lowercased().contains(part?.lowercased() ?? "") }
      guard !Task.isCancelled else { return false }
      if wanted.count == 1 { return await start(wanted[0].source) }
      (files, self.repository) = (wanted.isEmpty ? all : wanted, repository)
    } catch {
      if !Task.isCancelled { fail(error) }
    }
    return false
  }

  /// Fetches a file; true where that has begun.
  public func start(_ source: ModelSource, named name: String? = nil) async -> Bool {
    guard !parts.isReadOnly else { return false }
    trouble = nil
    wantsToken = false
    do throws(DownloadFault) {
      told.remove(try await downloads.start(source, named: name))
      return true
    } catch {
      fail(error)
      return false
    }
  }

  private func fail(_ fault: DownloadFault) {
    trouble = fault.sentence
    wantsToken = fault.wantsToken
  }

  /// Forgets what was looked up.
  public func clear() { (files, repository, trouble, wantsToken) = ([], "", nil, false) }

  /// Goes on with what rests or has failed.
  public func resume(_ id: String) { parts.work.begin { [downloads] in await downloads.resume(id) } }

  /// Lets it rest.
  public func pause(_ id: String) { parts.work.begin { [downloads] in await downloads.pause(id) } }

  /// Forgets a download, with what came of it; one that is there stays.
  public func remove(_ id: String) {
    parts.work.begin { [downloads] in await downloads.remove(id) }
  }

  /// What is asked before something is thrown away that took a while to come; nil where nothing is lost.
  public func questionBeforeRemoving(_ id: String) -> Confirmation? {
    guard let download = row(of: id)?.download, download.received > 0 else { return nil }
    if case .done = download.state { return nil }
    return .cancelDownload(download)
  }

  /// What is asked before a model's file is deleted; nil where the file is not Sotto's to delete.
  public func questionBeforeDeleting(_ model: LocalModel) -> Confirmation? {
    downloads.hasFile(of: model) && !parts.isReadOnly ? .deleteModel(model) : nil
  }

  /// Forgets a model and deletes its file.
  public func delete(_ model: LocalModel) {
    parts.work.begin { [downloads, notices = parts.notices] in
      do throws(DownloadFault) {
        try await downloads.delete(model)
        notices.tell(localized("“\(ShownLine.within(model.name))” was deleted"))
      } catch {
        notices.tell(error.sentence)
      }
    }
  }

  /// Keeps a token, says where, and goes on with what waited for one. Returns why it is none; nil where it is kept.
  public func keepToken(_ token: String) async -> String? {
    do throws(DownloadFault) {
      parts.notices.tell(try await downloads.keepToken(token).sentence)
      (trouble, wantsToken) = (nil, false)
      for row in rows where row.wantsToken { await downloads.resume(row.id) }
      return nil
    } catch {
      return error.sentence
    }
  }

  /// Forgets the token, here and in the keyring, and says whether that was done.
  public func forgetToken() async {
    // Nothing is no token, and cannot be refused as one.
    guard let place = try? await downloads.keepToken("") else { return }
    parts.notices.tell(place.sentence)
  }

  /// Lets everything rest, for a quit.
  func shutDown() async {
    await downloads.pauseAll()
    following?.cancel()
  }
}
