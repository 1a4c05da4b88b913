import AtomicFiles
internal import Domain
import Platform

/// The folder with the models that Sotto has fetched, and with what rests: `NAME.part` is what came of `NAME`, and
/// `NAME.download` its record.
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

  func model(_ id: String) -> String { path + "/" + id }
  func part(_ id: String) -> String { model(id) + Self.partEnding }
  func record(_ id: String) -> String { model(id) + Self.recordEnding }

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
  func records() -> [(id: String, record: DownloadRecord)] {
    folderNames(path).compactMap { name in
      guard name.hasSuffix(Self.recordEnding) else { return nil }
      let id = String(name.dropLast(Self.recordEnding.count))
      // Those of the further parts belong to the first's.
      guard files(of: id).first == id else { return nil }
      return DownloadRecord.read(path + "/" + name).map { (id, $0) }
    }
  }

  /// Removes what a crash has left between two steps: parts without a record, and records that were being written.
  func sweep() {
    for name in folderNames(path) {
      if name.hasPrefix(NewFile.mark) { NewFile.removeIfLeft(path + "/" + name) }
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
    for path in files(of: id).reversed().map(model) {
      guard unlink(path) == 0 || errno == ENOENT else {
        throw .cannotWrite(path: path, reason: systemReason(errno))
      }
    }
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

  /// The name that a file gets here unless it is taken.
  func name(for source: ModelSource) -> String { Self.name(source.fileName, 1) }

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
