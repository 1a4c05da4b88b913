import Dispatch
import Domain
import Glibc
import Pictures
import Platform
import Synchronization
import TestSupport
import Testing
import Workers

/// A library's picture files in memory.
final class MemoryFiles: PictureFiles {
  private let kept = Mutex<[PictureHash: PreparedPicture]>([:])
  private let failure = Mutex<StoreError?>(nil)
  private let gone = Mutex<Set<PictureSize>>([])

  func put(_ picture: PreparedPicture) async throws(StoreError) -> PictureHash {
    if let error = failure.withLock({ $0 }) { throw error }
    let hash = Self.hash(of: picture.full.bytes)
    kept.withLock { $0[hash] = picture }
    return hash
  }

  func bytes(of picture: PictureHash, _ size: PictureSize) async throws(StoreError) -> [UInt8]? {
    if gone.withLock({ $0.contains(size) }) { return nil }
    let picture = kept.withLock { $0[picture] }
    return switch size {
    case .full: picture?.full.bytes
    case .preview: picture?.preview.bytes
    case .thumbnail: picture?.thumbnail.bytes
    }
  }

  subscript(_ attachment: Domain.Attachment) -> PreparedPicture? {
    guard case .kept(let picture) = attachment.content else { return nil }
    return kept.withLock { $0[picture.hash] }
  }

  var count: Int { kept.withLock(\.count) }
  func fail(with error: StoreError?) { failure.withLock { $0 = error } }
  func lose(_ sizes: PictureSize...) { gone.withLock { $0 = Set(sizes) } }

  /// Puts other bytes in the place of the kept ones.
  func replace(_ size: PictureSize, of attachment: Domain.Attachment, with bytes: [UInt8]) {
    guard case .kept(let picture) = attachment.content else { return }
    kept.withLock { kept in
      switch size {
      case .full: kept[picture.hash]?.full.bytes = bytes
      case .preview: kept[picture.hash]?.preview.bytes = bytes
      case .thumbnail: kept[picture.hash]?.thumbnail.bytes = bytes
      }
    }
  }

  /// Enough to tell the pictures of a test apart.
  private static func hash(of bytes: [UInt8]) -> PictureHash {
    let parts = (0..<4).flatMap { seed -> [UInt8] in
      var value: UInt64 = 0xCBF2_9CE4_8422_2325 &+ UInt64(seed)
      bytes.withUnsafeBufferPointer { for byte in $0 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 } }
      return (0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    guard let hash = PictureHash(bytes: parts) else { preconditionFailure("four words are 32 bytes") }
    return hash
  }
}

/// A keeper with its own folder for one test, both gone with it.
final class PicturesFixture: Sendable {
  let path: String
  let files = MemoryFiles()
  let keeper: PictureKeeper
  let surroundings = ManualSurroundings()
  /// This process's, with the folder for temporary files of the test's.
  let environment: [String: String]

  init(
    reader: String = BuiltProgram.path(of: "sotto-pictures"), time: Duration = PictureLimits.time,
    timeLimit: Int = 30, drawings: [String: String] = [:], variables: [String: String] = [:]
  ) {
    path = newTemporaryFolder("sotto-pictures")
    environment = Command.ownVariables.filter { $0.key != "XDG_RUNTIME_DIR" }.merging(["TMPDIR": path]) { $1 }
      .merging(variables) { $1 }
    keeper = PictureKeeper(
      files: files, reader: reader, environment: environment, surroundings: surroundings, time: time,
      timeLimit: timeLimit
    ) {
      name in
      drawings[name].map { Array($0.utf8) }
    }
  }

  deinit {
    for name in names(in: path) { unlink(path + "/" + name) }
    rmdir(path)
  }

  /// Makes a picture with ImageMagick's `convert`, whose last word is the file's name.
  func make(_ words: String..., as name: String) async throws -> String {
    let file = path + "/" + name
    try await run(["convert"] + words.flatMap { $0.split(separator: " ").map(String.init) } + [file])
    return file
  }

  /// Writes a file.
  func write(_ bytes: [UInt8], as name: String, mode: mode_t = 0o600) throws -> String {
    let file = path + "/" + name
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try #require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    return file
  }

  func add(_ file: String) async throws(PictureError) -> Domain.Attachment { try await keeper.add(.file(path: file)) }

  /// Takes a file in and returns what is kept of it.
  func kept(_ file: String) async throws -> PreparedPicture { try #require(files[try await add(file)]) }
}

func names(in folder: String) -> [String] { namesInFolder(folder) ?? [] }

/// The bytes of a small file.
func contents(of file: String) throws -> [UInt8] {
  let descriptor = open(file, O_RDONLY | O_CLOEXEC)
  try #require(descriptor >= 0, "\(file) cannot be opened")
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer.prefix(count) }
  return bytes
}

/// Runs a program to its end, which has to be a good one.
func run(_ words: [String]) async throws {
  var command = Command(words)
  command.environment = Command.environment()
  (command.output, command.error) = (.inherited, .inherited)
  let status = try await ChildProcess(command).ended()
  try #require(status.isSuccess, "\(words.joined(separator: " ")) failed")
}

/// Runs what blocks on a thread that is not the pool's.
func offPool<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { done in
    DispatchQueue(label: "off the pool").async { done.resume(returning: work()) }
  }
}

extension PictureImage {
  /// A pixel's red, green, blue and alpha.
  subscript(_ x: Int, _ y: Int) -> [Int] {
    let start = (y * width + x) * 4
    return [2, 1, 0, 3].map { Int(pixels[start + $0]) }
  }
}

/// Whether two colours are the same to within what JPEG does to them.
func isNear(_ one: [Int], _ other: [Int], within most: Int = 24) -> Bool {
  one.count == other.count && zip(one, other).allSatisfy { abs($0 - $1) <= most }
}
