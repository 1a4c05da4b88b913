import CAdw
import CGStreamer
import Localization
import Platform

/// Why there is no picture from a camera.
nonisolated package enum CameraError: Error, Equatable {
  case noCamera, denied, busy, unplugged
  /// It was turned off before the photo was there.
  case stopped
  /// It was turned on, and nothing came.
  case silent
  /// The camera's driver, or what stands between, said this.
  case failed(String)

  /// What happened and what to do, for a person.
  package var sentence: String {
    switch self {
    case .noCamera: localized("No camera was found. Plug one in and try again.")
    case .denied: localized("This app may not use the camera. Allow it in the desktop's privacy settings.")
    case .busy: localized("Another program is using the camera. Close it there and try again.")
    case .unplugged: localized("The camera is gone. Plug it in again.")
    case .stopped: localized("The camera was turned off.")
    case .silent: localized("The camera gives no picture. Unplug it, plug it in, and try again.")
    case .failed(let why): localized("The camera does not work: \(why)")
    }
  }

  /// What GStreamer means. `hasRun` says whether there were pictures before.
  init(_ error: UnsafeMutablePointer<GError>?, details: String, hasRun: Bool) {
    guard let error else {
      self = .failed(localized("Nobody knows why."))
      return
    }
    let code = error.pointee.code
    let isResource = error.pointee.domain == gst_resource_error_quark()
    let says = error.pointee.message.map { String(cString: $0) } ?? ""
    g_error_free(error)
    func isCode(_ codes: GstResourceError...) -> Bool { isResource && codes.contains { $0.rawValue == UInt32(code) } }

    // Where the code says too little, the system's own words are in the details, in the user's language.
    func isSaid(_ error: Int32) -> Bool { details.contains(String(cString: g_strerror(error))) }

    if isCode(GST_RESOURCE_ERROR_NOT_AUTHORIZED) || isSaid(EACCES) || isSaid(EPERM) {
      self = .denied
    } else if isCode(GST_RESOURCE_ERROR_BUSY) || isSaid(EBUSY) {
      self = .busy
    } else if hasRun, isResource {
      self = .unplugged
    } else if isCode(GST_RESOURCE_ERROR_NOT_FOUND, GST_RESOURCE_ERROR_OPEN_READ, GST_RESOURCE_ERROR_OPEN_READ_WRITE) {
      self = .noCamera
    } else {
      self = .failed(says)
    }
  }
}
