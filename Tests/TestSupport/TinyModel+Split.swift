/// A model in several files.
extension TinyModel {
  /// The bytes of the files that it is split into, in order; the first has all of the header and none of the weights.
  public func split(into count: Int) -> [[UInt8]] {
    (0..<count).map { number in
      var part = self
      if number > 0 { part.metadata = [] }
      part["split.no"] = .short(UInt16(number))
      part["split.count"] = .short(UInt16(count))
      part["split.tensors.count"] = .integer(Int32(tensors.count))
      part.tensors = tensors.indices.filter { number > 0 && $0 % (count - 1) == number - 1 }.map { tensors[$0] }
      return part.bytes
    }
  }
}
