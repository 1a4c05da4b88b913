import Platform

// Whether one colour can be read on another.
nonisolated extension Color {
  /// How many times lighter one colour is than the other, 1 to 21, as WCAG 2 counts it; both are solid.
  package func contrast(with other: Color) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// The colour moved towards black or white, no further than is needed to be so many times lighter or darker than a
  /// ground; both are solid.
  package func readable(on ground: Color, contrast least: Double) -> Color {
    let whole = bytes
    let end = ground.luminance < 0.18 ? 255 : 0
    var moved = self
    for step in 0...64 {
      func part(_ value: UInt8) -> Double { Double((Int(value) * (64 - step) + end * step) / 64) / 255 }
      moved = Color(red: part(whole.red), green: part(whole.green), blue: part(whole.blue))
      if moved.contrast(with: ground) >= least { break }
    }
    return moved
  }

  /// What is seen where it is drawn over a solid colour.
  func over(_ ground: Color) -> Color {
    func part(_ own: Double, _ other: Double) -> Double { own * alpha + other * (1 - alpha) }
    return Color(red: part(red, ground.red), green: part(green, ground.green), blue: part(blue, ground.blue))
  }

  /// Its parts as a screen has them.
  var bytes: (red: UInt8, green: UInt8, blue: UInt8) {
    func byte(_ part: Double) -> UInt8 { UInt8((min(max(part, 0), 1) * 255).rounded()) }
    return (byte(red), byte(green), byte(blue))
  }

  private var luminance: Double {
    func linear(_ part: Double) -> Double { part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
