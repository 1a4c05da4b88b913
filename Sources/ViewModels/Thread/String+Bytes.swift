extension String {
  /// Whether the text begins with the same bytes. Quick also where it is long and told again with each word.
  func beginsWith(bytesOf other: String) -> Bool {
    let quick = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { own.count >= $0.count && own[..<$0.count].elementsEqual($0) }
    }
    return quick.flatMap { $0 } ?? utf8.starts(with: other.utf8)
  }
}
