internal import Domain
import Network
import Synchronization

/// Fetches a download: its file, or all parts of a model that was split, one after the other. They get their names once all
/// of them are there and checked. Nobody else fetches any of them meanwhile.
struct DownloadFiles: Sendable {
  /// What one file is asked for with.
  let run: DownloadRun
  let twins: ModelTwins
  /// What becomes of the whole, for those who look.
  let tell: @Sendable (ModelDownload.State, _ received: Int64, _ total: Int64?) -> Void

  /// One of them that has not its name yet.
  private final class File: Sendable {
    let name: String
    let part: PartFile
    let record: Mutex<DownloadRecord>

    init(_ name: String, _ part: PartFile, _ record: DownloadRecord) {
      (self.name, self.part) = (name, part)
      self.record = Mutex(record)
    }

    var total: Int64? { record.withLock(\.total) }
    /// Nil where nobody knows.
    var missing: Int64? { total.map { max(0, $0.minus(part.bytes)) } }
  }

  /// Returns when all have their names, or with the model that is here already and is the same; nothing was taken then. The
  /// parts that it returns hold the files until they are let go.
  func fetch(
    _ id: String, _ first: DownloadRecord
  ) async throws(DownloadFault) -> (held: [PartFile], twin: LocalModel?) {
    var first = first
    first.fault = nil
    let (files, named) = try open(id, first)
    do throws(DownloadFault) {
      if SplitName(id) != nil { try await measure(files, named) }
      if let twin = try await twin(of: files, named) { return (files.map(\.part), twin) }
      for file in files { try await bring(file, of: files, named) }
      try await check(files, named)
      for file in files { try run.folder.finish(file.name) }
    } catch {
      // While the parts are held: nobody else takes the records away meanwhile.
      keep(error, id)
      for file in files { file.part.letGo() }
      throw error
    }
    return (files.map(\.part), nil)
  }

  /// The model that is here already and is what the host has. Where none is as long as the host says, what is asked for that
  /// brings the file.
  private func twin(of files: [File], _ named: Int64) async throws(DownloadFault) -> LocalModel? {
    guard named == 0, files.allSatisfy({ $0.part.bytes == 0 }) else { return nil }
    let lengths = await twins.lengths()
    guard !lengths.isEmpty else { return nil }
    if files.count == 1 {
      try await bring(files[0], of: files, named) { $0.sha256 != nil && lengths.contains($0.total ?? 0) }
    }
    guard files.allSatisfy({ $0.part.bytes == 0 }) else { return nil }
    let records = files.map { $0.record.withLock { $0 } }
    let whole = records.reduce(Int64(0)) { $0.plus($1.total ?? 0) }
    return try await twins.find(records) { [tell] in tell(.checking($0), 0, whole) }
  }

  /// Keeps why it failed, whichever part did, in the record by which all are known.
  private func keep(_ fault: DownloadFault, _ id: String) {
    guard var record = DownloadRecord.read(run.folder.record(id)) else { return }
    record.fault = fault.isCancelled || Task.isCancelled ? nil : KeptFault(fault)
    // What cannot be kept is said for now alone.
    try? record.write(to: run.folder.record(id))
  }

  /// Those that have not their names yet, and how many bytes those have that do.
  private func open(
    _ id: String, _ first: DownloadRecord
  ) throws(DownloadFault) -> (files: [File], named: Int64) {
    var files: [File] = []
    var named: Int64 = 0
    for name in run.folder.files(of: id) {
      if let bytes = run.folder.lengthOfNamed(name) {
        named = named.plus(bytes)
        continue
      }
      let part = try PartFile(run.folder.part(name), named: first.name)
      let record = try record(of: name, first, isFirst: name == id, part)
      files.append(File(name, part, record))
    }
    return (files, named)
  }

  /// What stands beside a file; where there is nothing of it, a new record, which is on the disk before the part is let go of.
  private func record(
    of name: String, _ first: DownloadRecord, isFirst: Bool, _ part: PartFile
  ) throws(DownloadFault) -> DownloadRecord {
    if isFirst { return first }
    guard let source = first.source?.part(SplitName(name)?.number ?? 0) else { throw .notUnderstood }
    if let kept = DownloadRecord.read(run.folder.record(name)), kept.source == source { return kept }
    // What is there was not fetched from there.
    try part.cut(to: 0)
    let new = DownloadRecord(source, name: source.fileName, sha256: nil)
    try new.write(to: run.folder.record(name))
    return new
  }

  /// Asks of all parts how long they are: the room for all of them is looked at before the first one comes.
  private func measure(_ files: [File], _ named: Int64) async throws(DownloadFault) {
    for file in files where file.total == nil {
      let record = file.record.withLock { $0 }
      let answer = try await toldApart(file, of: files, named).ask(file.part, record)
      file.record.withLock { $0 = answer }
    }
    let missing = files.reduce(Int64(0)) { $0.plus($1.missing ?? 0) }
    try DownloadSink.checkRoom(for: missing, free: run.room(run.folder.path))
  }

  private func bring(
    _ file: File, of files: [File], _ named: Int64,
    isEnough: @escaping @Sendable (DownloadRecord) -> Bool = { _ in false }
  ) async throws(DownloadFault) {
    var one = toldApart(file, of: files, named)
    one.others = files.reduce(0) { $1 === file ? $0 : $0.plus($1.missing ?? 0) }
    let record = file.record.withLock { $0 }
    let answer = try await one.bring(file.part, record, isEnough: isEnough)
    file.record.withLock { $0 = answer }
  }

  private func check(_ files: [File], _ named: Int64) async throws(DownloadFault) {
    let all = files.reduce(Int64(0)) { $0.plus($1.part.bytes) }
    var before: Int64 = 0
    for file in files {
      var one = run.of(file.name)
      let (done, bytes) = (Double(before), Double(file.part.bytes))
      one.tell = { state, _, _ in
        var state = state
        if case .checking(let share) = state { state = .checking((done + share * bytes) / Double(max(1, all))) }
        tell(state, named.plus(all), named.plus(all))
      }
      try await one.check(file.part, file.record.withLock { $0 })
      before = before.plus(file.part.bytes)
    }
  }

  /// The run of one file, that tells of it as of a part of the whole.
  private func toldApart(_ file: File, of files: [File], _ named: Int64) -> DownloadRun {
    let others = files.filter { $0 !== file }
    var one = run.of(file.name)
    one.tell = { state, received, total in
      let there = others.reduce(named) { $0.plus($1.part.bytes) }
      let whole = others.reduce(total?.plus(named)) { sum, other in other.total.flatMap { sum?.plus($0) } }
      tell(state, there.plus(received), whole)
    }
    return one
  }
}

extension ModelSource {
  /// Where another part of the model lies, of which this is one; from 1 on. Itself where it is whole.
  func part(_ number: Int) -> ModelSource {
    let name = fileName
    guard let split = SplitName(name), (1...split.count).contains(number) else { return self }
    let other = split.name(number)
    switch self {
    case .hub(let repository, let revision, let file):
      return .hub(repository: repository, revision: revision, file: file.dropLast(name.count) + other)
    case .web(let address):
      let path = address.prefix { $0 != "?" && $0 != "#" }
      // What the file's name is taken from ends with it, but for slashes.
      let slashes = path.reversed().prefix { $0 == "/" }.count
      return .web(
        address: path.dropLast(slashes + name.count) + other + address.dropFirst(path.count - slashes))
    }
  }
}
