/// How many of the first blocks are known together, and for which width: what grows at its end is not summed up from its
/// beginning each time.
struct Sums {
  typealias Known = (for: Int, count: Int)

  /// `PlacedBlock.total.height`.
  var height: Known = (-1, 0)
  /// `PlacedBlock.total.width`.
  var width: Known = (-1, 0)
  /// `PlacedBlock.frame`.
  var places: Known = (-1, 0)

  /// What holds of the first blocks when the others change.
  func first(_ most: Int) -> Sums {
    Sums(
      height: (height.for, min(height.count, most)), width: (width.for, min(width.count, most)),
      places: (places.for, min(places.count, most)))
  }
}
