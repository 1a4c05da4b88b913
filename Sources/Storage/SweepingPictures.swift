import Domain

/// Puts the pictures' files in order after a start: removes unfinished ones and sets aside those that nothing has named for
/// a day. Not for the first second of a start; where it was cut off, the next start finds what is left.
struct SweepingPictures: LibraryJob {
  let kind = LibraryJobKind.sweepingPictures
  let store: SQLiteStore
  /// The old ones that are still to be looked at; nil before they were found.
  private var old: ArraySlice<PictureHash>?
  private var total = 0
  /// How many were set aside.
  private(set) var count = 0

  init(store: SQLiteStore) { self.store = store }

  mutating func step() async throws(StoreError) -> JobProgress? {
    var left: ArraySlice<PictureHash>
    if let old { left = old } else { left = try await store.oldPictures()[...] }
    if old == nil { total = left.count }
    guard !left.isEmpty else { return nil }
    // In small parts, so that a send slips in between.
    count += try await store.setAside(Array(left.prefix(50)))
    left = left.dropFirst(50)
    old = left
    return JobProgress(done: total - left.count, of: total)
  }
}
