internal import Domain
import Executors
import Glibc
import Workers

/// Loads remote pictures with the program curl: this app has no code for networks, and what curl may do stands here.
actor Fetching {
  private let executor = QueueExecutor(label: "app.sotto.pictures.fetching")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// How long a picture may take to come, in seconds.
  private let timeLimit: Int

  init(timeLimit: Int) { self.timeLimit = timeLimit }

  /// What the address names, without its ending; else the host.
  static func name(of address: String) -> String {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    guard parts.count > 2, let last = parts.last else { return host(of: address) }
    return PictureDisplayName.harmless(decoded(last))
  }

  /// The host as it is shown; the address itself where it has none.
  private static func host(of address: String) -> String {
    PictureDisplayName.harmless(RemoteAddress.host(of: address) ?? address)
  }

  /// Gets the bytes; a cancelled task ends it at once.
  nonisolated func fetch(_ address: String) async throws(PictureError) -> [UInt8] {
    let host = Self.host(of: address)
    guard RemoteAddress.host(of: address) != nil else {
      throw .notLoaded(host: host, reason: "it is not an address on the web")
    }
    let handle = ChildHandle()
    let result = await withTaskCancellationHandler {
      await load(address, handle)
    } onCancel: {
      handle.cancel()
    }
    if handle.isCancelled { throw .cancelled }
    switch result {
    case .success(let bytes): return bytes
    case .failure(let failure): throw .notLoaded(host: host, reason: failure.reason)
    }
  }

  private struct Failure: Error { let reason: String }

  private func load(_ address: String, _ handle: ChildHandle) -> Result<[UInt8], Failure> {
    guard !handle.isCancelled else { return .failure(Failure(reason: "it was not wanted any more")) }
    do throws(CannotStart) {
      var data = try Pipe()
      var notes = try Pipe()
      var command = Command(words(address))
      command.environment = Self.environment
      command.output = .descriptor(data.writing)
      command.error = .descriptor(notes.writing)
      let child = try ChildProcess(command)
      handle.hold(child)
      data.closeWriting()
      notes.closeWriting()
      return outcome(of: child, data, notes)
    } catch {
      return .failure(Failure(reason: error.code == ENOENT ? "the program curl is not installed" : error.reason))
    }
  }

  private func outcome(
    of child: ChildProcess, _ data: borrowing Pipe, _ notes: borrowing Pipe
  ) -> Result<[UInt8], Failure> {
    // curl ends by itself; should it not, it is ended.
    child.withDeadline(.seconds(timeLimit + 5)) {
      let bytes = data.read(atMost: PictureLimits.bytes + 1)
      if bytes.count > PictureLimits.bytes {
        child.kill()
        return .failure(Failure(reason: Self.tooLarge))
      }
      let said = String(decoding: notes.read(atMost: 16), as: UTF8.self)
      switch child.wait() {
      case .exited(0): return .success(bytes)
      case .exited(let code): return .failure(Failure(reason: Self.reason(code, status: said)))
      case .signalled: return .failure(Failure(reason: Self.tooLong))
      }
    }
  }

  /// No settings, passwords or cookies of the user's; only the web, also where it is sent on; nothing but the answer's
  /// status is said.
  private func words(_ address: String) -> [String] {
    [
      "curl", "-q", "--silent", "--fail", "--globoff", "--proto", "=http,https", "--proto-redir", "=http,https",
      "--location", "--max-redirs", "5", "--connect-timeout", "10", "--max-time", String(timeLimit), "--max-filesize",
      String(PictureLimits.bytes), "--disallow-username-in-url", "--user-agent", "Sotto", "--write-out",
      "%{stderr}%{http_code}", "--url", address,
    ]
  }

  /// The way to the network, where the user has set one, and nothing else.
  private static let environment: [String] = {
    let names = [
      "PATH", "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
      "SSL_CERT_FILE", "SSL_CERT_DIR",
    ]
    return names.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
  }()

  private static let tooLarge = "it is larger than \(ByteCount.text(Int64(PictureLimits.bytes)))"
  private static let tooLong = "it took too long"

  /// curl's exit codes in words.
  private static func reason(_ code: Int32, status: String) -> String {
    switch code {
    case 1: "it leads to an address that is not on the web"
    case 3: "its address is written wrongly"
    case 5: "the proxy was not found"
    case 6: "the host was not found"
    case 7: "the host does not answer"
    case 18: "the answer was cut off"
    case 22: "it answered with \(status)"
    case 28: tooLong
    case 35, 51, 53, 54, 58, 59, 60, 66, 77, 80, 82, 83, 90, 91: "the connection to it is not secure"
    case 47: "it leads from one address to the next without end"
    case 52: "it answered with nothing"
    case 55, 56: "the connection broke"
    case 63: tooLarge
    case 67: "its address holds a user name"
    default: "curl ended with \(code)"
    }
  }

  /// Percent signs with two digits as the letters they stand for, where these are letters.
  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2, let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? String(text)
  }
}
