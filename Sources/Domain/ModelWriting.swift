/// What a transaction can do with the records of local models.
public protocol ModelWriting: ModelReading {
  /// Keeps the record of a model, in the place of one that is kept of it.
  func save(_ model: LocalModel) throws(StoreError)
  /// Forgets the record; false where there was none.
  @discardableResult
  func remove(_ model: ModelID) throws(StoreError) -> Bool
  /// Notes that this process loads the model. A process that ends before `endLoad` leaves it as one that was cut off.
  func beginLoad(of model: ModelID) throws(StoreError)
  /// Notes that it does not any more.
  func endLoad(of model: ModelID, endedEngine: Bool) throws(StoreError)
  /// Forgets how the last load ended, be it that of another process.
  func forgetLoad(of model: ModelID) throws(StoreError)
}
