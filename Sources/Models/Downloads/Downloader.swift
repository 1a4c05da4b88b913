public import Domain
import Executors
import Network
import Platform

/// Fetches models' files into a folder of its own, one at a time, and imports what has come. What was begun stands in the
/// folder and nowhere else, so that any process can go on with it.
public actor Downloader {
  private let executor = QueueExecutor(label: "sotto.downloads")
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let hub: HubAddress
  let network: NetworkClient
  let tokens: TokenKeeper
  private nonisolated let folder: DownloadFolder
  private let models: any LocalModels
  private let readOnly: StoreError?
  private let surroundings: any Surroundings
  private let room: @Sendable (String) -> Int64?
  private nonisolated let board = DownloadBoard()
  private nonisolated let imports: DownloadImport
  /// What waits, in order; the first is being fetched.
  private var queue: [String] = []
  private var running: (id: String, task: Task<Void, Never>)?
  /// Hears of other processes, once somebody looks.
  private var watch: DownloadWatch?

  /// - Parameters:
  ///   - folder: where the files come to lie; made when the first one is asked for.
  ///   - models: who imports what has come.
  ///   - readOnly: why nothing can be imported; nil where it can.
  ///   - hub: another host that answers like Hugging Face; nil for Hugging Face.
  ///   - environment: this process's, for the way to the network.
  ///   - keyring: where the person's token is kept.
  ///   - room: bytes that are free on the disk of a folder; asks the system unless a test says it.
  public init(
    into folder: String, models: any LocalModels, readOnly: StoreError? = nil, surroundings: any Surroundings,
    environment: [String: String], keyring: any Keyring,
    hub: String?, room: (@Sendable (String) -> Int64?)? = nil
  ) {
    self.folder = DownloadFolder(at: folder)
    self.models = models
    self.readOnly = readOnly
    self.surroundings = surroundings
    self.hub = HubAddress(named: hub)
    network = NetworkClient(environment: environment)
    tokens = TokenKeeper(keyring, host: self.hub.host)
    self.room = room ?? { freeSpace(in: $0) }
    imports = DownloadImport(folder: self.folder, models: models) { [board] id, state in
      board.change(id) { $0.state = state }
    }
  }

  deinit { running?.task.cancel() }

  // MARK: What there is

  /// Reads the folder; what is done in this process stays as it is.
  private func look() async {
    folder.sweep()
    let records = folder.records()
    for (id, record) in records where !isMine(id) {
      guard let source = record.source else { continue }
      var importFault: DownloadFault?
      // All of it has its name already: a crash, here or elsewhere, came between that and the import.
      let isLeft = board.one(id).map { $0.state == .elsewhere } ?? true
      // Whoever imports it takes the record away before it lets go.
      if isLeft, folder.isWhole(id), !folder.isHeld(id), folder.exists(folder.record(id)) {
        do throws(DownloadFault) {
          done(id, try await imports.adopt(id))
          continue
        } catch { importFault = error.isCancelled || Task.isCancelled ? nil : error }
        guard folder.exists(folder.record(id)), !isMine(id) else { continue }
      }
      // Looked at first: what its process said last stands in the record then.
      let isHeld = folder.isHeld(id)
      let (received, total, failure) = folder.standing(of: id)
      board.change { all in
        let known = all.firstIndex { $0.id == id }
        var download = known.map { all[$0] } ?? ModelDownload(id: id, name: record.name, source: source)
        (download.received, download.total) = (received, total)
        if isHeld {
          download.state = .elsewhere
        } else if known == nil || download.state == .elsewhere {
          download.state = (importFault ?? failure).map { .failed($0) } ?? .paused
        }
        if let known { all[known] = download } else { all.append(download) }
      }
    }
    let ids = Set(folder.records().map(\.id))
    board.change { all in
      all.removeAll { download in
        // What another process has taken away; what is done stays until somebody has seen it.
        if case .done = download.state { return false }
        return !ids.contains(download.id) && !isMine(download.id)
      }
    }
  }

  private func follow() {
    guard watch == nil else { return }
    watch = DownloadWatch(folder) { [weak self] in
      Task { [weak self] in await self?.look() }
    }
  }

  private func isMine(_ id: String) -> Bool { queue.contains(id) }

  // MARK: Doing it

  private func enqueue(_ id: String) {
    guard !queue.contains(id) else { return }
    queue.append(id)
    board.change(id) { download in
      download.state = .waiting
      download.newStart = nil
    }
    next()
  }

  private func next() {
    guard running == nil, let id = queue.first else { return }
    board.change(id) { $0.state = .connecting }
    running = (id, Task { await fetch(id) })
  }

  private func fetch(_ id: String) async {
    do throws(DownloadFault) { done(id, try await bring(id)) } catch {
      let received = folder.standing(of: id).received
      // Whatever was broken off by a pause says so in words of its own.
      let isPaused = error.isCancelled || Task.isCancelled
      board.change(id) { download in
        download.state = isPaused ? .paused : .failed(error)
        download.received = received
      }
    }
    queue.removeAll { $0 == id }
    running = nil
    next()
  }

  private func bring(_ id: String) async throws(DownloadFault) -> LocalModel {
    guard let record = DownloadRecord.read(folder.record(id)) else { throw .cancelled }
    // All of it came before, and only the import failed.
    try await imports.discardWrong(id)
    if folder.isWhole(id) {
      board.change(id) { $0.state = .checking(1) }
      return try await imports.adopt(id)
    }
    board.change(id) { $0.wasHere = false }
    let run = DownloadRun(
      id: id, folder: folder, hub: hub, network: network, surroundings: surroundings,
      findToken: { [tokens] in await tokens.token() }, room: room
    ) { [board] reason in
      board.change(id) { $0.newStart = reason }
    }
    let files = DownloadFiles(run: run, twins: ModelTwins(models: models)) { [board] state, received, total in
      board.change(id) { ($0.state, $0.received, $0.total) = (state, received, total) }
    }
    let (held, twin) = try await files.fetch(id, record)
    // Nobody else imports it meanwhile.
    defer { for part in held { part.letGo() } }
    guard let twin else { return try await imports.adopt(id) }
    folder.remove(id)
    board.change(id) { $0.wasHere = true }
    return twin
  }

  private func done(_ id: String, _ model: LocalModel) {
    board.change(id) { download in
      download.state = .done(model)
      download.name = model.name
    }
  }

  /// What was fetched from there before, where all of it is still here: as a model, or to be one again. Nil where it is not.
  private func here(_ source: ModelSource) async -> String? {
    guard let (id, record) = folder.origins().first(where: { $0.record.source == source }) else { return nil }
    // A library that cannot be read says so when something is imported.
    guard let entry = try? await imports.entry(of: id) else {
      guard folder.reopen(id) else { return nil }
      board.add(ModelDownload(id: id, name: record.name, source: source, wasHere: true))
      enqueue(id)
      return id
    }
    let bytes = entry.model.file.bytes
    // Another file may have its name now.
    let isAsLong = SplitName(id) != nil || bytes == record.total ?? bytes
    guard entry.isHere, isAsLong else { return nil }
    board.add(
      ModelDownload(
        id: id, name: entry.model.name, source: source, received: bytes, total: bytes, state: .done(entry.model),
        wasHere: true))
    return id
  }

  private func stop(_ id: String) async {
    if let running, running.id == id {
      running.task.cancel()
      await running.task.value
    } else {
      queue.removeAll { $0 == id }
    }
    board.change(id) { if $0.isActive { $0.state = .paused } }
  }
}

extension Downloader: ModelDownloads {
  public nonisolated func downloads() -> AsyncStream<[ModelDownload]> {
    Task { [weak self] in
      await self?.follow()
      await self?.look()
    }
    return board.listen()
  }

  public func current() async -> [ModelDownload] {
    await look()
    return board.all
  }

  public func start(_ source: ModelSource, named name: String?) async throws(DownloadFault) -> String {
    await look()
    if let reason = readOnly { throw .model(.store(reason)) }
    guard !source.fileName.isEmpty else { throw .notUnderstood }
    let split = SplitName(source.fileName)
    guard split?.isSensible != false else { throw .split(name: source.fileName) }
    // Whichever part was chosen, all are meant.
    let source = source.part(1)
    if let id = await here(source) { return id }
    if let known = folder.records().first(where: { $0.record.source == source }) {
      if folder.isHeld(known.id), !isMine(known.id) { throw .elsewhere(name: known.record.name) }
      enqueue(known.id)
      return known.id
    }
    let preset = presets.first { $0.source == source }
    if let preset, let free = room(folder.nearest), free < preset.bytes + DownloadSink.reserve {
      throw .noSpace(needs: preset.bytes + DownloadSink.reserve, free: free)
    }
    try folder.make()
    // Held until its record is there.
    let (id, part) = try folder.take(source.fileName)
    let record = DownloadRecord(
      source, name: name ?? preset?.name ?? split?.whole ?? source.fileName, sha256: preset?.sha256)
    try record.write(to: folder.record(id))
    _ = consume part
    board.add(ModelDownload(id: id, name: record.name, source: source))
    enqueue(id)
    return id
  }

  public func resume(_ id: String) async {
    await look()
    guard let download = board.one(id), !download.isActive, download.state != .elsewhere else { return }
    if case .done = download.state { return }
    enqueue(id)
  }

  public func pause(_ id: String) async { await stop(id) }

  public func remove(_ id: String) async {
    await stop(id)
    guard let download = board.one(id) else { return }
    if case .done = download.state {
      // Only its row goes.
    } else {
      // Nobody else may be writing it.
      guard !folder.isHeld(id, looks: 20) else { return await look() }
      do throws(DownloadFault) {
        if try await imports.entry(of: id) == nil { try folder.delete(id) }
      } catch {
        return board.change(id) { $0.state = .failed(error) }
      }
      folder.remove(id)
    }
    board.change { all in all.removeAll { $0.id == id } }
  }

  public nonisolated func hasFile(of model: LocalModel) -> Bool { folder.model(model.file.name) == model.file.path }

  public func delete(_ model: LocalModel) async throws(DownloadFault) {
    guard hasFile(of: model) else { return }
    models.unload(model.id)
    // The record goes last: files without one would be seen by nobody.
    try folder.delete(model.file.name)
    do throws(ModelFault) { _ = try await models.remove(model.id) } catch { throw .model(error) }
  }

  public func pauseAll() async {
    let others = queue.filter { $0 != running?.id }
    for id in others { await stop(id) }
    if let id = running?.id { await stop(id) }
  }
}
