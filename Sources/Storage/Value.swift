import Domain

/// What can be bound to a statement's parameter.
enum Value {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
  /// A UUID's halves, bound as its 16 bytes.
  case uid(UInt64, UInt64)

  static func integer(_ number: Int) -> Value { .integer(Int64(number)) }
  static func integer(_ number: Int?) -> Value { number.map { .integer(Int64($0)) } ?? .null }
  static func integer(_ number: Int64?) -> Value { number.map { .integer($0) } ?? .null }
  static func real(_ number: Double?) -> Value { number.map { .real($0) } ?? .null }
  static func text(_ text: String?) -> Value { text.map { .text($0) } ?? .null }
  static func flag(_ flag: Bool) -> Value { .integer(flag ? 1 : 0) }
  static func time(_ time: Timestamp) -> Value { .integer(time.milliseconds) }
  static func time(_ time: Timestamp?) -> Value { time.map { .integer($0.milliseconds) } ?? .null }
  static func hash(_ hash: PictureHash) -> Value { .blob(hash.bytes) }
  static func uid<Subject>(_ id: Identifier<Subject>) -> Value { .uid(id.high, id.low) }
}
