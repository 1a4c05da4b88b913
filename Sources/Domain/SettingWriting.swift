/// What a transaction can do with settings that hold for the whole library.
public protocol SettingWriting: SettingReading {
  /// Keeps the text under the key; nil forgets the setting.
  func setSetting(_ key: String, to value: String?) throws(StoreError)
}
