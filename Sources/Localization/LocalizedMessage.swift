/// A text for people, with what stands in it kept apart so that a translation may put it elsewhere.
///
/// Its literal is its key in the catalogue: `"“\(title)” was moved to \(folder)"` has the key `“{1}” was moved to {2}`.
public struct LocalizedMessage: ExpressibleByStringInterpolation, Sendable {
  package let key: String
  let arguments: [String]

  public init(stringLiteral value: String) {
    key = value
    arguments = []
  }

  public init(stringInterpolation: StringInterpolation) {
    key = stringInterpolation.key
    arguments = stringInterpolation.arguments
  }

  /// Texts and whole numbers; everything else is made a text before, by whoever knows how it is written.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var key = ""
    fileprivate var arguments: [String] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      key.reserveCapacity(literalCapacity + 3 * interpolationCount)
      arguments.reserveCapacity(interpolationCount)
    }

    /// Takes what stands between the places.
    public mutating func appendLiteral(_ literal: String) { key += literal }

    /// Takes a text for the next place.
    public mutating func appendInterpolation(_ text: some StringProtocol) { append(String(text)) }

    /// Takes a whole number for the next place.
    public mutating func appendInterpolation(_ number: some BinaryInteger) { append(String(number)) }

    private mutating func append(_ argument: String) {
      arguments.append(argument)
      key += "{\(arguments.count)}"
    }
  }

  /// A text with the arguments in their places: "{1}" to "{9}". Other braces are the text's own.
  package func filled(_ text: String) -> String {
    guard !arguments.isEmpty else { return text }
    var result = ""
    var rest = text.utf8[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "{")) {
      result += text[rest.startIndex..<open]
      let place = rest[open...].prefix(3)
      let number = place.dropFirst().first.map { Int($0) - Int(UInt8(ascii: "0")) } ?? 0
      if place.last == UInt8(ascii: "}"), arguments.indices.contains(number - 1) {
        result += arguments[number - 1]
        rest = rest[place.endIndex...]
      } else {
        result += "{"
        rest = rest[open...].dropFirst()
      }
    }
    return result + text[rest.startIndex...]
  }
}
