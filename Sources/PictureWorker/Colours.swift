import CPixbuf

/// From the colours that a picture was made in to sRGB.
enum Colours {
  /// Profiles are some hundred bytes to some hundred kilobytes.
  private static let largestProfile = 4 << 20

  /// The profile that the loader read, which it hands over as text; empty where there is none.
  static func profile(of pixels: borrowing Pixels) -> [UInt8] {
    var count: gsize = 0
    guard let text = pixels.option("icc-profile"), text.utf8.count <= largestProfile * 4 / 3,
      let profile = g_base64_decode(text, &count)
    else { return [] }
    defer { g_free(profile) }
    return Array(UnsafeBufferPointer(start: profile, count: Int(count)))
  }

  /// Converts in place where the profile is that of another colour space; what is no profile is ignored.
  static func convert(_ pixels: borrowing Pixels, from profile: [UInt8]) {
    guard !profile.isEmpty, profile.count <= largestProfile,
      let source = cmsOpenProfileFromMem(profile, cmsUInt32Number(profile.count))
    else { return }
    defer { cmsCloseProfile(source) }
    // A profile of inks or greys does not speak of the pixels that the loader made.
    guard cmsGetColorSpace(source) == cmsSigRgbData, let target = cmsCreate_sRGBProfile() else { return }
    defer { cmsCloseProfile(target) }
    let type = pixels.hasAlpha ? sotto_type_rgba_8() : sotto_type_rgb_8()
    let flags = pixels.hasAlpha ? sotto_flag_copy_alpha() : 0
    guard
      let transform = cmsCreateTransform(
        source, type, target, type, cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC), cmsUInt32Number(flags))
    else { return }
    defer { cmsDeleteTransform(transform) }
    guard !isIdentity(transform, channels: pixels.channels) else { return }
    let (rows, stride, width) = (pixels.rows, pixels.stride, pixels.width)
    for row in 0..<pixels.height {
      let line = rows + row * stride
      cmsDoTransform(transform, line, line, cmsUInt32Number(width))
    }
  }

  /// Whether the colours stay what they are, as with the many profiles that are sRGB under some name.
  private static func isIdentity(_ transform: cmsHTRANSFORM, channels: Int) -> Bool {
    let steps: [UInt8] = [0, 16, 64, 128, 200, 255]
    var probes: [UInt8] = []
    for red in steps {
      for green in steps {
        for blue in steps { probes += channels == 4 ? [red, green, blue, 255] : [red, green, blue] }
      }
    }
    var made = [UInt8](repeating: 255, count: probes.count)
    cmsDoTransform(transform, probes, &made, cmsUInt32Number(probes.count / channels))
    return zip(probes, made).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
  }
}
