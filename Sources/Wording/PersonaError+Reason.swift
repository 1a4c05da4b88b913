internal import Domain
private import Localization

extension PersonaError {
  /// How a sentence about the file goes on after a colon.
  var reason: String {
    switch self {
    case .unreadable: return localized("SOTTO_PERSONAS names it, but it cannot be read")
    case .malformed(let fault): return fault.reason
    case .noPersona: return localized("it lists no persona")
    case .twoPersonas(let id): return localized("two personas have the id “\(id)”")
    case .wrongValue(let persona, let entry, let field, let fault):
      let place =
        persona.isEmpty ? localized("in entry \(entry)") : localized("in entry \(entry) (“\(persona)”)")
      return fault.reason(of: field, at: place)
    }
  }
}

extension PersonaFault {
  fileprivate func reason(of field: String, at place: String) -> String {
    switch self {
    case .notAnID: return localized("\(place), \(field) must be lower-case letters, digits and hyphens")
    case .tooLong(let most): return localized("\(place), \(field) must have no more than \(most) letters")
    case .blank: return localized("\(place), \(field) is blank")
    case .hasBlank: return localized("\(place), \(field) has a blank text")
    case .leastAboveMost: return localized("\(place), \(field) has a least above its most")
    case .outside(let least, let most):
      let (least, most) = (Self.written(least), Self.written(most))
      return localized("\(place), \(field) must lie within \(least) and \(most)")
    case .notWhole: return localized("\(place), \(field) must be whole numbers")
    case .notWholeWithin(let least, let most):
      return localized("\(place), \(field) must be a whole number within \(least) and \(most)")
    case .noTexts: return localized("\(place), \(field) is empty, and textShare is above 0")
    case .noPictures: return localized("\(place), \(field) is empty, and textShare is below 1")
    case .unknownDrawing(let name, let known):
      let names = known.joined(separator: ", ")
      return localized("\(place), \(field) names the drawing “\(name)”; there are \(names)")
    case .wrongCount(let count, let texts):
      return localized("\(place), \(field) has \(count) entries for \(texts) texts; it wants one for each, or none")
    case .nothingLoaded:
      return localized("\(place), \(field) says when to let go, and without loadSeconds nothing is loaded")
    }
  }

  /// As the file writes it.
  private static func written(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
}

extension DemoChatError {
  /// How a sentence about the demo chats goes on after a colon.
  var reason: String {
    switch self {
    case .malformed(let fault): fault.reason
    case .unknownDrawing(let name): localized("there is no drawing “\(name)”")
    }
  }
}
