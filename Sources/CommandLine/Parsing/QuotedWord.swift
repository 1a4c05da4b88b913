import Localization
import Sotto

/// A word as it is written in a shell, for lines that no shell has read.
enum QuotedWord {
  /// The first word of the line, out of its quotes and backslashes, and the rest as it stands there. An unquoted “~/” at
  /// its beginning is the user's own folder.
  static func first(of line: String) throws -> (word: String, rest: String) {
    var line = line.drop(while: \.isWhitespace)
    var word = ""
    if line.hasPrefix("~/"), let home = ProcessEnvironment.variables["HOME"] {
      word = home
      line.removeFirst()
    }
    var quote: Character?
    while let next = line.popFirst() {
      switch next {
      case quote: quote = nil
      case "\"" where quote == nil, "'" where quote == nil: quote = next
      case "\\" where quote != "'":
        guard let after = line.popFirst() else {
          throw Failure(.usage, localized("A backslash stands at the end of the line."))
        }
        // Within double quotes it takes its meaning only from what would end them.
        if quote != nil, after != "\"", after != "\\" { word.append(next) }
        word.append(after)
      case _ where quote == nil && next.isWhitespace: return (word, String(line.drop(while: \.isWhitespace)))
      default: word.append(next)
      }
    }
    guard quote == nil else { throw Failure(.usage, localized("A quote is opened and not closed.")) }
    return (word, "")
  }
}
