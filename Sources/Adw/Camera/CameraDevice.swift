import CAdw
import CGStreamer
import Localization

/// A camera that can be turned on.
nonisolated package struct CameraDevice: Sendable {
  /// What a person calls it.
  package let name: String
  private let source: Source

  private enum Source: Sendable {
    case described(String)
    case found(FoundDevice)
  }

  /// Something that gives pictures, in the words of `gst-launch`.
  fileprivate init(name: String, description: String) {
    self.name = name
    source = .described(description)
  }

  fileprivate init(_ device: FoundDevice) {
    let name = gst_device_get_display_name(device.raw)
    self.name = name.map { String(cString: $0) } ?? localized("Camera")
    g_free(name)
    source = .found(device)
  }

  /// Makes the element that gives its pictures; the new element is nobody's yet.
  func makeElement() throws(CameraError) -> UnsafeMutablePointer<GstElement> {
    switch source {
    case .found(let device):
      guard let element = gst_device_create_element(device.raw, nil) else { throw .unplugged }
      return element
    case .described(let description):
      var error: UnsafeMutablePointer<GError>?
      // A description may end with a format, and that must lead somewhere.
      let bin = gst_parse_bin_from_description("\(description) ! identity", 1, &error)
      if let error {
        let why = error.pointee.message.map { String(cString: $0) } ?? ""
        g_error_free(error)
        if let bin { gst_object_unref(bin) }
        throw .failed(why)
      }
      guard let bin else { throw .noCamera }
      return bin
    }
  }
}

/// A device that GStreamer has found.
nonisolated private final class FoundDevice: @unchecked Sendable {  // GstDevice is counted and locked by GStreamer
  let raw: UnsafeMutablePointer<GstDevice>

  /// Takes over a reference.
  init(taking raw: UnsafeMutablePointer<GstDevice>) { self.raw = raw }

  deinit { gst_object_unref(raw) }
}

/// The cameras of this machine.
nonisolated package enum Camera {
  /// GStreamer starts when the first camera is looked for, and may then have to look through all its plug-ins.
  private static let isStarted: Bool = gst_init_check(nil, nil, nil) != 0

  /// The cameras that are there. `instead` stands in for all of them: "none", the path of a device, or a source in the
  /// words of `gst-launch`, such as "videotestsrc is-live=true pattern=ball".
  @concurrent package static func devices(instead: String? = nil) async -> [CameraDevice] {
    guard isStarted else { return [] }
    switch instead {
    case "none": return []
    case let path? where path.hasPrefix("/"):
      return [CameraDevice(name: path, description: "v4l2src device=\"\(path)\"")]  // untranslated: for GStreamer
    case let description? where !description.isEmpty:
      return [CameraDevice(name: localized("Test camera"), description: description)]
    default: return found()
    }
  }

  private static func found() -> [CameraDevice] {
    guard let monitor = gst_device_monitor_new() else { return [] }
    defer { gst_object_unref(monitor) }
    gst_device_monitor_add_filter(monitor, "Video/Source", nil)
    guard gst_device_monitor_start(monitor) != 0 else { return [] }
    defer { gst_device_monitor_stop(monitor) }
    let list = gst_device_monitor_get_devices(monitor)
    defer { g_list_free(list) }
    var devices: [CameraDevice] = []
    var node = list
    while let item = node {
      devices.append(CameraDevice(FoundDevice(taking: item.pointee.data.assumingMemoryBound(to: GstDevice.self))))
      node = item.pointee.next
    }
    return devices
  }
}
