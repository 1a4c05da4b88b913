internal import Domain
private import Localization

extension JSONFault {
  /// How a sentence about the file goes on after a colon: "at entry 1 › texts, a list should stand here".
  var reason: String {
    let location = path.map(\.words).joined(separator: " › ")
    return location.isEmpty ? kind.words : localized("at \(location), \(kind.words)")
  }
}

extension JSONFault.Step {
  fileprivate var words: String {
    switch self {
    case .field(let name): name
    case .entry(let number): localized("entry \(number)")
    }
  }
}

extension JSONFault.Kind {
  fileprivate var words: String {
    switch self {
    case .notJSON: localized("it is not valid JSON")
    case .missing(let field): localized("“\(field)” is missing")
    case .empty: localized("there is nothing where a value should be")
    case .wants(.text): localized("a text should stand here")
    case .wants(.truth): localized("true or false should stand here")
    case .wants(.wholeNumber): localized("a whole number should stand here")
    case .wants(.number): localized("a number should stand here")
    case .wants(.list): localized("a list should stand here")
    case .wants(.object): localized("an object should stand here")
    case .wrongValue: localized("the value is not one that fits here")
    case .unreadable(let words): localized("it cannot be read (\(words))")
    }
  }
}
