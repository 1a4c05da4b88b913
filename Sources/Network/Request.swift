/// What curl is told, as lines of its configuration: it reads them from a pipe, and nobody else does.
struct Request: Sendable {
  var address: String
  var limits: NetworkLimits
  var headers: [(name: String, value: String)] = []
  /// What is sent; nil where something is only got.
  var body: RequestBody?
  /// Whether the answer's head is wanted; then an answer with an error is one like any other.
  var wantsHead = false

  /// Where curl writes the answer's head.
  static let headDescriptor: Int32 = 3
  /// A pipe takes as much at once.
  private static let mostBytes = 1 << 16

  var configuration: String {
    var lines = [
      // Nothing but the answer's status is said, and it apart from the answer.
      "silent", #"write-out = "%{stderr}%{http_code}""#,
      #"proto = "=http,https""#, #"proto-redir = "=http,https""#, "globoff", "disallow-username-in-url",
      #"user-agent = "Sotto""#, "connect-timeout = 10",
    ]
    if let silence = limits.silence { lines += ["speed-limit = 1", "speed-time = \(silence)"] }
    if wantsHead {
      lines += [#"dump-header = "/dev/fd/\#(Self.headDescriptor)""#, "suppress-connect-headers", "no-buffer"]
    } else {
      lines += ["fail", "max-filesize = \(limits.bytes)"]
    }
    if let seconds = limits.seconds { lines.append("max-time = \(seconds)") }
    if limits.redirects > 0 { lines += ["location", "max-redirs = \(limits.redirects)"] }
    for header in headers { lines.append("header = \(Self.quoted("\(header.name): \(header.value)"))") }
    if let body {
      // curl sends its input while it comes, and waits for no leave to send it: many servers give none. With "." it would
      // hear a refusal while the input rests, but take a whole core until then (curl 7.88).
      lines += [#"request = "POST""#, #"upload-file = "-""#, #"header = "Expect:""#]
      if let length = body.length {
        lines += [#"header = "Transfer-Encoding:""#, #"header = "Content-Length: \#(length)""#]
      }
    }
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
      } && configuration.utf8.count <= Self.mostBytes
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": quoted += #"\\"#
      case "\"": quoted += #"\""#
      case "\t": quoted += #"\t"#
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
