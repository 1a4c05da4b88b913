import CAdw

/// Bytes for the clipboard, under one or more formats, that leave in small chunks and wait for nothing.
///
/// GTK's own text writer closes its stream when it is let go, and on the main thread that waits for ever once the text is
/// longer than the display takes at once. Its own offer of bytes hands over all of them together, which is more than the
/// display takes from 16 MB on.
@MainActor func makeContentOffer(_ bytes: borrowing SharedBytes, as mimeTypes: String...) -> AnyObjectHandle {
  let object = makeOffer(as: mimeTypes)
  g_object_set_data_full(
    ^object, bytesKey, UnsafeMutableRawPointer(bytes.taken()), { g_bytes_unref(OpaquePointer($0)) })
  return object
}

/// The same with a text that is made each time somebody takes it.
@MainActor func makeContentOffer(
  whenAsked text: @escaping @MainActor () async -> String?, as mimeTypes: String...
) -> AnyObjectHandle {
  let object = makeOffer(as: mimeTypes)
  object.attach(BytesOnDemand { Array((await text() ?? "").utf8) }, as: BytesOnDemand.key)
  return object
}

/// The same with a file.
@MainActor func makeContentOffer(
  whenAskedBytes bytes: @escaping @MainActor () async -> [UInt8]?, as mimeType: String
) -> AnyObjectHandle {
  let object = makeOffer(as: [mimeType])
  object.attach(BytesOnDemand { await bytes() ?? [] }, as: BytesOnDemand.key)
  return object
}

private final class BytesOnDemand {
  static let key = "adw-bytes-on-demand"
  let bytes: @MainActor () async -> [UInt8]
  init(_ bytes: @escaping @MainActor () async -> [UInt8]) { self.bytes = bytes }
}

@MainActor private func makeOffer(as mimeTypes: [String]) -> AnyObjectHandle {
  let object = AnyObjectHandle(g_object_new_with_properties(offerType, 0, nil, nil)!)
  let builder = gdk_content_formats_builder_new()
  for type in mimeTypes { gdk_content_formats_builder_add_mime_type(builder, type) }
  g_object_set_data_full(
    ^object, formatsKey, UnsafeMutableRawPointer(gdk_content_formats_builder_free_to_formats(builder)),
    { gdk_content_formats_unref(OpaquePointer($0)) })
  return object
}

nonisolated private let formatsKey = "adw-formats"
nonisolated private let bytesKey = "adw-bytes"

/// A subclass of GdkContentProvider.
private let offerType: GType = makeSubclass(of: gdk_content_provider_get_type(), named: "AdwContentOffer") { raw, _ in
  let provider = raw!.assumingMemoryBound(to: GdkContentProviderClass.self)
  provider.pointee.ref_formats = { gdk_content_formats_ref(OpaquePointer(data(of: $0, formatsKey))) }
  provider.pointee.write_mime_type_async = { provider, _, stream, priority, cancellable, callback, box in
    nonisolated(unsafe) let task = g_task_new(provider, cancellable, callback, box)!
    nonisolated(unsafe) let (provider, stream) = (provider!, stream!)
    if let bytes = data(of: provider, bytesKey) {
      return write(OpaquePointer(bytes), to: stream, priority, of: task)
    }
    MainActor.assumeIsolated {
      let demand = AnyObjectHandle(Handle(provider)).attached(BytesOnDemand.self, as: BytesOnDemand.key)
      g_object_ref(stream)
      Task { @MainActor in
        let bytes = SharedBytes(await demand?.bytes() ?? [])
        write(bytes.raw, to: stream, priority, of: task)
        g_object_unref(stream)
      }
    }
  }
  provider.pointee.write_mime_type_finish = { _, result, error in
    g_task_propagate_boolean(result, error)
  }
}

/// Writes bytes and answers the task, which is taken over.
nonisolated private func write(
  _ bytes: OpaquePointer, to stream: UnsafeMutablePointer<GOutputStream>, _ priority: gint, of task: OpaquePointer
) {
  let input = g_memory_input_stream_new_from_bytes(bytes)
  g_output_stream_splice_async(
    stream, input, G_OUTPUT_STREAM_SPLICE_NONE, priority, g_task_get_cancellable(task),
    { stream, result, task in
      var error: UnsafeMutablePointer<GError>?
      let count = g_output_stream_splice_finish(
        UnsafeMutableRawPointer(stream)?.assumingMemoryBound(to: GOutputStream.self), result, &error)
      let task = OpaquePointer(task)
      if count < 0 { g_task_return_error(task, error) } else { g_task_return_boolean(task, 1) }
      g_object_unref(UnsafeMutableRawPointer(task))
    }, UnsafeMutableRawPointer(task))
  g_object_unref(input)
}

nonisolated private func data(of provider: UnsafeMutablePointer<GdkContentProvider>?, _ key: String)
  -> UnsafeMutableRawPointer?
{
  g_object_get_data(UnsafeMutableRawPointer(provider)?.assumingMemoryBound(to: GObject.self), key)
}
