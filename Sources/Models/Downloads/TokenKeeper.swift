internal import Domain
import Platform
import Workers
import Dispatch

/// Keeps the person's token for Hugging Face: in the desktop's keyring by the program `secret-tool`, which is started only
/// when a token is asked for or given, else in memory. The token goes through pipes alone.
actor TokenKeeper {
  private let environment: [String]
  private let host: String
  /// Where the program is looked for.
  private let path: String
  /// What is known in this process; `none` is an answer of the keyring, too.
  private var known: Known?

  private enum Known {
    case token(String)
    case none
  }

  private static let program = "secret-tool"
  /// A keyring that is locked asks the person for its password.
  private static let patience = Duration.seconds(120)
  private static let mostBytes = 500

  init(environment: [String: String], host: String) {
    let names = [
      "PATH", "HOME", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "LANG",
    ]
    self.environment = names.compactMap { name in environment[name].map { "\(name)=\($0)" } }
    self.host = host
    path = environment["PATH"] ?? ""
  }

  func token() async -> String? {
    if known == nil {
      let (isWell, said) = await run(["lookup"], saying: nil)
      let token = said.filter { !$0.isWhitespace }
      known = isWell && Self.isToken(token) ? .token(token) : Known.none
    }
    if case .token(let token) = known { return token }
    return nil
  }

  func keep(_ text: String) async throws(DownloadFault) -> TokenPlace {
    let token = text.filter { !$0.isWhitespace }
    guard !token.isEmpty else {
      known = Known.none
      _ = await run(["clear"], saying: nil)
      return .nowhere
    }
    guard Self.isToken(token) else { throw .notAToken }
    known = .token(token)
    // untranslated: the keyring's own list of what it keeps
    return await run(["store", "--label=Sotto: Hugging Face"], saying: token).isWell ? .keyring : .session
  }

  /// One line of visible letters: nothing that could be read as another header.
  private static func isToken(_ token: String) -> Bool {
    (4...mostBytes).contains(token.utf8.count) && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// Runs the program; whether it did what it was asked, and what it said.
  private func run(_ words: [String], saying token: String?) async -> (isWell: Bool, said: String) {
    // Without a bus there is no keyring, and nobody is to be kept waiting for one.
    guard environment.contains(where: { $0.hasPrefix("DBUS_SESSION_BUS_ADDRESS=") || $0.hasPrefix("XDG_RUNTIME_DIR=") })
    else { return (false, "") }
    let places = path.split(separator: ":").map { folder -> String in "\(folder)/\(Self.program)" }
    guard let program = places.first(where: { access($0, X_OK) == 0 }) else { return (false, "") }
    var command = Command([Self.program] + words + ["application", "sotto", "host", host], program: program)
    command.environment = environment
    return await withCheckedContinuation { done in
      DispatchQueue(label: "sotto.downloads.token", qos: .userInitiated).async { [command] in
        // No keyring is no fault: the token is kept in memory then.
        done.resume(returning: (try? Self.run(command, saying: token)) ?? (false, ""))
      }
    }
  }

  private static func run(_ command: Command, saying token: String?) throws(CannotStart) -> (Bool, String) {
    var command = command
    var output = try Pipe()
    let input = try socketPair()
    command.input = .descriptor(input.far)
    command.output = .descriptor(output.writing)
    let started = Result { () throws(CannotStart) in try ChildProcess(command) }
    close(input.far)
    output.closeWriting()
    if let token {
      let bytes = Array(token.utf8)
      // It fits into the socket as a whole; a program that is gone is seen below.
      _ = bytes.withUnsafeBytes { sendQuietly(input.near, $0.baseAddress, $0.count) }
    }
    close(input.near)
    let child = try started.get()
    let said = child.withDeadline(patience) { output.read(atMost: mostBytes) }
    return (child.wait().isSuccess, String(decoding: said, as: UTF8.self))
  }
}
