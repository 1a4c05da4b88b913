import CAdw

/// What was copied last.
package enum Clipboard {
  private static var clipboard: OpaquePointer? { gdk_display_get_default().flatMap { gdk_display_get_clipboard($0) } }

  /// Puts text there.
  package static func copy(_ text: String) {
    let bytes = SharedBytes(Array(text.utf8))
    var value = GValue()
    g_value_init(&value, String.type)
    g_value_set_string(&value, text)
    offer([
      ^makeContentOffer(bytes, as: "text/plain;charset=utf-8", "text/plain"),
      gdk_content_provider_new_for_value(&value),
    ])
    g_value_unset(&value)
  }

  /// What the middle button pastes.
  private static var primary: OpaquePointer? {
    gdk_display_get_default().flatMap { gdk_display_get_primary_clipboard($0) }
  }

  /// Offers text that is selected for the middle button; it is asked for whenever somebody pastes it. Returns the offer.
  static func keepSelected(_ text: @escaping @MainActor () async -> String?) -> Weak<AnyObjectHandle>? {
    guard let primary else { return nil }
    let offer = Strong(taking: makeContentOffer(whenAsked: text, as: "text/plain;charset=utf-8", "text/plain"))
    gdk_clipboard_set_content(primary, ^offer.object)
    return Weak(offer.object)
  }

  /// Takes back an offer, if it still stands.
  static func withdraw(_ offer: AnyObjectHandle) {
    guard gdk_clipboard_get_content(primary) == ^offer else { return }
    gdk_clipboard_set_content(primary, nil)
  }

  /// Puts a picture there.
  package static func copy(_ texture: Texture) { gdk_clipboard_set_texture(clipboard, texture.raw) }

  /// Puts a picture there as the file that it is, so that whoever takes it gets it unchanged. With `drawn`, the same
  /// picture decoded, it can also be pasted where only other formats are understood.
  package static func copy(_ picture: EncodedPicture, drawn: Texture? = nil) {
    let bytes = SharedBytes(picture.bytes)
    var offers: [UnsafeMutablePointer<GdkContentProvider>?] = [^makeContentOffer(bytes, as: picture.mimeType)]
    if let drawn {
      var value = GValue()
      g_value_init(&value, gdk_texture_get_type())
      g_value_set_object(&value, UnsafeMutableRawPointer(drawn.raw))
      offers.append(gdk_content_provider_new_for_value(&value))
      g_value_unset(&value)
    }
    offer(offers)
  }

  /// Puts all of it there, and takes over who offers it.
  private static func offer(_ offers: [UnsafeMutablePointer<GdkContentProvider>?]) {
    var offers = offers
    let union = Strong(taking: AnyObjectHandle(gdk_content_provider_new_union(&offers, gsize(offers.count))))
    gdk_clipboard_set_content(clipboard, ^union.object)
  }

  private static func offers(_ type: GType) -> Bool {
    gdk_clipboard_get_formats(clipboard).map { Bool(gdk_content_formats_contain_gtype($0, type)) } ?? false
  }

  /// Whether a picture is there, encoded or not.
  package static var hasPicture: Bool { gdk_clipboard_get_formats(clipboard).flatMap(PictureOffer.mimeType) != nil }

  /// Whether files, or addresses of some other kind, are there.
  package static var hasFiles: Bool { offers(gdk_file_list_get_type()) }

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

  /// The picture that is there, not yet read; nil for none.
  package static var picture: PictureOffer? { clipboard.flatMap { PictureOffer(.clipboard($0)) } }

  /// The picture that is there as the bytes of a file, up to `limit` of them; nil for none.
  package static func pictureBytes(limit: Int) async throws(TransferError) -> EncodedPicture? {
    try await picture?.read(limit: limit)
  }

  /// The paths of the files that are there; none for none, or where they are not on this machine.
  package static func filePaths() async -> [String] {
    guard hasFiles else { return [] }
    return await withCheckedContinuation { (waiting: CheckedContinuation<[String], Never>) in
      gdk_clipboard_read_value_async(
        clipboard, gdk_file_list_get_type(), gint(G_PRIORITY_DEFAULT), nil,
        { source, result, box in
          ValueClosure.call(box, gdk_clipboard_read_value_finish(OpaquePointer(source), result, nil))
        }, ValueClosure { waiting.resume(returning: Adw.filePaths(in: $0)) }.box())
    }
  }
}

/// A closure over a value that C can hold until the value is there, or is not.
final class ValueClosure {
  private let body: @MainActor (UnsafePointer<GValue>?) -> Void

  init(_ body: @escaping @MainActor (UnsafePointer<GValue>?) -> Void) { self.body = body }

  func box() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  /// Calls the closure in the box, which is empty from then on.
  nonisolated static func call(_ box: UnsafeMutableRawPointer?, _ value: UnsafePointer<GValue>?) {
    nonisolated(unsafe) let (box, value) = (box!, value)
    MainActor.assumeIsolated { Unmanaged<ValueClosure>.fromOpaque(box).takeRetainedValue().body(value) }
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
