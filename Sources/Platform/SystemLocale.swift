/// What the user's locale writes in its own way, as the C library knows it; English where it knows nothing, as in the
/// locale "C".
package enum SystemLocale {
  /// The whole name of a month, from 1; as it stands in a date.
  package static func month(_ number: Int) -> String {
    text(nl_item(MON_1), number - 1, of: 12) ?? english(englishMonths, number - 1)
  }

  /// The short name of a month, from 1.
  package static func shortMonth(_ number: Int) -> String {
    text(nl_item(ABMON_1), number - 1, of: 12) ?? String(english(englishMonths, number - 1).prefix(3))
  }

  /// The name of a day of the week; 0 is Sunday.
  package static func weekday(_ number: Int) -> String {
    text(nl_item(DAY_1), number, of: 7) ?? english(englishWeekdays, number)
  }

  /// What stands beside hours up to 12.
  package static func dayPeriod(isAfternoon: Bool) -> String {
    text(nl_item(isAfternoon ? PM_STR : AM_STR)) ?? (isAfternoon ? "PM" : "AM")
  }

  /// What stands between a whole number and its tenths.
  package static var decimalSign: String {
    guard let sign = localeconv()?.pointee.decimal_point, let text = String(validatingCString: sign), !text.isEmpty
    else { return "." }
    return text
  }

  /// What stands between thousands; empty in a language that has nothing there.
  package static var thousandsSign: String {
    localeconv()?.pointee.thousands_sep.flatMap { String(validatingCString: $0) } ?? ""
  }

  /// The `index`th of so many names that stand one after the other.
  private static func text(_ first: nl_item, _ index: Int, of count: Int) -> String? {
    (0..<count).contains(index) ? text(first + nl_item(index)) : nil
  }

  private static func english(_ names: [String], _ index: Int) -> String {
    names.indices.contains(index) ? names[index] : ""
  }

  /// Nil for what is empty or not in UTF-8.
  private static func text(_ item: nl_item) -> String? {
    guard let found = nl_langinfo(item), let text = String(validatingCString: found), !text.isEmpty else { return nil }
    return text
  }

  private static let englishMonths = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  private static let englishWeekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
}
