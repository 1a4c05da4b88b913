/// What a transaction can read of the records of local models.
public protocol ModelReading {
  /// The models of which records are kept, in the order of their import.
  func models() throws(StoreError) -> [LocalModel]
}
