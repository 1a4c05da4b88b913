private import Localization

/// Parts of a whole in words.
public enum PercentText {
  /// "40 %", of a part from 0 to 1; never more than is done; "0 %" for what is no number.
  public static func of(_ part: Double) -> String {
    let percent = part.isNaN ? 0 : Int((min(max(0, part), 1) * 100).rounded(.down))
    return localized("\(percent) %")
  }
}
