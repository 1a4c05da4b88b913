private import Platform

/// Large whole numbers, with the sign that the user's language puts between thousands.
public enum CountText {
  /// "1,204"; in a language without such a sign "1204".
  public static func of(_ count: Int) -> String {
    let digits = "\(count.magnitude)"
    let sign = SystemLocale.thousandsSign
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += sign }
      text.append(digit)
    }
    return count < 0 ? "-" + text : text
  }

  /// A number that is only an estimate, with two digits that say something: "1,200".
  public static func rounded(_ count: Int) -> String {
    var unit = 1
    while count.magnitude / unit.magnitude >= 100 { unit *= 10 }
    return of((count + unit / 2) / unit * unit)
  }
}
