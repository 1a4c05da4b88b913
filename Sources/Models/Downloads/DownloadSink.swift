internal import Domain
import Network
import Synchronization

/// Takes what comes of one answer: judges its head, writes what follows, and keeps the record true. Called from the thread
/// that reads the network.
final class DownloadSink: Sendable {
  private struct State {
    var record: DownloadRecord
    var fault: DownloadFault?
    /// Whose answer it is.
    var host: String?
    /// An answer that can be written has begun.
    var isSound = false
    /// Its head was all that is wanted.
    var isEnough = false
    /// What had come was thrown away, and the host is to be asked once more.
    var beginsAnew = false
    /// The host wants to know who asks.
    var isDenied = false
    /// What the host's first answers said of the file, before they led elsewhere.
    var linkedHash: String?
    var linkedBytes: Int64?
    var unsynced: Int64 = 0
    var meter: Meter
  }
  private let run: DownloadRun
  private let part: PartFile
  private let hasToken: Bool
  /// Whether the head was all that is wanted.
  private let isEnough: @Sendable (DownloadRecord) -> Bool
  private let state: Mutex<State>
  /// What is asked to go on behind what is there; nil where all is asked for.
  private let from: Int64?

  /// How much may come before it is brought to the disk, and the room there looked at again.
  private static let stretch: Int64 = 32 << 20
  /// More than any model has: who sends on and on without a length is not believed.
  private static let mostBytes: Int64 = 1 << 40
  /// What a host answers that wants to know who asks.
  static let denials = [401, 403]
  /// What other programs are left of the disk.
  static let reserve: Int64 = 100_000_000

  init(
    run: DownloadRun, part: PartFile, record: DownloadRecord, hasToken: Bool,
    isEnough: @escaping @Sendable (DownloadRecord) -> Bool
  ) {
    self.run = run
    self.hasToken = hasToken
    self.isEnough = isEnough
    self.part = part
    let knowsAgain = record.validator != nil || record.sha256 != nil
    from = knowsAgain && part.bytes > 0 ? part.bytes : nil
    state = Mutex(State(record: record, meter: Meter(run.surroundings)))
  }

  var record: DownloadRecord { state.withLock(\.record) }
  var fault: DownloadFault? { state.withLock(\.fault) }
  var host: String? { state.withLock(\.host) }
  var wasSoundAnswer: Bool { state.withLock(\.isSound) }
  var wasEnough: Bool { state.withLock(\.isEnough) }
  var isDenied: Bool { state.withLock(\.isDenied) }
  var beginsAnew: Bool { state.withLock(\.beginsAnew) }
  var received: Int64 { part.bytes }

  /// What is asked besides the address.
  var headers: [(name: String, value: String)] {
    guard let from else { return [] }
    return [("Range", "bytes=\(from)-")] + (record.validator.map { [("If-Range", $0)] } ?? [])
  }

  /// Whether more is wanted.
  func take(_ piece: FetchPart) -> Bool {
    state.withLock { state in
      do throws(DownloadFault) {
        switch piece {
        case .head(let head, let host, let isNamed): try take(head, host, isNamed, &state)
        case .bytes(let bytes): if state.isSound { try take(bytes, &state) }
        }
        return true
      } catch {
        state.fault = error
        return false
      }
    }
  }

  /// What is wrong with an answer that has ended by itself; nil where nothing is.
  func atEnd() -> DownloadFault? {
    state.withLock { state in
      guard state.isSound, let host = state.host else { return .network(host: state.host ?? "", .empty) }
      guard let total = state.record.total else {
        state.record.total = part.bytes
        return part.bytes > 0 ? nil : .network(host: host, .empty)
      }
      return part.bytes < total ? .network(host: host, .cutOff) : nil
    }
  }

  /// Brings what came to the disk, and then says so in the record.
  func keep() throws(DownloadFault) {
    let result = state.withLock { state in Result { () throws(DownloadFault) in try keep(&state) } }
    try result.get()
  }

  private func keep(_ state: inout State) throws(DownloadFault) {
    try part.sync()
    state.record.synced = part.bytes
    state.unsynced = 0
    try state.record.write(to: run.folder.record(run.id))
  }

  // MARK: The head

  private func take(_ head: AnswerHead, _ host: String, _ isNamed: Bool, _ state: inout State) throws(DownloadFault) {
    state.host = host
    // Where the file lies says less of it than who has the repository.
    if isNamed, case .hub? = state.record.source {
      state.linkedHash = head.field("x-linked-etag").flatMap(Self.hash) ?? state.linkedHash
      state.linkedBytes = head.field("x-linked-size").flatMap { Int64($0) } ?? state.linkedBytes
    }
    guard !head.isRedirect else { return }
    state.isDenied = Self.denials.contains(head.status)
    switch head.status {
    case 200: try begin(head, &state)
    case 206: try goOn(head, &state)
    case 416 where from != nil: try throwAway(.changed, &state)
    default: throw refusal(head, host, state.record)
    }
  }

  /// The whole file comes, from its beginning.
  private func begin(_ head: AnswerHead, _ state: inout State) throws(DownloadFault) {
    let length = head.field("content-length").flatMap { Int64($0) }
    let validator = Self.validator(head)
    try compareHash(&state)
    if part.bytes > 0 {
      let isSame = validator != nil && validator == state.record.validator
      run.tellNewStart(from == nil || isSame ? .noRanges : .changed)
      try part.cut(to: 0)
    }
    if let length, let linked = state.linkedBytes, length != linked { throw .wrongLength(name: state.record.name) }
    state.record.total = length ?? state.linkedBytes
    state.record.validator = validator
    state.record.sha256 = state.record.sha256 ?? state.linkedHash
    state.record.synced = 0
    try write(&state)
  }

  /// What is missing comes, if it is of the same file.
  private func goOn(_ head: AnswerHead, _ state: inout State) throws(DownloadFault) {
    guard let from else { throw refusal(head, state.host ?? "", state.record) }
    try compareHash(&state)
    let range = head.field("content-range").flatMap(Self.range)
    let validator = Self.validator(head)
    let isOther =
      range == nil || range?.start != from
      || (range?.total != nil && state.record.total != nil && range?.total != state.record.total)
      || (validator != nil && state.record.validator != nil && validator != state.record.validator)
    guard !isOther else { return try throwAway(.changed, &state) }
    state.record.total = state.record.total ?? range?.total
    try write(&state)
  }

  private func write(_ state: inout State) throws(DownloadFault) {
    state.isSound = true
    state.isEnough = isEnough(state.record)
    guard !state.isEnough else {
      try state.record.write(to: run.folder.record(run.id))
      throw .cancelled
    }
    try checkRoom(state)
    try state.record.write(to: run.folder.record(run.id))
    state.meter.begin(at: part.bytes)
    run.tell(.receiving(speed: nil), part.bytes, state.record.total)
  }

  /// The host says of the file what it had not said before: what came is of another one.
  private func compareHash(_ state: inout State) throws(DownloadFault) {
    guard let linked = state.linkedHash, let known = state.record.sha256, linked != known else { return }
    guard state.record.isPreset != true else { throw .wrongContents(name: state.record.name) }
    state.record.sha256 = linked
    if from != nil { try throwAway(.changed, &state) }
  }

  /// What came is of another file than what the host has now: it is asked for anew.
  private func throwAway(_ reason: ModelDownload.NewStart, _ state: inout State) throws(DownloadFault) {
    try part.cut(to: 0)
    (state.record.validator, state.record.total, state.record.synced) = (nil, nil, 0)
    state.record.sha256 = state.record.isPreset == true ? state.record.sha256 : state.linkedHash
    (state.isSound, state.beginsAnew) = (false, true)
    run.tellNewStart(reason)
    try state.record.write(to: run.folder.record(run.id))
    throw .network(host: state.host ?? "", .broken)
  }

  private func refusal(_ head: AnswerHead, _ host: String, _ record: DownloadRecord) -> DownloadFault {
    if [404, 410].contains(head.status) { return .notFound(name: record.name) }
    return Self.refusal(head, host, of: record.repository, hasToken: hasToken)
  }

  /// What an answer means that is none of a file; `repository` is what was asked of Hugging Face.
  static func refusal(
    _ head: AnswerHead, _ host: String, of repository: String?, hasToken: Bool
  ) -> DownloadFault {
    let code = head.field("x-error-code")
    switch (head.status, repository) {
    case (401, let name?), (403, let name?):
      if code == "RepoNotFound" { return .notFound(name: name) }
      guard hasToken else { return .needsToken(name: name) }
      return head.status == 401 && code != "GatedRepo" ? .tokenRefused(name: name) : .noAccess(name: name)
    case (404, let name?), (410, let name?): return .notFound(name: name)
    case (429, _), (503, _): return .busy(host: host)
    default: return .network(host: host, .refused(status: head.status))
    }
  }

  // MARK: What follows

  private func take(_ bytes: [UInt8], _ state: inout State) throws(DownloadFault) {
    guard part.bytes < Self.mostBytes else {
      try part.cut(to: 0)
      throw .network(host: state.host ?? "", .tooLarge(limit: Int(Self.mostBytes)))
    }
    let length = try part.append(bytes)
    if let total = state.record.total, length > total {
      try part.cut(to: 0)
      throw .wrongLength(name: state.record.name)
    }
    // A page that asks who one is, and the like, is not fetched to its end.
    if length - Int64(bytes.count) < 4, length >= 4, !part.beginning(4).elementsEqual("GGUF".utf8) {
      try part.cut(to: 0)
      throw .notAModel(name: state.record.name)
    }
    state.unsynced += Int64(bytes.count)
    if state.unsynced >= Self.stretch {
      try keep(&state)
      try checkRoom(state)
    }
    if let speed = state.meter.speed(at: length) {
      run.tell(.receiving(speed: speed), length, state.record.total)
    }
  }

  /// Says how fast it comes just now. Does not wait for the disk: what is just taken says so itself.
  func tick() {
    _ = state.withLockIfAvailable { state in
      guard state.isSound, state.fault == nil, part.bytes < state.record.total ?? .max else { return }
      if let speed = state.meter.speed(at: part.bytes) {
        run.tell(.receiving(speed: speed), part.bytes, state.record.total)
      }
    }
  }

  private func checkRoom(_ state: State) throws(DownloadFault) {
    let missing = max(0, (state.record.total ?? 0) - part.bytes)
    try Self.checkRoom(for: missing.plus(run.others), free: run.room(run.folder.path))
  }

  /// Throws where so much does not fit; `free` is nil where nobody knows.
  static func checkRoom(for missing: Int64, free: Int64?) throws(DownloadFault) {
    let needs = missing.plus(reserve)
    guard let free, needs > free else { return }
    throw .noSpace(needs: needs, free: free)
  }

  // MARK: Reading fields

  /// What names a version of the file down to its bytes.
  private static func validator(_ head: AnswerHead) -> String? {
    guard let tag = head.field("etag"), tag.hasPrefix("\""), tag.hasSuffix("\""), (3...200).contains(tag.utf8.count),
      tag.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    return tag
  }

  /// A SHA-256, as the field has it in quotes; other hashes are of no use.
  private static func hash(_ tag: String) -> String? {
    let digits = tag.lowercased().filter { $0 != "\"" }
    return digits.utf8.count == 64 && digits.allSatisfy { $0.isASCII && $0.isHexDigit } ? digits : nil
  }

  /// Of "bytes 100-199/200".
  private static func range(_ field: String) -> (start: Int64, total: Int64?)? {
    let words = field.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/")
    let ends = parts.first?.split(separator: "-") ?? []
    guard parts.count == 2, ends.count == 2, let start = Int64(ends[0]), let last = Int64(ends[1]), last >= start else {
      return nil
    }
    guard parts[1] != "*" else { return (start, nil) }
    guard let total = Int64(parts[1]), last < total else { return nil }
    return (start, total)
  }
}
