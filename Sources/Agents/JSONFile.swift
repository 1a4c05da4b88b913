#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads the JSON files of this module, and says in words what is wrong with one.
enum JSONFile {
  /// Where in a file the reading ended, and why.
  struct Problem: Error {
    var location: String
    var reason: String
  }

  static func read<Value: Decodable>(_ type: Value.Type, from json: [UInt8]) throws(Problem) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(json))
    } catch let error as DecodingError {
      throw problem(of: error)
    } catch {
      throw Problem(location: "", reason: "it cannot be read (\(error))")
    }
  }

  private static func problem(of error: DecodingError) -> Problem {
    switch error {
    case .keyNotFound(let key, let context):
      Problem(location: location(context.codingPath), reason: "“\(key.stringValue)” is missing")
    case .valueNotFound(_, let context):
      Problem(location: location(context.codingPath), reason: "there is nothing where a value should be")
    case .typeMismatch(let type, let context):
      Problem(location: location(context.codingPath), reason: "\(name(of: type)) should stand here")
    case .dataCorrupted(let context):
      Problem(
        location: location(context.codingPath),
        reason: context.codingPath.isEmpty ? "it is not valid JSON" : "the value is not one that fits here")
    @unknown default:
      Problem(location: "", reason: "it cannot be read (\(error))")
    }
  }

  /// `[0].delaySeconds.most` reads "entry 1 › delaySeconds › most".
  private static func location(_ path: [any CodingKey]) -> String {
    path.map { key in key.intValue.map { "entry \($0 + 1)" } ?? key.stringValue }.joined(separator: " › ")
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is Int.Type: "a whole number"
    case is Double.Type: "a number"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }
}
