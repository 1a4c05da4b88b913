import CAdw

/// What was copied last.
package enum Clipboard {
  private static var clipboard: OpaquePointer? { gdk_display_get_default().flatMap { gdk_display_get_clipboard($0) } }

  /// Puts text there.
  package static func copy(_ text: String) { gdk_clipboard_set_text(clipboard, text) }

  /// Puts a picture there.
  package static func copy(_ texture: Texture) { gdk_clipboard_set_texture(clipboard, texture.raw) }

  /// Whether a picture is there.
  package static var hasPicture: Bool {
    guard let formats = gdk_clipboard_get_formats(clipboard) else { return false }
    return Bool(gdk_content_formats_contain_gtype(formats, gdk_texture_get_type()))
  }

  /// Whether text is there.
  package static var hasText: Bool {
    guard let formats = gdk_clipboard_get_formats(clipboard) else { return false }
    return Bool(gdk_content_formats_contain_gtype(formats, String.type))
      || Bool(gdk_content_formats_contain_mime_type(formats, "text/plain;charset=utf-8"))
      || Bool(gdk_content_formats_contain_mime_type(formats, "text/plain"))
  }

  /// The text that is there; nil for none.
  package static func text() async -> String? {
    await withCheckedContinuation { (waiting: CheckedContinuation<String?, Never>) in
      gdk_clipboard_read_text_async(
        clipboard, nil,
        { source, result, box in
          let text = gdk_clipboard_read_text_finish(OpaquePointer(source), result, nil)
          Waiting<String?>.resume(box, text.map { String(taking: $0) })
        }, Waiting(waiting).box())
    }
  }

  /// The picture that is there; nil for none.
  package static func picture() async -> Texture? {
    await withCheckedContinuation { (waiting: CheckedContinuation<Texture?, Never>) in
      gdk_clipboard_read_texture_async(
        clipboard, nil,
        { source, result, box in
          let texture = gdk_clipboard_read_texture_finish(OpaquePointer(source), result, nil)
          Waiting<Texture?>.resume(box, texture.map { Texture(taking: $0) })
        }, Waiting(waiting).box())
    }
  }
}

/// Somebody who awaits the answer of an asynchronous C function.
nonisolated final class Waiting<Answer: Sendable>: Sendable {
  private let continuation: CheckedContinuation<Answer, Never>

  init(_ continuation: CheckedContinuation<Answer, Never>) { self.continuation = continuation }

  func box() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  static func resume(_ box: UnsafeMutableRawPointer?, _ answer: Answer) {
    Unmanaged<Waiting>.fromOpaque(box!).takeRetainedValue().continuation.resume(returning: answer)
  }
}
