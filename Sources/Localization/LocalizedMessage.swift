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

  /// A text with the arguments in their places.
  package func filled(_ text: String) -> String {
    guard !arguments.isEmpty else { return text }
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      let after = rest[open...].dropFirst()
      if let close = after.firstIndex(of: "}"),
        let index = arguments.indices.first(where: { "\($0 + 1)" == after[..<close] })
      {
        result += arguments[index]
        rest = after[close...].dropFirst()
      } else {
        result += "{"
        rest = after
      }
    }
    return result + rest
  }
}
