private import Platform

/// Numbers with decimals, with the sign that the user's language puts before these.
public enum DecimalText {
  /// "1.2" of 12 tenths.
  public static func of(tenths: Int64) -> String { "\(tenths / 10)\(SystemLocale.decimalSign)\(tenths % 10)" }

  /// With as many decimals as it has, "0.75" or "2".
  public static func of(_ number: Double) -> String {
    let text = "\(number)"
    let short = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    return String(short.map { $0 == "." ? SystemLocale.decimalSign : "\($0)" }.joined())
  }
}
