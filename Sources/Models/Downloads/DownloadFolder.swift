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

  /// A name that nothing has in the folder, and makes an empty part of it, so that nobody else takes it.
  func take(_ wanted: String) throws(DownloadFault) -> (id: String, part: PartFile) {
    let name = Self.harmless(wanted)
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    for number in 1...1_000 {
      let id = number == 1 ? name : "\(name[..<dot])-\(number)\(name[dot...])"
      guard !exists(model(id)), !exists(record(id)), !exists(part(id)) else { continue }
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

  /// Removes what came of it, and then the record.
  func remove(_ id: String) {
    unlink(part(id))
    unlink(record(id))
    sync()
  }

  func exists(_ path: String) -> Bool { length(of: path) != nil }

  /// Whether all of it came, and was not imported yet.
  func isWhole(_ id: String) -> Bool { !exists(part(id)) && exists(model(id)) }

  /// Bytes that are here.
  func received(_ id: String) -> Int64 { length(of: part(id)) ?? length(of: model(id)) ?? 0 }

  /// Whether a model's file is the one of this name.
  func isSame(_ file: ModelFile, as id: String) -> Bool {
    if file.path == model(id) { return true }
    guard let found = OpenModelFile.look(at: model(id)) else { return false }
    return file.inode == Int64(bitPattern: UInt64(found.st_ino))
      && file.device == Int64(truncatingIfNeeded: found.st_dev)
  }

  /// The name that a file gets here unless it is taken.
  func name(for source: ModelSource) -> String { Self.harmless(source.fileName) }

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
