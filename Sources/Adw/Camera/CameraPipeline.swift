import CAdw
import CGStreamer
import Localization

/// The way from a camera to pictures in memory.
nonisolated final class CameraPipeline: @unchecked Sendable {  // GStreamer counts and locks its elements itself
  private let pipeline: UnsafeMutablePointer<GstElement>
  private let bus: UnsafeMutablePointer<GstBus>
  private let view: UnsafeMutablePointer<GstElement>
  private let photo: UnsafeMutablePointer<GstElement>
  private let gate: UnsafeMutablePointer<GstElement>

  /// One branch for the live view, small and mirrored; one for the photo, through which nothing passes until one is
  /// wanted. Neither waits for the other, or for whoever looks.
  // untranslated: for GStreamer
  private static let branches = """
    tee name=split allow-not-linked=true
    split. ! queue leaky=downstream max-size-buffers=1 ! videoscale
      ! video/x-raw,width=[1,640],height=[1,640],pixel-aspect-ratio=1/1
      ! videoconvert ! video/x-raw,format=BGRA ! videoflip video-direction=horiz
      ! appsink name=view max-buffers=1 drop=true sync=false async=false
    split. ! queue leaky=downstream max-size-buffers=1 ! valve name=gate drop=true
      ! videoconvert ! video/x-raw,format=BGRA
      ! appsink name=photo max-buffers=1 drop=true sync=false async=false
    """

  /// What is asked of a camera: first pictures that come quickly, then whatever it has.
  static let wishes = [
    "video/x-raw,width=[1,1280],height=[1,960],framerate=[15/1,120/1]", "video/x-raw",
  ]

  /// Puts the parts together; nothing runs yet.
  init(_ device: CameraDevice, wish: String) throws(CameraError) {
    let source = try device.makeElement()
    guard let made = gst_pipeline_new(nil) else { throw .failed(localized("GStreamer is not complete.")) }
    let bin = UnsafeMutableRawPointer(made).assumingMemoryBound(to: GstBin.self)
    gst_bin_add(bin, source)
    var error: UnsafeMutablePointer<GError>?
    let filter = "capsfilter caps=\"\(wish)\""  // untranslated: for GStreamer
    let rest = gst_parse_bin_from_description("\(filter) ! \(Self.branches)", 1, &error)
    guard let rest, error == nil, gst_bin_add(bin, rest) != 0, gst_element_link(source, rest) != 0 else {
      let why = error?.pointee.message.map { String(cString: $0) } ?? localized("GStreamer is not complete.")
      if let error { g_error_free(error) }
      gst_object_unref(made)
      throw .failed(why)
    }
    pipeline = made
    bus = gst_element_get_bus(made)
    view = gst_bin_get_by_name(bin, "view")
    photo = gst_bin_get_by_name(bin, "photo")
    gate = gst_bin_get_by_name(bin, "gate")
  }

  deinit {
    gst_element_set_state(pipeline, GST_STATE_NULL)
    for element in [view, photo, gate, pipeline] { gst_object_unref(element) }
    gst_object_unref(bus)
  }

  /// Turns the camera on, which may take a while; throws what the camera says if it cannot.
  @concurrent func start() async throws(CameraError) {
    guard gst_element_set_state(pipeline, GST_STATE_PLAYING) == GST_STATE_CHANGE_FAILURE else { return }
    guard let message = gst_bus_pop_filtered(bus, GST_MESSAGE_ERROR) else { throw .noCamera }
    throw Self.error(in: message, hasRun: false)
  }

  /// Turns the camera off, and waits until it is.
  @concurrent func stop() async { gst_element_set_state(pipeline, GST_STATE_NULL) }

  /// What went wrong since the last time; nil for nothing.
  func trouble(hasRun: Bool) -> CameraError? {
    if let message = gst_bus_pop_filtered(bus, GST_MESSAGE_ERROR) { return Self.error(in: message, hasRun: hasRun) }
    // The closed gate holds back the end, too, so only one branch comes to it.
    return gst_app_sink_is_eos(UnsafeMutableRawPointer(view).assumingMemoryBound(to: GstAppSink.self)) == 0
      ? nil : .unplugged
  }

  private static func error(in message: UnsafeMutablePointer<GstMessage>, hasRun: Bool) -> CameraError {
    var error: UnsafeMutablePointer<GError>?
    var details: UnsafeMutablePointer<gchar>?
    gst_message_parse_error(message, &error, &details)
    let words = details.map { String(cString: $0) } ?? ""
    g_free(details)
    gst_message_unref(message)
    return CameraError(error, details: words, hasRun: hasRun)
  }

  /// The newest picture for the live view; nil if there is none since the last time.
  func nextView() -> Texture? { Self.take(from: view) }

  /// The photo that was asked for; nil until it is there.
  func nextPhoto() -> Texture? { Self.take(from: photo) }

  /// Lets pictures through for a photo, or no more.
  func letPhotos(_ mayPass: Bool) {
    var value = GValue()
    g_value_init(&value, 5 << 2)
    g_value_set_boolean(&value, mayPass ? 0 : 1)
    g_object_set_property(UnsafeMutableRawPointer(gate).assumingMemoryBound(to: GObject.self), "drop", &value)
    g_value_unset(&value)
  }

  private static func take(from sink: UnsafeMutablePointer<GstElement>) -> Texture? {
    let sink = UnsafeMutableRawPointer(sink).assumingMemoryBound(to: GstAppSink.self)
    guard let sample = gst_app_sink_try_pull_sample(sink, 0) else { return nil }
    defer { gst_sample_unref(sample) }
    guard let buffer = gst_sample_get_buffer(sample), let caps = gst_sample_get_caps(sample) else { return nil }
    let format = gst_caps_get_structure(caps, 0)
    var width: gint = 0
    var height: gint = 0
    gst_structure_get_int(format, "width", &width)
    gst_structure_get_int(format, "height", &height)
    var map = GstMapInfo()
    guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return nil }
    defer { gst_buffer_unmap(buffer, &map) }
    guard let data = map.data, width > 0, height > 0, Int(map.size) == Int(width) * Int(height) * 4 else { return nil }
    let pixels = SharedBytes(count: Int(map.size)) { $0.copyMemory(from: data, byteCount: Int(map.size)) }
    return Texture(PixelBuffer(width: Int(width), height: Int(height), pixels: pixels))
  }
}
