/// What is wrong with a personas file; `sentence` says where.
public enum PersonaError: Error, Hashable, Sendable {
  /// Not JSON, or a field is missing or of the wrong kind; the place is empty for the file as a whole.
  case malformed(location: String, reason: String)
  case noPersona
  case twoPersonas(withID: String)
  /// A value that can be read but makes no sense; entries are counted from 1.
  case wrongValue(persona: String, entry: Int, field: String, reason: String)

  /// One sentence for the window and for stderr.
  public var sentence: String { "The personas file cannot be used: \(reason)." }

  /// The same without its beginning and its full stop, for sentences that name the file.
  public var reason: String {
    switch self {
    case .malformed("", let reason): reason
    case .malformed(let location, let reason): "at \(location), \(reason)"
    case .noPersona: "it lists no persona"
    case .twoPersonas(let id): "two personas have the id “\(id)”"
    case .wrongValue(let persona, let entry, let field, let reason):
      "in entry \(entry)\(persona.isEmpty ? "" : " (“\(persona)”)"), \(field) \(reason)"
    }
  }
}
