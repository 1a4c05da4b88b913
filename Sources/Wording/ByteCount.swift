private import Domain
private import Localization

/// Sizes of files in words, in powers of 1000 as the desktop's file manager writes them.
public enum ByteCount {
  /// A number of bytes with a unit, as "1.2 MB"; units of a thousand.
  public static func text(_ bytes: Int64) -> String {
    guard bytes >= 1_000 else {
      let count = Int(clamping: bytes)
      return localized(count, one: "\(count) byte", other: "\(count) bytes")
    }
    var tenths = bytes.plus(50) / 100
    if tenths < 10_000 { return localized("\(DecimalText.of(tenths: tenths)) kB") }
    tenths = (tenths + 500) / 1_000
    if tenths < 10_000 { return localized("\(DecimalText.of(tenths: tenths)) MB") }
    tenths = (tenths + 500) / 1_000
    return localized("\(DecimalText.of(tenths: tenths)) GB")
  }
}
