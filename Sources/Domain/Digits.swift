extension BinaryInteger {
  /// The number with zeros before it, to at least so many digits: for clocks, file names and hexadecimal numbers.
  package func digits(_ count: Int, radix: Int = 10, uppercase: Bool = false) -> String {
    let digits = String(magnitude, radix: radix, uppercase: uppercase)
    return (self < 0 ? "-" : "") + String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}

extension Sequence<UInt8> {
  /// Two hexadecimal digits for each byte, in lower case.
  package var hexadecimal: String { map { $0.digits(2, radix: 16) }.joined() }
}
