import AtomicFiles
internal import Domain
import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is kept beside a file that is not there as a whole, so that any process can go on with it: a few lines of JSON.
struct DownloadRecord: Codable, Sendable {
  var repository: String?
  var revision: String?
  var file: String?
  var address: String?
  /// What people read.
  var name: String
  /// The length of the whole, as the host says.
  var total: Int64?
  /// Of the whole, in hexadecimal digits: from the list of presets, else as the host says.
  var sha256: String?
  /// The hash stands in the list of presets: a host that says another one has another file.
  var isPreset: Bool?
  /// By what the host knows this version of the file again; strong, so that every byte is the same.
  var validator: String?
  /// So many bytes are certainly on the disk.
  var synced: Int64 = 0
  /// What came is not what it should be, and is to be thrown away.
  var isWrong: Bool?
  /// The file had its SHA-256 when something of it changed last, in nanoseconds since 1970; nil until it was read once more
  /// after it got its name.
  var soundSince: Int64?
  /// Why it failed last; nil where it did not.
  var fault: KeptFault?

  private static let mostBytes = 1 << 16

  init(_ source: ModelSource, name: String, sha256: String?) {
    self.name = name
    self.sha256 = sha256
    isPreset = sha256 == nil ? nil : true
    switch source {
    case .hub(let repository, let revision, let file):
      (self.repository, self.revision, self.file) = (repository, revision, file)
    case .web(let address): self.address = address
    }
  }

  /// Nil where the record was written by somebody else, and makes no sense.
  var source: ModelSource? {
    if let address, case .file(let source)? = ModelReference(address) { return source }
    guard let repository, let revision, let file, ModelReference.file(file) != nil,
      case .repository(repository, _, _)? = ModelReference(repository)
    else { return nil }
    return .hub(repository: repository, revision: revision, file: file)
  }

  var failure: DownloadFault? { fault?.fault }

  /// Reads a record; nil where there is none that makes sense.
  static func read(_ path: String) -> DownloadRecord? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let bytes = [UInt8](unsafeUninitializedCapacity: mostBytes) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, mostBytes, 0))
    }
    // One that makes no sense is as good as none.
    guard let record = try? JSONDecoder().decode(Self.self, from: Data(bytes)), record.source != nil else { return nil }
    return record
  }

  /// Writes it in the place of the one before; it is there as a whole, or not at all.
  func write(to path: String) throws(DownloadFault) {
    do throws(FileError) {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      // Texts and numbers can always be written.
      guard let bytes = try? encoder.encode(self) else { return }
      let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
      let file = try NewFile(in: folder, of: .library, mode: 0o600, Array(bytes))
      try file.name(path)
    } catch {
      throw DownloadFault(error)
    }
  }
}

extension DownloadFault {
  init(_ error: FileError) { self = .cannotWrite(path: error.path, reason: error.reason) }
}
