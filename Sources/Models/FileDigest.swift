import Dispatch
internal import Domain
import Platform
import Synchronization

/// The SHA-256 of all of an open file.
enum FileDigest {
  /// Why there is none.
  enum Failure: Error {
    case cancelled
    /// As the system numbers it.
    case system(Int32)
  }

  private static let queue = DispatchQueue(label: "sotto.models.digest", qos: .utility, attributes: .concurrent)

  /// In hexadecimal digits. Reads it on a thread of its own, and ends with the task. The file stays the caller's.
  ///
  /// - Parameter tell: hears the part done, at each percent.
  static func of(
    _ descriptor: Int32, tell: @escaping @Sendable (Double) -> Void
  ) async throws(Failure) -> String {
    let wish = Wish()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (done: CheckedContinuation<Result<String, Failure>, Never>) in
        queue.async {
          done.resume(
            returning: Result { () throws(Failure) in
              var told = -1
              let bytes = try now(descriptor) { share in
                let percent = Int(share * 100)
                if percent != told { tell(share) }
                told = percent
                return wish.stands
              }
              return bytes.hexadecimal
            })
        }
      }
    } onCancel: {
      wish.end()
    }
    return try result.get()
  }

  /// Its 32 bytes. Reads it at once: for files of a few megabytes.
  ///
  /// - Parameter goesOn: hears the part done, and says whether to go on.
  static func now(
    _ descriptor: Int32, while goesOn: (Double) -> Bool = { _ in true }
  ) throws(Failure) -> [UInt8] {
    guard var digest = Digest() else { throw .system(ENOMEM) }
    var found = stat()
    guard fstat(descriptor, &found) == 0 else { throw .system(errno) }
    let whole = Int64(found.st_size)
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { room.deallocate() }
    var at: Int64 = 0
    while at < whole {
      guard goesOn(Double(at) / Double(whole)) else { throw .cancelled }
      let count = pread(descriptor, room.baseAddress, room.count, off_t(at))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .system(count < 0 ? errno : EIO) }
      digest.update(UnsafeRawBufferPointer(rebasing: room[..<count]))
      at += Int64(count)
    }
    return digest.finish()
  }
}

/// Whether something is still wanted, for a thread that cannot be cancelled.
private final class Wish: Sendable {
  private let isOver = Atomic(false)
  var stands: Bool { !isOver.load(ordering: .relaxed) }
  func end() { isOver.store(true, ordering: .relaxed) }
}
