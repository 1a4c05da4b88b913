/// Marks that stand over and under one letter. A letter may carry any number of them, and is then taller than a window: what
/// is shown on one line carries a few, and counts what it is made of.
enum StackedMarks {
  /// No script puts more on one letter.
  static let most = 12

  /// The beginning of `text`: no more than `limit` scalars, and no more marks on a letter than scripts need.
  static func cut(_ text: some StringProtocol, scalars limit: Int) -> String {
    var kept = String.UnicodeScalarView()
    var count = 0
    var marks = 0
    for scalar in text.unicodeScalars where isKept(scalar, &marks) {
      guard count < limit else { break }
      kept.append(scalar)
      count += 1
    }
    return String(kept)
  }

  /// Whether a scalar stays that follows so many marks; they are counted here.
  static func isKept(_ scalar: Unicode.Scalar, _ marks: inout Int) -> Bool {
    guard !scalar.isASCII, scalar.properties.isGraphemeExtend else {
      marks = 0
      return true
    }
    marks += 1
    return marks <= most
  }
}
