import AtomicFiles
import Domain
import Platform

/// What the window looked like last. It belongs to this face and to the library's folder, and is known before the library
/// is open, so that the window has its size from its first picture on.
nonisolated package struct WindowState: Hashable, Sendable {
  /// In points.
  package var width = 1_000
  package var height = 700
  /// It filled the screen; its size is from before that.
  package var isMaximized = false

  /// The least that a person can make it.
  static let least = (width: 360, height: 294)
  /// A window is never larger; what is more was written by no window.
  private static let most = 16_384
  /// Below this width there is one pane.
  private static let narrow = 680

  package init() {}

  /// As the file in the library's folder says; the usual one where there is none, or none that can be read.
  package init(in home: String) {
    let descriptor = open(Self.path(in: home), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 200)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return }
    for line in String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "width": if let value = Int(parts[1]) { width = value.clamped(to: Self.least.width...Self.most) }
      case "height": if let value = Int(parts[1]) { height = value.clamped(to: Self.least.height...Self.most) }
      case "maximized": isMaximized = parts[1] == "yes"
      default: break
      }
    }
  }

  /// Whether a window of this size has one pane.
  package var isNarrow: Bool { !isMaximized && width < Self.narrow }

  /// Keeps it for the next start. It is not worth a wait for the disk: after a power cut there may be the one of before.
  func write(in home: String) throws(FileError) {
    // A name of its own that never changes: what a write that was cut off has left goes with the next one.
    let (path, new) = (Self.path(in: home), Self.path(in: home) + ".new")
    unlink(new)
    let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw FileError(code: errno, path: new) }
    defer { close(descriptor) }
    do throws(FileError) {
      let text = Array("width=\(width)\nheight=\(height)\nmaximized=\(isMaximized ? "yes" : "no")\n".utf8)
      let written = text.withUnsafeBytes { bytes in
        Result { () throws(FileError) in try writeAll(bytes, to: descriptor, path: new) }
      }
      try written.get()
      guard rename(new, path) == 0 else { throw FileError(code: errno, path: path) }
    } catch {
      unlink(new)
      throw error
    }
  }

  private static func path(in home: String) -> String { home + "/window-gtk" }
}
