/// The ASCII characters that mean something in Markdown, and kinds of them.
extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let dollar = UInt8(ascii: "$")
  static let backslash = UInt8(ascii: "\\")
  static let backtick = UInt8(ascii: "`")
  static let tilde = UInt8(ascii: "~")
  static let asterisk = UInt8(ascii: "*")
  static let underscore = UInt8(ascii: "_")
  static let hyphen = UInt8(ascii: "-")
  static let pipe = UInt8(ascii: "|")
  static let colon = UInt8(ascii: ":")
  static let ampersand = UInt8(ascii: "&")
  static let less = UInt8(ascii: "<")
  static let greater = UInt8(ascii: ">")
  static let openRound = UInt8(ascii: "(")
  static let closeRound = UInt8(ascii: ")")
  static let openSquare = UInt8(ascii: "[")
  static let closeSquare = UInt8(ascii: "]")

  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  var isLetterOrDigit: Bool { isDigit || isLetter }
  /// A space, a tab or the end of a line.
  var isSpace: Bool { self == .space || (.tab ... .carriageReturn).contains(self) }
  var isBlank: Bool { self == .space || self == .tab }
  var isLineEnd: Bool { self == .lineFeed || self == .carriageReturn }
  /// A sign of ASCII that is no letter, digit or space.
  var isPunctuation: Bool { (0x21..<0x7F).contains(self) && !isLetterOrDigit }
}
