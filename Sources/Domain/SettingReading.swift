/// What a transaction can read of settings that hold for the whole library; `Settings` says which there are.
public protocol SettingReading {
  /// The text that is kept under the key; nil for none.
  func setting(_ key: String) throws(StoreError) -> String?
}
