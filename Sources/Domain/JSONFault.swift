/// What is wrong with a JSON file, and where.
public struct JSONFault: Error, Hashable, Sendable {
  /// The way from the file's top to the fault; empty for the file as a whole.
  public var path: [Step]
  /// What is wrong there.
  public var kind: Kind

  public init(at path: [Step], _ kind: Kind) {
    self.path = path
    self.kind = kind
  }

  /// One step into a file.
  public enum Step: Hashable, Sendable {
    case field(String)
    /// An entry of a list, from 1.
    case entry(Int)
  }

  /// What can be wrong.
  public enum Kind: Hashable, Sendable {
    case notJSON
    case missing(field: String)
    /// There is nothing where a value should be.
    case empty
    /// Something else stands where this should.
    case wants(ValueKind)
    case wrongValue
    /// Anything else, in the decoder's own words.
    case unreadable(String)
  }

  /// What can stand in a file.
  public enum ValueKind: Hashable, Sendable {
    case text, truth, wholeNumber, number, list, object
  }
}
