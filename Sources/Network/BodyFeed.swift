import Dispatch
import Platform
import Synchronization
import Workers

/// Writes a request's body to curl, part by part, while curl sends what came before.
final class BodyFeed: Sendable {
  private let body: RequestBody
  private let queue = DispatchQueue(label: "app.sotto.network.body", qos: .userInitiated)
  /// What curl reads.
  let input: SharedDescriptor
  private let output: SharedDescriptor

  private static let partBytes = 1 << 16

  private enum Written {
    case all
    /// curl reads no more.
    case refused
    /// The body is not what it was said to be.
    case broken
  }

  init(_ body: RequestBody) throws(CannotStart) {
    self.body = body
    let ends = try socketPair()
    input = SharedDescriptor(ends.far)
    output = SharedDescriptor(ends.near)
  }

  /// Sends the body to its end, or until curl reads no more. Where the body cannot be had as a whole `cancel` is called
  /// before curl could take the part for the whole, and the answer is false.
  func run(_ cancel: @Sendable () -> Void) async -> Bool {
    let written =
      switch body.source {
      case .bytes(let bytes): await onQueue { self.write(bytes[...]) }
      case .file(let descriptor): await onQueue { self.copy(descriptor) }
      case .stream(let stream): await copy(stream)
      }
    // Where it breaks off its end stays open until curl is gone.
    if written == .broken { cancel() } else { output.close() }
    return written != .broken
  }

  private func copy(_ stream: AsyncThrowingStream<[UInt8], any Error>) async -> Written {
    var count = 0
    // With it the host has as much as was named: it waits until the stream has ended well.
    var last: [UInt8] = []
    do {
      for try await part in stream where !part.isEmpty {
        count += part.count
        guard count <= body.length ?? .max else { return .broken }
        if count == body.length {
          last = part
        } else {
          guard await onQueue({ self.write(part[...]) }) == .all else { return .refused }
        }
      }
    } catch {
      return .broken
    }
    // A cancelled stream ends as if it were whole.
    guard !Task.isCancelled, count == body.length ?? count else { return .broken }
    return await onQueue { [last] in self.write(last[...]) }
  }

  private func copy(_ descriptor: Int32) -> Written {
    var rest = body.length ?? 0
    while rest > 0 {
      let most = min(rest, Self.partBytes)
      let part = [UInt8](unsafeUninitializedCapacity: most) { room, count in
        var got: Int
        repeat { got = read(descriptor, room.baseAddress, most) } while got < 0 && errno == EINTR
        count = max(0, got)
      }
      // It has become shorter, or cannot be read.
      guard !part.isEmpty else { return .broken }
      guard write(part[...]) == .all else { return .refused }
      rest -= part.count
    }
    return .all
  }

  private func write(_ bytes: ArraySlice<UInt8>) -> Written {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { sendQuietly(output.number, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return .refused }
      rest = rest.dropFirst(count)
    }
    return .all
  }

  private func onQueue(_ work: @escaping @Sendable () -> Written) async -> Written {
    await withCheckedContinuation { done in queue.async { done.resume(returning: work()) } }
  }
}

/// A descriptor that is closed once: when somebody says so, or at the latest when nobody holds it.
final class SharedDescriptor: Sendable {
  let number: Int32
  private let isOpen = Mutex(true)

  init(_ number: Int32) { self.number = number }

  func close() {
    let wasOpen = isOpen.withLock { isOpen in
      defer { isOpen = false }
      return isOpen
    }
    if wasOpen { _ = Platform.close(number) }
  }

  deinit { close() }
}
