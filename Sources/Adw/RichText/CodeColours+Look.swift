/// What code is drawn on, and how strongly it has to differ from that.
nonisolated package enum CodeAppearance: Int, CaseIterable, Sendable {
  case light, dark, lightContrast, darkContrast

  /// How the desktop wants it now.
  @MainActor package static var current: CodeAppearance {
    switch (Appearance.isDark, Appearance.isHighContrast) {
    case (false, false): .light
    case (true, false): .dark
    case (false, true): .lightContrast
    case (true, true): .darkContrast
    }
  }

  var isDark: Bool { self == .dark || self == .darkContrast }

  /// What blocks of code stand on; all colours of code can be read on it.
  package var background: Color { Color(backgroundTone) }

  /// Code that has no colour of its own.
  package var foreground: Color { Color(Tone(foregroundHex)) }

  /// How many times lighter than the other one of text and background has to be, as WCAG counts it; more on dark grounds,
  /// where colours look weaker than that says.
  package var leastContrast: Double {
    switch self {
    case .light: 4.5
    case .dark: 5.5
    case .lightContrast: 7
    case .darkContrast: 10
    }
  }

  fileprivate var backgroundTone: Tone {
    switch self {
    case .light, .lightContrast: Tone(0xFFFFFF)
    case .dark: Tone(0x1E1E1E)
    case .darkContrast: Tone(0x000000)
    }
  }

  private var foregroundHex: UInt32 {
    switch self {
    case .light: 0x2E3436
    case .dark: 0xE6E6E6
    case .lightContrast: 0x000000
    case .darkContrast: 0xFFFFFF
    }
  }
}

/// How a part of code is drawn.
nonisolated package struct CodeLook: Equatable, Sendable {
  /// Its colour; nil for that of plain code.
  package let color: Color?
  package let isBold: Bool
  package let isItalic: Bool

  package init(color: Color?, isBold: Bool, isItalic: Bool) {
    self.color = color
    self.isBold = isBold
    self.isItalic = isItalic
  }

  package static let plain = CodeLook(color: nil, isBold: false, isItalic: false)
}

/// What a part of code is, as its looks in each appearance: so a switch of the appearance needs no second reading.
nonisolated package struct CodeStyle: Hashable, Sendable {
  private let tones: [Tone]

  static let plain = CodeStyle(light: .plain, dark: .plain)

  /// Takes the looks that a colour scheme gives it, and makes what could not be read darker or lighter.
  package init(light: CodeLook, dark: CodeLook) {
    tones = CodeAppearance.allCases.map { appearance in
      var tone = Tone(appearance.isDark ? dark : light)
      tone.makeReadable(in: appearance)
      return tone
    }
  }

  /// How it is drawn.
  package func look(in appearance: CodeAppearance) -> CodeLook { tones[appearance.rawValue].look }
}

/// A part of a block of code that is not drawn plainly.
nonisolated package struct CodeSpan: Hashable, Sendable {
  /// In UTF-8 bytes of the text.
  package var range: Range<Int>
  package var style: CodeStyle
}

nonisolated extension Color {
  fileprivate init(_ tone: Tone) {
    self.init(red: Double(tone.red) / 255, green: Double(tone.green) / 255, blue: Double(tone.blue) / 255)
  }
}

/// A look in four bytes.
nonisolated private struct Tone: Hashable {
  var red: UInt8 = 0
  var green: UInt8 = 0
  var blue: UInt8 = 0
  var flags: UInt8 = 0

  static let hasColor: UInt8 = 1
  static let isBold: UInt8 = 2
  static let isItalic: UInt8 = 4

  init(_ hex: UInt32) {
    (red, green, blue) = (UInt8(hex >> 16 & 255), UInt8(hex >> 8 & 255), UInt8(hex & 255))
  }

  init(_ look: CodeLook) {
    take(look.color)
    flags =
      (look.color == nil ? 0 : Self.hasColor) | (look.isBold ? Self.isBold : 0) | (look.isItalic ? Self.isItalic : 0)
  }

  private mutating func take(_ color: Color?) {
    (red, green, blue) = color?.bytes ?? (0, 0, 0)
  }

  var look: CodeLook {
    CodeLook(
      color: flags & Self.hasColor == 0 ? nil : Color(self), isBold: flags & Self.isBold != 0,
      isItalic: flags & Self.isItalic != 0)
  }

  /// Moves the colour so far that it can be read.
  mutating func makeReadable(in appearance: CodeAppearance) {
    guard flags & Self.hasColor != 0 else { return }
    take(Color(self).readable(on: appearance.background, contrast: appearance.leastContrast))
  }
}
