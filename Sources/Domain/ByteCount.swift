/// Sizes of files in words, in powers of 1000 as the desktop's file manager writes them.
public enum ByteCount {
  /// A number of bytes with a unit, as "1.2 MB"; units of a thousand.
  public static func text(_ bytes: Int64) -> String {
    guard bytes >= 1_000 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    var tenths = bytes.plus(50) / 100
    for unit in ["kB", "MB", "GB"] {
      if tenths < 10_000 || unit == "GB" { return "\(tenths / 10).\(tenths % 10) \(unit)" }
      tenths = (tenths + 500) / 1_000
    }
    return "\(bytes) bytes"
  }
}
