/// Where a model's file lies on the internet.
public enum ModelSource: Hashable, Sendable {
  /// A file of a repository of Hugging Face: `owner/name`, a branch, and the file's path within.
  case hub(repository: String, revision: String, file: String)
  /// An https address.
  case web(address: String)

  /// The file's own name; what it is called on this machine.
  public var fileName: String {
    switch self {
    case .hub(_, _, let file): Self.last(of: file)
    case .web(let address):
      Self.last(of: String(address.prefix { $0 != "?" && $0 != "#" }.dropFirst("https://".count).drop { $0 != "/" }))
    }
  }

  /// The repository, or the host: what a person knows it by.
  public var origin: String {
    switch self {
    case .hub(let repository, _, _): repository
    case .web(let address): RemoteAddress.shownHost(of: address)
    }
  }

  private static func last(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }
}

/// What somebody has written to say which model is meant.
public enum ModelReference: Hashable, Sendable {
  case file(ModelSource)
  /// A repository without a file; `part` is what the file's name shall hold, such as `Q4_K_M`.
  case repository(String, revision: String, part: String?)

  /// `owner/repo`, `owner/repo:file`, `owner/repo/file.gguf`, or an https address, also that of a page of Hugging Face.
  /// Nil for what is none of these.
  public init?(_ text: String) {
    let text = String(text.drop { $0.isWhitespace })
    let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
    guard let reference = Self.reading(text[..<end]) else { return nil }
    self = reference
  }

  private static func reading(_ text: Substring) -> ModelReference? {
    guard (1...2_000).contains(text.utf8.count), !text.contains(where: \.isWhitespace) else { return nil }
    if text.lowercased().hasPrefix("https://") { return address(text) }
    for host in hubs where text.lowercased().hasPrefix(host + "/") { return page(text.dropFirst(host.count + 1)) }
    guard !text.contains("://") else { return nil }
    if let colon = text.firstIndex(of: ":") {
      guard let repository = repository(text[..<colon]) else { return nil }
      return within(repository, "main", text[text.index(after: colon)...])
    }
    return page(text)
  }

  /// The names by which Hugging Face is reached.
  private static let hubs = ["huggingface.co", "www.huggingface.co", "hf.co"]

  private static func address(_ text: Substring) -> ModelReference? {
    guard let remote = RemoteAddress(String(text)), !remote.hasUserName else { return nil }
    if hubs.contains(remote.host) {
      let path = text.dropFirst("https://".count).drop { $0 != "/" }.dropFirst()
      return page(path.prefix { $0 != "?" && $0 != "#" })
    }
    let source = ModelSource.web(address: remote.request)
    return source.fileName.isEmpty ? nil : .file(source)
  }

  /// A path behind the host: `owner/repo`, `owner/repo/blob/main/file`, `owner/repo/file.gguf`.
  private static func page(_ path: Substring) -> ModelReference? {
    let parts = path.split(separator: "/")
    guard parts.count >= 2, let repository = repository(parts[0] + "/" + parts[1]) else { return nil }
    guard parts.count > 2 else { return .repository(repository, revision: "main", part: nil) }
    guard ["blob", "resolve", "raw", "tree"].contains(parts[2]) else {
      return within(repository, "main", parts.dropFirst(2).joined(separator: "/")[...])
    }
    guard parts.count > 3, isRevision(parts[3]) else { return nil }
    let rest = parts.dropFirst(4).joined(separator: "/")
    if rest.isEmpty || parts[2] == "tree" {
      return .repository(repository, revision: String(parts[3]), part: nil)
    }
    return within(repository, String(parts[3]), decoded(rest)[...])
  }

  private static func within(_ repository: String, _ revision: String, _ file: Substring) -> ModelReference? {
    if let path = Self.file(String(file)) {
      return .file(.hub(repository: repository, revision: revision, file: path))
    }
    let isPart = file.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    return isPart && (1...40).contains(file.count)
      ? .repository(repository, revision: revision, part: String(file)) : nil
  }

  /// The path of a model's file in a repository; nil for what is none, or leads elsewhere.
  public static func file(_ path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && part != "." && part != ".." && part.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\\" }
    }
    guard isPlain, path.utf8.count <= 500, path.lowercased().hasSuffix(".gguf"), parts.last?.count ?? 0 > 5 else {
      return nil
    }
    return path
  }

  private static func repository(_ text: Substring) -> String? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      (1...96).contains(part.utf8.count) && isWord(part) && !part.hasPrefix(".") && !part.contains("..")
    }
    return parts.count == 2 && isName ? String(text) : nil
  }

  private static func isRevision(_ text: Substring) -> Bool {
    (1...96).contains(text.utf8.count) && isWord(text) && !text.hasPrefix(".")
  }

  private static func isWord(_ text: Substring) -> Bool {
    text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
  }

  /// Percent signs with two digits as the bytes they stand for.
  private static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16), rest.count >= 2 {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
