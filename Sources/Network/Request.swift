/// What curl is told, as lines of its configuration: it reads them from a pipe, and nobody else does.
struct Request: Sendable {
  var address: String
  var limits: NetworkLimits
  var headers: [(name: String, value: String)] = []
  /// What is sent; nil where something is only got.
  var text: String?
  /// Whether the answer's head is wanted, at the descriptor 3; then an answer with an error is one like any other.
  var wantsHead = false

  var configuration: String {
    var lines = [
      // Nothing but the answer's status is said, and it apart from the answer.
      "silent", #"write-out = "%{stderr}%{http_code}""#,
      #"proto = "=http,https""#, #"proto-redir = "=http,https""#, "globoff", "disallow-username-in-url",
      #"user-agent = "Sotto""#, "connect-timeout = 10", "speed-limit = 1",
      "speed-time = \(limits.silence)",
    ]
    if wantsHead {
      lines += [#"dump-header = "/dev/fd/3""#, "suppress-connect-headers", "no-buffer"]
    } else {
      lines += [text == nil ? "fail" : "fail-with-body", "max-filesize = \(limits.bytes)"]
    }
    if let seconds = limits.seconds { lines.append("max-time = \(seconds)") }
    if limits.redirects > 0 { lines += ["location", "max-redirs = \(limits.redirects)"] }
    if text != nil { lines.append("no-buffer") }
    for header in headers { lines.append("header = \(Self.quoted("\(header.name): \(header.value)"))") }
    if let text { lines.append("data-raw = \(Self.quoted(text))") }
    lines.append("url = \(Self.quoted(address))")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Whether nothing in it could be read as something else: an address without spaces, headers of one line each.
  var isSound: Bool {
    let scheme = address.prefix { $0 != ":" }.lowercased()
    return (scheme == "http" || scheme == "https") && address.dropFirst(scheme.count).hasPrefix("://")
      && address.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && $0 != "\\" }
      && headers.allSatisfy { header in
        (header.name + header.value).unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
          && !header.name.isEmpty && !header.name.contains(where: { $0 == ":" || $0 == " " })
      } && text?.utf8.contains(0) != true
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": quoted += #"\\"#
      case "\"": quoted += #"\""#
      case "\n": quoted += #"\n"#
      case "\r": quoted += #"\r"#
      case "\t": quoted += #"\t"#
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
