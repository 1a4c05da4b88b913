import Domain
import FoundationEssentials

/// Records to and from JSON. A name of several words is written `with_underscores`, the members in the names' order.
package enum RecordCoding {
  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  private static let decoder = {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }()

  /// On one line, which a terminal can be given: it holds no control character.
  package static func text(of record: some Encodable) throws -> String {
    escaped(String(decoding: try encoder.encode(record), as: UTF8.self))
  }

  package static func read<Record: Decodable>(_ record: Record.Type = Record.self, from text: String) throws -> Record {
    try decoder.decode(record, from: Data(text.utf8))
  }

  /// The encoder escapes what JSON wants escaped. A terminal also obeys the control characters above ASCII, and some
  /// readers of lines end one at U+2028. All of these can only stand within strings.
  private static func escaped(_ json: String) -> String {
    guard json.unicodeScalars.contains(where: isUnsafe) else { return json }
    var text = ""
    for scalar in json.unicodeScalars {
      guard isUnsafe(scalar) else {
        text.unicodeScalars.append(scalar)
        continue
      }
      text += "\\u" + scalar.value.digits(4, radix: 16)
    }
    return text
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    (0x7F...0x9F).contains(scalar.value) || (0x2028...0x2029).contains(scalar.value)
  }
}

extension Timestamp {
  /// UTC as in RFC 3339, with milliseconds: `2026-11-20T15:45:00.000Z`.
  var record: String {
    // The style cuts off what is below a millisecond, and a fraction of a second is rarely exact.
    Date(timeIntervalSince1970: (Double(shown.milliseconds) + 0.5) / 1_000)
      .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
