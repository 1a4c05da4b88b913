import CPixbuf

/// Colour profiles as they come with files.
enum Profile {
  /// As phones write it.
  static func displayP3() -> [UInt8] {
    made(red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060))
  }

  /// sRGB under another name.
  static func sRGB() -> [UInt8] {
    made(red: (0.640, 0.330), green: (0.300, 0.600), blue: (0.150, 0.060))
  }

  /// rgb(180, 120, 90) of Display P3.
  static let asSRGB = [190, 117, 84, 255]

  private static func made(
    red: (Double, Double), green: (Double, Double), blue: (Double, Double)
  ) -> [UInt8] {
    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    var primaries = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(x: red.0, y: red.1, Y: 1), Green: cmsCIExyY(x: green.0, y: green.1, Y: 1),
      Blue: cmsCIExyY(x: blue.0, y: blue.1, Y: 1))
    // The transfer curve of sRGB.
    let curve = cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    defer { cmsFreeToneCurve(curve) }
    let profile = cmsCreateRGBProfile(&white, &primaries, [curve, curve, curve])
    defer { cmsCloseProfile(profile) }
    var count: cmsUInt32Number = 0
    cmsSaveProfileToMem(profile, nil, &count)
    var bytes = [UInt8](repeating: 0, count: Int(count))
    cmsSaveProfileToMem(profile, &bytes, &count)
    return bytes
  }
}
