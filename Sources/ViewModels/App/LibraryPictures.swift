public import Domain
private import Localization
internal import Wording

/// The pictures of a library as its models share them: those that were decoded lately, and those that are on their way in.
public final class LibraryPictures {
  let store: any PictureStore
  /// Decoded pictures, whichever chat they are in.
  let cache = PictureCache()
  private let notices: Notices
  private let work: PendingWork
  private let surroundings: any Surroundings
  /// What takes pictures in, and which of that waits for the network.
  private var takingIn: [Int: Task<Void, Never>] = [:]
  private var loading: [Int: Task<Void, Never>] = [:]
  private var count = 0

  init(_ store: any PictureStore, notices: Notices, work: PendingWork, surroundings: any Surroundings) {
    self.store = store
    self.notices = notices
    self.work = work
    self.surroundings = surroundings
  }

  /// The picture as a file's bytes; nil after a word to the user when it is not there.
  public func file(of attachment: Attachment) async -> PictureFile? {
    do throws(PictureError) { return try await store.file(of: attachment) } catch {
      notices.tell(error.sentence)
      return nil
    }
  }

  /// Writes a file where the user wants it, and says so.
  public func save(_ bytes: [UInt8], to path: String) async {
    do throws(PictureError) {
      try await store.export(bytes, to: path)
      let name = path.split(separator: "/").last ?? ""
      notices.tell(localized("Saved as \(name)"))
    } catch {
      notices.tell(error.sentence)
    }
  }

  /// The path of a copy that other programs may read; nil after a word to the user when there is none.
  public func copyForOthers(_ attachment: Attachment) async -> String? {
    guard let file = await file(of: attachment) else { return nil }
    return await copyForOthers(file.bytes, named: attachment.fileName(as: file.format))
  }

  /// The path of a file that other programs of the user may read; nil after a word to the user when there is none.
  public func copyForOthers(_ bytes: [UInt8], named name: String) async -> String? {
    do throws(PictureError) { return try await store.copyForOthers(bytes, named: name) } catch {
      notices.tell(error.sentence)
      return nil
    }
  }

  /// Pictures with their pixels, as far as they can be had, for what is drawn once and is not on the screen.
  public func decoded(_ attachments: [Attachment]) async -> [PictureModel] {
    let models = attachments.map { model($0, .preview) }
    for model in models { await model.decoded() }
    return models
  }

  func model(_ attachment: Attachment, _ size: PictureSize) -> PictureModel {
    PictureModel(attachment, size, pictures: store, cache: cache)
  }

  /// Starts to take a picture in, which a quit waits for, but not for long.
  func take(_ source: PictureSource, _ body: @escaping () async -> Void) -> Task<Void, Never> {
    count += 1
    let number = count
    let task = work.begin { [self] in
      await body()
      takingIn[number] = nil
      loading[number] = nil
    }
    if case .remote = source { loading[number] = task } else { takingIn[number] = task }
    return task
  }

  // MARK: Leaving

  /// How long a quit waits for pictures that are being read. What was typed is on the disk by then.
  static let busyTimeout = Duration.seconds(1)

  /// Calls off what waits for the network, which can be asked again.
  func stopLoading() {
    for task in loading.values { task.cancel() }
  }

  /// Gives what is read from here some time, and then lets it go.
  func end() async {
    await wait(for: Array(takingIn.values), atMost: Self.busyTimeout)
    store.end()
  }

  private func wait(for work: [Task<Void, Never>], atMost time: Duration) async {
    guard !work.isEmpty else { return }
    let (end, bell) = AsyncStream.makeStream(of: Never.self)
    Task {
      for task in work { await task.value }
      bell.finish()
    }
    let timer = Task { [surroundings] in
      do { try await surroundings.sleep(for: time) } catch { return }
      bell.finish()
    }
    for await _ in end {}
    timer.cancel()
  }
}
