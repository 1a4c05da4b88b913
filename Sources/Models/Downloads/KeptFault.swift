internal import Domain

/// Why a download failed, as its record keeps it over a restart.
struct KeptFault: Codable, Equatable, Sendable {
  /// As programs read it.
  private var kind: String
  /// The name or the host.
  private var name: String?
  /// The system's words, or a program's name.
  private var reason: String?
  /// Of what the network did.
  private var network: String?
  private var number: Int64?
  private var free: Int64?

  /// Nil for what is found out anew at each look.
  init?(_ fault: DownloadFault) {
    kind = fault.kind
    switch fault {
    case .notUnderstood, .notAToken: break
    case .notEncrypted(let host), .busy(let host): name = host
    case .network(let host, let remote):
      name = host
      network = Self.networks.first { $0.fault == remote }?.name
      switch remote {
      case .refused(let status): (network, number) = ("refused", Int64(status))
      case .notInstalled(let program): (network, reason) = ("not-installed", program)
      case .system(let words): (network, reason) = ("system", words)
      case .ended(let program, let code): (network, reason, number) = ("ended", program, Int64(code))
      case .tooLarge(let limit): (network, number) = ("too-large", Int64(limit))
      default: break
      }
    case .notFound(let known), .needsToken(let known), .tokenRefused(let known), .noAccess(let known),
      .wrongLength(let known), .wrongContents(let known), .notAModel(let known), .keepsChanging(let known),
      .noModels(let known), .noList(let known), .split(let known):
      name = known
    case .noSpace(let needs, let left): (number, free) = (needs, left)
    case .cannotWrite(let path, let words): (name, reason) = (path, words)
    case .elsewhere, .model, .cancelled: return nil
    }
  }

  /// Nil where another version wrote it.
  var fault: DownloadFault? {
    let name = name ?? ""
    switch kind {
    case "not-encrypted": return .notEncrypted(host: name)
    case "busy": return .busy(host: name)
    case "network": return remote.map { .network(host: name, $0) }
    case "no-space": return .noSpace(needs: number ?? 0, free: free ?? 0)
    case "cannot-write": return .cannotWrite(path: name, reason: reason ?? "")
    default: return Self.named.map { $0(name) }.first { $0.kind == kind }
    }
  }

  private var remote: RemoteFault? {
    switch network {
    case "refused": number.map { .refused(status: Int(clamping: $0)) }
    case "not-installed": reason.map { .notInstalled(program: $0) }
    case "system": reason.map { .system($0) }
    case "ended": reason.map { .ended(program: $0, code: Int(clamping: number ?? 0)) }
    case "too-large": .tooLarge(limit: Int(clamping: number ?? 0))
    default: Self.networks.first { $0.name == network }?.fault
    }
  }

  private static let named: [@Sendable (String) -> DownloadFault] = [
    { .notFound(name: $0) }, { .needsToken(name: $0) }, { .tokenRefused(name: $0) }, { .noAccess(name: $0) },
    { .wrongLength(name: $0) }, { .wrongContents(name: $0) }, { .notAModel(name: $0) }, { .keepsChanging(name: $0) },
    { .split(name: $0) },
  ]

  private static let networks: [(name: String, fault: RemoteFault)] = [
    ("not-on-the-web", .notOnTheWeb), ("leads-away", .leadsAway), ("malformed", .malformed),
    ("has-user-name", .hasUserName), ("proxy-not-found", .proxyNotFound), ("host-not-found", .hostNotFound),
    ("no-answer", .noAnswer), ("too-many-redirects", .tooManyRedirects), ("too-long", .tooLong),
    ("insecure", .insecure), ("cut-off", .cutOff), ("empty", .empty), ("nonsense", .nonsense),
    ("broken", .broken),
  ]
}
