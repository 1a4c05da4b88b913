/// The name of a part of a model that was split into several files: `name-00001-of-00003.gguf`.
struct SplitName {
  private let beginning: String
  private let ending: String
  /// From 1 on.
  let number: Int
  /// How many parts there are, at least two.
  let count: Int

  /// More parts than any model has.
  static let mostParts = 99

  /// Nil for a name of a model that is whole.
  init?(_ name: String) {
    guard let match = name.wholeMatch(of: /(.+)-(\d{5})-of-(\d{5})(\.gguf)/.ignoresCase()),
      let number = Int(match.2), let count = Int(match.3), count > 1
    else { return nil }
    beginning = String(match.1)
    ending = String(match.4)
    self.number = number
    self.count = count
  }

  /// The names of all parts, in order.
  var all: [String] { (1...count).map { name($0) } }

  /// Whether it is one of its parts, and these are not more than any model has.
  var isSensible: Bool { (1...count).contains(number) && count <= Self.mostParts }

  /// A part's name.
  func name(_ number: Int) -> String { name(number, beginning) }

  /// The first part's name where the whole is called otherwise; `whole` ends as a model's file does.
  func first(of whole: String) -> String { name(1, String(whole.dropLast(ending.count))) }

  private func name(_ number: Int, _ beginning: String) -> String {
    "\(beginning)-\(Self.digits(number))-of-\(Self.digits(count))\(ending)"
  }

  /// What the parts have in common, as the name of the whole.
  var whole: String { beginning + ending }

  private static func digits(_ number: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }
}
