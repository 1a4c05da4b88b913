import CAdw
import Localization

/// What came by paste or by drop.
package enum Incoming {
  /// Files of this machine, as paths.
  case files([String])
  /// A picture that is no file, to be read when wanted.
  case picture(PictureOffer)
  /// Text, as the address that a browser gives for a link. A paste of text is never told: the field takes it itself.
  case text(String)
}

/// Why what another program offered did not arrive.
package enum TransferError: Error, Equatable {
  /// It is larger than was allowed, in bytes.
  case tooLarge(limit: Int)
  /// The other program stopped sending, or never began.
  case stalled
  /// The other program, or the desktop, said this.
  case failed(String)

  /// What happened, for a person.
  package var sentence: String {
    switch self {
    case .tooLarge(let limit): localized("The picture is larger than \(max(limit / 1_000_000, 1)) MB.")
    case .stalled: localized("The other program offered a picture but did not send it.")
    case .failed(let why): localized("The picture did not arrive: \(why)")
    }
  }
}

/// A picture on the clipboard or in a drop. Nothing of it has been read, and nothing of it is decoded here: it may come
/// from anywhere.
package final class PictureOffer {
  /// What its format is said to be.
  package let mimeType: String
  private let source: Source
  private var isFinished = false

  enum Source {
    case clipboard(OpaquePointer)
    case drop(Strong<AnyObjectHandle>)
  }

  /// The formats that are taken, the first offered one first.
  static let mimeTypes = [
    "image/png", "image/jpeg", "image/webp", "image/gif", "image/tiff", "image/heic", "image/heif", "image/avif",
  ]

  /// An offer, if there is a picture among what is offered.
  init?(_ source: Source) {
    let formats =
      switch source {
      case .clipboard(let clipboard): gdk_clipboard_get_formats(clipboard)
      case .drop(let drop): gdk_drop_get_formats(^drop.object)
      }
    guard let formats, let found = Self.mimeType(in: formats) else { return nil }
    mimeType = found
    self.source = source
  }

  isolated deinit { finish(isTaken: false) }

  /// The format in which a picture would be read; nil if there is none. A texture, which only this process itself can
  /// offer, comes as PNG.
  static func mimeType(in formats: OpaquePointer) -> String? {
    if let found = mimeTypes.first(where: { Bool(gdk_content_formats_contain_mime_type(formats, $0)) }) { return found }
    return Bool(gdk_content_formats_contain_gtype(formats, gdk_texture_get_type())) ? mimeTypes[0] : nil
  }

  /// Reads it, once, up to `limit` bytes.
  package func read(limit: Int) async throws(TransferError) -> EncodedPicture {
    let arrived = await withCheckedContinuation { (waiting: Arrival) in
      let receiver = Receiver(limit: limit, waiting)
      switch source {
      case .clipboard(let clipboard): receiver.read(clipboard: clipboard, mimeType)
      case .drop(let drop): receiver.read(drop: ^drop.object, mimeType)
      }
    }
    switch arrived {
    case .success(let bytes):
      finish(isTaken: true)
      return EncodedPicture(bytes: bytes, mimeType: mimeType)
    case .failure(let error):
      finish(isTaken: false)
      throw error
    }
  }

  /// The program from which something was dragged waits for this.
  private func finish(isTaken: Bool) {
    guard !isFinished, case .drop(let drop) = source else { return }
    isFinished = true
    gdk_drop_finish(^drop.object, isTaken ? GDK_ACTION_COPY : GdkDragAction(rawValue: 0))
  }
}

/// Who waits for bytes.
private typealias Arrival = CheckedContinuation<Result<[UInt8], TransferError>, Never>

/// Reads what another program sends, chunk by chunk, between the events of the main loop.
private final class Receiver {
  private static let chunk = 256 * 1024
  /// How long the other program may be silent, in milliseconds.
  private static let timeLimit = 10_000

  private let limit: Int
  private var bytes: [UInt8] = []
  private let waiting: Arrival
  private let cancellable = Strong(taking: AnyObjectHandle(g_cancellable_new()))
  private var stream: Strong<AnyObjectHandle>?
  private var alarm: Timer?
  private var isStalled = false

  init(limit: Int, _ waiting: Arrival) {
    self.limit = limit
    self.waiting = waiting
  }

  func read(clipboard: OpaquePointer, _ mimeType: String) {
    watch()
    withCStringList(mimeType) { types in
      gdk_clipboard_read_async(
        clipboard, types, gint(G_PRIORITY_DEFAULT), ^cancellable.object,
        { source, result, box in
          var error: UnsafeMutablePointer<GError>?
          let stream = gdk_clipboard_read_finish(OpaquePointer(source), result, nil, &error)
          Receiver.took(box, stream, error)
        }, Unmanaged.passRetained(self).toOpaque())
    }
  }

  func read(drop: OpaquePointer, _ mimeType: String) {
    watch()
    withCStringList(mimeType) { types in
      gdk_drop_read_async(
        drop, types, gint(G_PRIORITY_DEFAULT), ^cancellable.object,
        { source, result, box in
          var error: UnsafeMutablePointer<GError>?
          let stream = gdk_drop_read_finish(OpaquePointer(source), result, nil, &error)
          Receiver.took(box, stream, error)
        }, Unmanaged.passRetained(self).toOpaque())
    }
  }

  /// Gives the other program its time again.
  private func watch() {
    alarm?.cancel()
    alarm = MainLoop.after(milliseconds: Self.timeLimit) { [weak self] in
      guard let self else { return }
      isStalled = true
      g_cancellable_cancel(^cancellable.object)
    }
  }

  nonisolated private static func took(
    _ box: gpointer?, _ stream: UnsafeMutablePointer<GInputStream>?, _ error: UnsafeMutablePointer<GError>?
  ) {
    nonisolated(unsafe) let (box, stream, error) = (box!, stream, error)
    MainActor.assumeIsolated {
      let receiver = Unmanaged<Receiver>.fromOpaque(box).takeRetainedValue()
      guard let stream else { return receiver.fail(error) }
      receiver.stream = Strong(taking: AnyObjectHandle(stream))
      receiver.readOn()
    }
  }

  private func readOn() {
    guard let stream else { return }
    watch()
    g_input_stream_read_bytes_async(
      ^stream.object, gsize(Self.chunk), gint(G_PRIORITY_DEFAULT), ^cancellable.object,
      { source, result, box in
        nonisolated(unsafe) let (source, result, box) = (source!, result, box!)
        MainActor.assumeIsolated {
          let receiver = Unmanaged<Receiver>.fromOpaque(box).takeRetainedValue()
          var error: UnsafeMutablePointer<GError>?
          let stream = UnsafeMutableRawPointer(source).assumingMemoryBound(to: GInputStream.self)
          guard let chunk = g_input_stream_read_bytes_finish(stream, result, &error) else {
            return receiver.fail(error)
          }
          receiver.take(Array(taking: chunk))
        }
      }, Unmanaged.passRetained(self).toOpaque())
  }

  private func take(_ chunk: [UInt8]) {
    guard !chunk.isEmpty else { return end(.success(bytes)) }
    guard bytes.count + chunk.count <= limit else { return end(.failure(.tooLarge(limit: limit))) }
    bytes.append(contentsOf: chunk)
    readOn()
  }

  private func fail(_ error: UnsafeMutablePointer<GError>?) {
    let why = String(taking: error)
    end(.failure(isStalled ? .stalled : .failed(why)))
  }

  private func end(_ result: Result<[UInt8], TransferError>) {
    alarm?.cancel()
    if let stream {
      // Not waited for; the other program learns that nobody listens any more.
      g_input_stream_close_async(^stream.object, gint(G_PRIORITY_DEFAULT), nil, nil, nil)
    }
    stream = nil
    waiting.resume(returning: result)
  }
}

/// A list of one string as C wants it.
private func withCStringList(_ text: String, _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Void) {
  text.withCString { text in
    var list: [UnsafePointer<CChar>?] = [text, nil]
    list.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
  }
}

/// Files in a value that GTK gives, as paths; what is not on this machine has none.
func filePaths(in value: UnsafePointer<GValue>?) -> [String] {
  guard let value, let list = g_value_get_boxed(value) else { return [] }
  let files = gdk_file_list_get_files(OpaquePointer(list))
  defer { g_slist_free(files) }
  var paths: [String] = []
  var node = files
  while let item = node {
    if let path = g_file_get_path(OpaquePointer(item.pointee.data)) { paths.append(String(taking: path)) }
    node = item.pointee.next
  }
  return paths
}
