internal import Domain

/// How Hugging Face, or a host that answers like it, is asked.
struct HubAddress: Sendable {
  /// Without a slash at its end.
  let base: String
  /// It is this machine, and asked without encryption: so are those that it leads to on this machine.
  let isOnThisMachine: Bool

  static let usual = "https://huggingface.co"
  /// A host that says nothing for so long counts as gone, in seconds.
  static let silence = 30

  /// - Parameter named: another host that answers like Hugging Face; one that is not this machine must be encrypted.
  init(named: String?) {
    let text = named.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } ?? Self.usual
    let remote = RemoteAddress(text)
    let host = remote.map { $0.host.prefix { $0 != ":" } } ?? ""
    let isLocal = text.hasPrefix("http://") && ["127.0.0.1", "localhost"].contains(host)
    isOnThisMachine = isLocal
    base = isLocal || text.hasPrefix("https://") && remote?.hasUserName == false ? text : Self.usual
  }

  /// The host, for people.
  var host: String { RemoteAddress.shownHost(of: base) }

  func address(of source: ModelSource) -> String {
    switch source {
    case .hub(let repository, let revision, let file): "\(base)/\(repository)/resolve/\(revision)/\(Self.encoded(file))"
    case .web(let address): address
    }
  }

  /// Where the list of a repository's files is asked for.
  func list(of repository: String, revision: String) -> String {
    "\(base)/api/models/\(repository)/tree/\(revision)?recursive=true"
  }

  private static func encoded(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return path.utf8.reduce(into: "") { text, byte in
      let letter = Character(Unicode.Scalar(byte))
      if letter.isASCII, letter.isLetter || letter.isNumber || "/._-~".contains(letter) {
        text.append(letter)
      } else {
        text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
  }
}
