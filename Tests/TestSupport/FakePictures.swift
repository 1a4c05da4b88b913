public import Domain
import Synchronization

/// A picture store without a decoder: what comes in is kept as it is, in the library's real files, and each picture is
/// shown as a few pixels. Tests may hold it back, and let sources fail.
public final class FakePictures: PictureStore {
  private struct State {
    var hasEnded = false
    var asked: [PictureSource] = []
    var decoded: [Attachment] = []
    var fault: PictureError?
    var watchers: [(count: Int, wake: Wake<Void>)] = []
  }
  private let state = Mutex(State())
  private let gate = Gate()
  private let files: any PictureFiles

  public init(files: any PictureFiles) { self.files = files }

  /// What `add` was asked for, in order.
  public var asked: [PictureSource] { state.withLock(\.asked) }
  /// What was decoded, in order.
  public var decoded: [Attachment] { state.withLock(\.decoded) }

  /// From now on nothing can be shown; nil mends that.
  public func failShowing(with error: PictureError?) { state.withLock { $0.fault = error } }

  /// Lets nothing come in until `release`.
  public func hold() { gate.hold() }

  public func release() { gate.release() }

  /// Lets those who are held go with nothing.
  public func end() {
    state.withLock { $0.hasEnded = true }
    release()
  }

  /// Waits until so many sources were handed in.
  public func asked(times count: Int) async {
    let wake = Wake<Void>()
    let isMet = state.withLock { state in
      if state.asked.count >= count { return true }
      state.watchers.append((count, wake))
      return false
    }
    if !isMet { await wake.wait() }
  }

  /// A file whose name begins with "broken" is damaged; a remote picture comes unless its address holds "broken".
  public func add(_ source: PictureSource) async throws(PictureError) -> Attachment {
    let ready = state.withLock { state in
      state.asked.append(source)
      let ready = state.watchers.filter { $0.count <= state.asked.count }.map(\.wake)
      state.watchers.removeAll { $0.count <= state.asked.count }
      return ready
    }
    ready.forEach { $0.end() }
    await gate.pass()
    if Task.isCancelled || state.withLock(\.hasEnded) { throw .cancelled }
    let (name, bytes): (String, [UInt8]) =
      switch source {
      case .file(let path): (path.split(separator: "/").last.map(String.init) ?? path, Array(path.utf8))
      case .bytes(let bytes, let name): (name, bytes)
      case .remote(let address): (address, Array(address.utf8))
      }
    if name.contains("broken") { throw .damaged(name: name) }
    let file = PictureFile(bytes: bytes, format: .jpeg)
    let prepared = PreparedPicture(full: file, preview: file, thumbnail: file, width: 4, height: 3)
    do throws(StoreError) {
      let hash = try await files.put(prepared)
      return Attachment(
        content: .kept(KeptPicture(hash: hash, format: .jpeg, bytes: Int64(bytes.count))), width: 4, height: 3,
        alternative: name)
    } catch {
      throw .store(error)
    }
  }

  public func image(of attachment: Attachment, _ size: PictureSize) async throws(PictureError) -> PictureImage {
    let fault = state.withLock { state in
      state.decoded.append(attachment)
      return state.fault
    }
    if let fault { throw fault }
    if case .kept = attachment.content { _ = try await file(of: attachment) }
    guard attachment.remoteHost == nil,
      let image = PictureImage(width: 2, height: 2, pixels: Array(repeating: 255, count: 16))
    else { throw .unavailable }
    return image
  }

  public func frames(of attachment: Attachment, byteBudget: Int) async throws(PictureError) -> [PictureFrame] { [] }

  public func file(of attachment: Attachment) async throws(PictureError) -> PictureFile {
    guard case .kept(let kept) = attachment.content else { throw .unavailable }
    do throws(StoreError) {
      if let bytes = try await files.bytes(of: kept.hash, .full) {
        return PictureFile(bytes: bytes, format: kept.format)
      }
    } catch {
      throw .store(error)
    }
    throw .unavailable
  }

  public func export(_ bytes: [UInt8], to path: String) async throws(PictureError) { throw .unavailable }

  public func export(
    _ file: PictureFile, named name: String, into folder: String
  ) async throws(PictureError) -> String { throw .unavailable }

  public func copyForOthers(_ bytes: [UInt8], named name: String) async throws(PictureError) -> String {
    throw .unavailable
  }
}
