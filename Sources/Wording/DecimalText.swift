private import Platform

/// Numbers with one decimal, with the sign that the user's language puts before it.
public enum DecimalText {
  /// "1.2" of 12 tenths.
  public static func of(tenths: Int64) -> String { "\(tenths / 10)\(SystemLocale.decimalSign)\(tenths % 10)" }
}
