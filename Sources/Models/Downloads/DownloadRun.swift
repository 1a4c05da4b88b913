internal import Domain
import Network

/// Fetches one file, from what is there of it to the whole: asks, goes on after a break, and checks what came. All of it
/// can be killed at any time: what the record says is never more than what is on the disk.
struct DownloadRun: Sendable {
  /// What the file is called here.
  var id: String
  let folder: DownloadFolder
  let hub: HubAddress
  let network: NetworkClient
  let surroundings: any Surroundings
  /// The person's token. It is asked for only when a host wants to know who asks, and so never sent without need.
  let findToken: @Sendable () async -> String?
  let room: @Sendable (String) -> Int64?
  let tellNewStart: @Sendable (ModelDownload.NewStart) -> Void
  /// What becomes of it, for those who look; whoever fetches several files says it of all of them.
  var tell: @Sendable (ModelDownload.State, _ received: Int64, _ total: Int64?) -> Void = { _, _, _ in }
  /// Bytes that are still to come of other files, for which there must be room, too.
  var others: Int64 = 0

  /// How often it goes on by itself after a break in which something came.
  private static let mostBreaks = 5
  /// How often it begins anew because the host has another file than before.
  private static let mostNewStarts = 3
  private static let much: Int64 = 1 << 20

  /// The run of another file.
  func of(_ name: String) -> DownloadRun {
    var other = self
    other.id = name
    return other
  }

  /// Asks how long the file is and by what it is known again, and takes nothing of it. Returns what its record says then.
  func ask(_ part: PartFile, _ record: DownloadRecord) async throws(DownloadFault) -> DownloadRecord {
    try await bring(part, record) { _ in true }
  }

  /// Fetches what is missing; `part` is open for the whole time. Returns what its record says then.
  ///
  /// - Parameter isEnough: whether no more is wanted than what the host said of the file; it is told of before the first byte
  ///   is taken.
  func bring(
    _ part: PartFile, _ record: DownloadRecord, isEnough: @escaping @Sendable (DownloadRecord) -> Bool = { _ in false }
  ) async throws(DownloadFault) -> DownloadRecord {
    var record = record
    if record.isWrong == true {
      try part.cut(to: 0)
      (record.isWrong, record.synced) = (nil, 0)
      try record.write(to: folder.record(id))
    } else if record.sha256 == nil {
      // Nobody would see that the disk has lost some of it when the power went.
      try part.cut(to: record.synced)
    }
    var breaks = 0
    var newStarts = 0
    // What was never here before is progress; what comes again is none.
    var farthest = part.bytes
    var hadAnswer = false
    var token: String?
    while record.total == nil || part.bytes < record.total ?? 0 {
      let sink = DownloadSink(run: self, part: part, record: record, hasToken: token != nil, isEnough: isEnough)
      let fault = await fetch(into: sink, token)
      record = sink.record
      if sink.wasEnough { return record }
      if part.bytes > 0 { try sink.keep() }
      record = sink.record
      guard let fault else { continue }
      if sink.isDenied, token == nil, let found = await findToken(), !Task.isCancelled {
        token = found
        continue
      }
      // A break that comes after much has come is a first one.
      if part.bytes - farthest > Self.much { breaks = 0 }
      farthest = max(farthest, part.bytes)
      if sink.wasSoundAnswer { hadAnswer = true }
      guard breaks < Self.mostBreaks, sink.beginsAnew || hadAnswer, Self.isBreak(fault) else { throw fault }
      if sink.beginsAnew { newStarts += 1 } else { breaks += 1 }
      guard newStarts <= Self.mostNewStarts else { throw .keepsChanging(name: record.name) }
      tell(.connecting, part.bytes, record.total)
      if sink.beginsAnew, newStarts == 1 { continue }
      guard await surroundings.slept(for: .seconds(1 << max(0, breaks - 1))) else { throw .cancelled }
    }
    return record
  }

  /// Asks once; why it did not come to its end.
  private func fetch(into sink: DownloadSink, _ token: String?) async -> DownloadFault? {
    guard let source = sink.record.source else { return .notUnderstood }
    var secrets: [(name: String, value: String)] = []
    if let token, case .hub = source { secrets = [("Authorization", "Bearer \(token)")] }
    let fetch = Fetch(
      hub.address(of: source), headers: sink.headers, secrets: secrets, silence: HubAddress.silence,
      trustsThisMachine: hub.isOnThisMachine)
    tell(.connecting, sink.received, sink.record.total)
    // Also while nothing comes: a speed that is long over would be shown.
    let ticking = Task { while await surroundings.slept(for: .seconds(1)) { sink.tick() } }
    var failure: NetworkError?
    do throws(NetworkError) { try await network.fetch(fetch) { sink.take($0) } } catch { failure = error }
    // Its last word must not come after what is said next.
    ticking.cancel()
    await ticking.value
    if let fault = sink.fault { return fault }
    return failure.map { DownloadFault($0, host: sink.host ?? origin(of: source)) } ?? sink.atEnd()
  }

  private func origin(of source: ModelSource) -> String {
    if case .hub = source { hub.host } else { source.origin }
  }

  private static func isBreak(_ fault: DownloadFault) -> Bool {
    guard case .network(_, let fault) = fault else { return false }
    return [.cutOff, .broken, .tooLong, .empty, .noAnswer, .hostNotFound].contains(fault)
  }

  /// Looks whether what came is what it should be; all of it is on the disk then.
  func check(_ part: PartFile, _ record: DownloadRecord) async throws(DownloadFault) {
    var record = record
    var fault: DownloadFault?
    if let total = record.total, part.bytes > total { fault = .wrongLength(name: record.name) }
    if !part.beginning(4).elementsEqual("GGUF".utf8) { fault = .notAModel(name: record.name) }
    if fault == nil, let expected = record.sha256 {
      let found = try await part.digest { [tell] in tell(.checking($0), part.bytes, part.bytes) }
      if found != expected { fault = .wrongContents(name: record.name) }
    }
    guard let fault else { return try part.sync() }
    record.isWrong = true
    try record.write(to: folder.record(id))
    throw fault
  }
}

extension DownloadFault {
  init(_ error: NetworkError, host: String) {
    self =
      if case .notEncrypted(let host) = error {
        .notEncrypted(host: host)
      } else if let fault = error.fault {
        .network(host: host, fault)
      } else {
        .cancelled
      }
  }
}
