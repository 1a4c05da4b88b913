/// Arithmetic that stops at the ends of the numbers: for what was read from files, where any number may stand.
extension FixedWidthInteger where Self: SignedInteger {
  /// The sum, or the end of the range that it would leave.
  public func plus(_ other: Self) -> Self {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, or the end of the range that it would leave.
  public func minus(_ other: Self) -> Self {
    let (difference, isOver) = subtractingReportingOverflow(other)
    return isOver ? (other < 0 ? .max : .min) : difference
  }

  /// The product, or the end of the range that it would leave.
  public func times(_ other: Self) -> Self {
    let (product, isOver) = multipliedReportingOverflow(by: other)
    return isOver ? ((self < 0) == (other < 0) ? .max : .min) : product
  }

  /// The nearest number in the range.
  public func clamped(to range: ClosedRange<Self>) -> Self {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
