/// One preference of `Settings` as the database keeps it: a key, the property that holds the value, and the value's text.
/// The default is the initial value of the property.
struct Preference: Sendable {
  /// The key in the database.
  let key: String
  /// The property that holds the value.
  let property: any PartialKeyPath<Settings> & Sendable
  /// The value as it is kept; nil keeps nothing.
  let text: @Sendable (Settings) -> String?
  /// Sets the property to what the text says. A text that cannot be read leaves the property as it is.
  let take: @Sendable (String, inout Settings) -> Void

  init<Value: Sendable>(
    _ key: String, _ property: any WritableKeyPath<Settings, Value> & Sendable, _ coding: TextCoding<Value>
  ) {
    self.key = key
    self.property = property
    text = { coding.encode($0[keyPath: property]) }
    take = { text, settings in
      if let value = coding.decode(text) { settings[keyPath: property] = value }
    }
  }
}

/// How values of one type are kept as text.
struct TextCoding<Value: Sendable>: Sendable {
  /// Nil keeps nothing.
  let encode: @Sendable (Value) -> String?
  /// Nil where the text cannot be read.
  let decode: @Sendable (String) -> Value?
}

extension TextCoding<Bool> {
  /// One word for true and one for false.
  static func words(_ yes: String, _ no: String) -> Self {
    Self(encode: { $0 ? yes : no }, decode: { $0 == yes ? true : $0 == no ? false : nil })
  }

  static var yesOrNo: Self { words("yes", "no") }
}

extension TextCoding<Int> {
  /// A number; one outside the range is read as the nearest in it.
  static func number(in range: ClosedRange<Int>) -> Self {
    Self(encode: { "\($0)" }, decode: { Int($0)?.clamped(to: range) })
  }
}

extension TextCoding<Int?> {
  /// The same, with a word for nil.
  static func number(in range: ClosedRange<Int>, orNone none: String) -> Self {
    let number = TextCoding<Int>.number(in: range)
    return Self(
      encode: { $0.map { "\($0)" } ?? none },
      decode: { $0 == none ? .some(nil) : number.decode($0).map { .some($0) } })
  }
}

extension TextCoding<String> {
  /// Any text, as it is.
  static var text: Self { Self(encode: { $0 }, decode: { $0 }) }
}

extension TextCoding<String?> {
  /// A name of at least one letter; what is longer than `limit` is read without its end.
  static func name(upTo limit: Int) -> Self {
    Self(encode: { $0 }, decode: { $0.isEmpty ? nil : String($0.prefix(limit)) })
  }
}

extension TextCoding where Value: RawRepresentable, Value.RawValue == String {
  /// The raw value.
  static var word: Self { Self(encode: { $0.rawValue }, decode: { Value(rawValue: $0) }) }
}

extension TextCoding<ChatID?> {
  static var id: Self { Self(encode: { $0?.description }, decode: { ChatID($0).map { .some($0) } }) }
}
