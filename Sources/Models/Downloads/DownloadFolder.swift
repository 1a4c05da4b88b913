import AtomicFiles
internal import Domain
import Platform

/// The folder with the models that Sotto has fetched, and with what rests: `NAME.part` is what came of `NAME`,
/// `NAME.download` its record, and `NAME.from` what is left of that when `NAME` is there.
struct DownloadFolder: Sendable {
  let path: String

  /// - Parameter path: as it was written. Links, and what leads back and forth, are resolved as they are in the records of
  ///   models: else its own files would look like others'.
  init(at path: String) {
    var folder = path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    var missing: [String] = []
    let start = path.hasPrefix("/") ? "/" : ""
    var resolved = Self.resolved(start + folder.joined(separator: "/"))
    while resolved == nil, let last = folder.popLast() {
      missing.insert(last, at: 0)
      resolved = Self.resolved(folder.isEmpty ? (start.isEmpty ? "." : start) : start + folder.joined(separator: "/"))
    }
    let base = resolved ?? ""
    self.path = ([base == "/" ? "" : base] + missing).joined(separator: "/")
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  private static let recordEnding = ".download"
  private static let partEnding = ".part"
  private static let originEnding = ".from"

  func model(_ id: String) -> String { path + "/" + id }
  func part(_ id: String) -> String { model(id) + Self.partEnding }
  func record(_ id: String) -> String { model(id) + Self.recordEnding }
  private func origin(_ id: String) -> String { model(id) + Self.originEnding }

  /// The files of a download, in order: its own, or where its name is that of a part, all parts.
  func files(of id: String) -> [String] { SplitName(id).flatMap { $0.isSensible ? $0.all : nil } ?? [id] }

  /// Whether a process fetches or imports any of its files just now: also when it is looked at so many times. A program that
  /// starts has for an instant all that is open here.
  func isHeld(_ id: String, looks: Int = 5) -> Bool {
    (0..<looks).allSatisfy { look in
      let isHeld = files(of: id).contains { PartFile.isHeld(part($0)) || PartFile.isHeld(model($0)) }
      return isHeld && (look == looks - 1 || usleep(5_000) == 0)
    }
  }

  /// Whether all of its files have their names.
  func isWhole(_ id: String) -> Bool { files(of: id).allSatisfy { lengthOfNamed($0) != nil } }

  /// The length of a file that came and was checked; nil until then.
  func lengthOfNamed(_ name: String) -> Int64? { exists(part(name)) ? nil : length(of: model(name)) }

  /// How much of a download is here, and why it failed last.
  func standing(of id: String) -> (received: Int64, total: Int64?, failure: DownloadFault?) {
    var (received, total, failure) = (Int64(0), Int64?.some(0), DownloadFault?.none)
    for name in files(of: id) {
      let record = DownloadRecord.read(record(name))
      failure = failure ?? record?.failure
      if let bytes = lengthOfNamed(name) {
        (received, total) = (received.plus(bytes), total?.plus(bytes))
        continue
      }
      if let record, record.isWrong == true { failure = failure ?? .wrongContents(name: record.name) }
      if record?.isWrong != true { received = received.plus(length(of: part(name)) ?? 0) }
      total = record?.total.flatMap { total?.plus($0) }
    }
    return (received, total, failure)
  }

  /// The folder, or the first above it that is there.
  var nearest: String {
    var path = path[...]
    while !exists(String(path)), let slash = path.lastIndex(of: "/") { path = path[..<slash] }
    return path.isEmpty ? "/" : String(path)
  }

  /// Makes the folder where it is not there.
  func make() throws(DownloadFault) {
    do throws(FileError) { try UserFile.makeFolder(path) } catch { throw DownloadFault(error) }
  }

  /// What was begun, by name.
  func records() -> [(id: String, record: DownloadRecord)] { records(endingIn: Self.recordEnding) }

  /// Where what is there came from, by name.
  func origins() -> [(id: String, record: DownloadRecord)] {
    records(endingIn: Self.originEnding).filter { isWhole($0.id) && !exists(record($0.id)) }
  }

  private func records(endingIn ending: String) -> [(id: String, record: DownloadRecord)] {
    folderNames(path).compactMap { name in
      guard name.hasSuffix(ending) else { return nil }
      let id = String(name.dropLast(ending.count))
      // Those of the further parts belong to the first's.
      guard files(of: id).first == id else { return nil }
      return DownloadRecord.read(path + "/" + name).map { (id, $0) }
    }
  }

  /// Removes what a crash has left between two steps: parts without a record, and records that were being written. And what
  /// says where files came from that somebody has deleted.
  func sweep() {
    for name in folderNames(path) {
      if name.hasPrefix(NewFile.mark) { NewFile.removeIfLeft(path + "/" + name) }
      if name.hasSuffix(Self.originEnding) {
        let id = String(name.dropLast(Self.originEnding.count))
        if !exists(model(id)) { unlink(origin(id)) }
      }
      guard name.hasSuffix(Self.partEnding) else { continue }
      let id = String(name.dropLast(Self.partEnding.count))
      guard !exists(record(id)) else { continue }
      NewFile.removeIfLeft(path + "/" + name)
    }
  }

  /// A name that nothing has in the folder, nor those of further parts, and makes an empty part of it, so that nobody else
  /// takes it.
  func take(_ wanted: String) throws(DownloadFault) -> (id: String, part: PartFile) {
    for number in 1...1_000 {
      let id = Self.name(wanted, number)
      let isFree = files(of: id).allSatisfy { !exists(model($0)) && !exists(record($0)) && !exists(self.part($0)) }
      guard isFree else { continue }
      let part = try PartFile(part(id), named: id)
      // Another process may have taken it between the two calls.
      if part.bytes == 0, !exists(record(id)) { return (id, part) }
    }
    throw .cannotWrite(path: path, reason: systemReason(EEXIST))
  }

  /// Gives the part its name; returns when that is on the disk.
  func finish(_ id: String) throws(DownloadFault) {
    guard !exists(model(id)) else { throw .cannotWrite(path: model(id), reason: systemReason(EEXIST)) }
    guard rename(part(id), model(id)) == 0 else {
      throw .cannotWrite(path: model(id), reason: systemReason(errno))
    }
    sync()
  }

  /// It is a model now: of its records stays where it came from, unless that is an address with a question, which may be
  /// signed and is another one each time.
  func conclude(_ id: String) {
    let isSigned = DownloadRecord.read(record(id))?.address?.contains("?") == true
    for name in files(of: id).dropFirst() { unlink(record(name)) }
    if isSigned || rename(record(id), origin(id)) != 0 { unlink(record(id)) }
    sync()
  }

  /// What was fetched is to be imported once more; false where it is not there.
  func reopen(_ id: String) -> Bool { rename(origin(id), record(id)) == 0 }

  /// Removes a file that has its name; of what it was its record stays.
  func discard(_ name: String) throws(DownloadFault) {
    guard unlink(model(name)) == 0 || errno == ENOENT else {
      throw .cannotWrite(path: model(name), reason: systemReason(errno))
    }
  }

  /// Removes what came of it, and then the records, the one by which it is known last.
  func remove(_ id: String) {
    for name in files(of: id).reversed() {
      unlink(part(name))
      unlink(record(name))
    }
    sync()
  }

  func exists(_ path: String) -> Bool { length(of: path) != nil }

  /// Removes the files that have their names, the one by which they are known last.
  func delete(_ id: String) throws(DownloadFault) {
    for name in files(of: id).reversed() { try discard(name) }
    unlink(origin(id))
  }

  /// Whether a model's file is any of a download's.
  func isAny(_ file: ModelFile, of id: String) -> Bool { files(of: id).contains { isSame(file, as: $0) } }

  /// Whether a model's file is the one of this name.
  private func isSame(_ file: ModelFile, as id: String) -> Bool {
    if file.path == model(id) { return true }
    guard let found = OpenModelFile.look(at: model(id)) else { return false }
    return file.inode == Int64(bitPattern: UInt64(found.st_ino))
      && file.device == Int64(truncatingIfNeeded: found.st_dev)
  }

  /// Nil where there is no such file.
  func length(of path: String) -> Int64? {
    OpenModelFile.look(at: path).map { Int64($0.st_size) }
  }

  private func sync() {
    // A disk that syncs no folders leaves open when a name gets there.
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// What a file is called here; where it is a part, the first one.
  private static func name(_ wanted: String, _ number: Int) -> String {
    let split = SplitName(wanted)
    var name = harmless(split?.whole ?? wanted)
    if number > 1 { name = "\(name.dropLast(5))-\(number).gguf" }
    if let split { return split.first(of: name) }
    // Only what was called so is a part.
    return SplitName(name) == nil ? name : "\(name.dropLast(5))_.gguf"
  }

  /// A file's name that hides nothing, leads nowhere and ends as a model's does.
  private static func harmless(_ name: String) -> String {
    let plain = String(
      name.unicodeScalars.map { scalar -> Character in
        let letter = Character(scalar)
        return letter.isASCII && (letter.isLetter || letter.isNumber || "._-+".contains(letter)) ? letter : "_"
      }.drop { $0 == "." || $0 == "-" })
    let stem = plain.lowercased().hasSuffix(".gguf") ? String(plain.dropLast(5)) : plain
    return (stem.isEmpty ? "model" : String(stem.prefix(150))) + ".gguf"
  }
}
