import Domain

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads the JSON files of this module, and says what is wrong with one.
enum JSONFile {
  static func read<Value: Decodable>(_ type: Value.Type, from json: [UInt8]) throws(JSONFault) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(json))
    } catch let error as DecodingError {
      throw fault(of: error)
    } catch {
      throw JSONFault(at: [], .unreadable("\(error)"))
    }
  }

  private static func fault(of error: DecodingError) -> JSONFault {
    switch error {
    case .keyNotFound(let key, let context): JSONFault(at: path(context), .missing(field: key.stringValue))
    case .valueNotFound(_, let context): JSONFault(at: path(context), .empty)
    case .typeMismatch(let type, let context): JSONFault(at: path(context), .wants(kind(of: type)))
    case .dataCorrupted(let context):
      JSONFault(at: path(context), context.codingPath.isEmpty ? .notJSON : .wrongValue)
    @unknown default: JSONFault(at: [], .unreadable("\(error)"))
    }
  }

  private static func path(_ context: DecodingError.Context) -> [JSONFault.Step] {
    context.codingPath.map { key in key.intValue.map { .entry($0 + 1) } ?? .field(key.stringValue) }
  }

  private static func kind(of type: any Any.Type) -> JSONFault.ValueKind {
    switch type {
    case is String.Type: .text
    case is Bool.Type: .truth
    case is Int.Type: .wholeNumber
    case is Double.Type: .number
    case is [Any].Type: .list
    default: .object
    }
  }
}
