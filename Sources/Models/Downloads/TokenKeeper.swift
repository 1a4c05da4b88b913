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

  private enum Answer: Equatable {
    case said(String)
    /// There is nothing here that could be asked.
    case noKeyring
    case failed
    case cancelled

    var words: String { if case .said(let words) = self { words } else { "" } }
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
      let answer = await run(["lookup"], saying: nil)
      // Somebody may have entered one meanwhile; and a question that was called off says nothing.
      if known == nil, answer != .cancelled {
        let token = answer.words.filter { !$0.isWhitespace }
        known = Self.isToken(token) ? .token(token) : Known.none
      }
    }
    if case .token(let token) = known { return token }
    return nil
  }

  func keep(_ text: String) async throws(DownloadFault) -> TokenPlace {
    let token = text.filter { !$0.isWhitespace }
    guard !token.isEmpty else {
      known = Known.none
      switch await run(["clear"], saying: nil) {
      case .said, .noKeyring: return .nowhere
      case .failed, .cancelled: return .uncertain
      }
    }
    guard Self.isToken(token) else { throw .notAToken }
    known = .token(token)
    // untranslated: the keyring's own list of what it keeps
    if case .said = await run(["store", "--label=Sotto: Hugging Face"], saying: token) { return .keyring }
    return .session
  }

  /// One line of visible letters: nothing that could be read as another header.
  private static func isToken(_ token: String) -> Bool {
    (4...mostBytes).contains(token.utf8.count) && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// Runs the program, and ends it when the task is cancelled: a keyring may wait for the person.
  private func run(_ words: [String], saying token: String?) async -> Answer {
    // Without a bus there is no keyring, and nobody is to be kept waiting for one.
    guard environment.contains(where: { $0.hasPrefix("DBUS_SESSION_BUS_ADDRESS=") || $0.hasPrefix("XDG_RUNTIME_DIR=") })
    else { return .noKeyring }
    let places = path.split(separator: ":").map { folder -> String in "\(folder)/\(Self.program)" }
    guard let program = places.first(where: { access($0, X_OK) == 0 }) else { return .noKeyring }
    var command = Command([Self.program] + words + ["application", "sotto", "host", host], program: program)
    command.environment = environment
    let handle = ChildHandle()
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { done in
        DispatchQueue(label: "sotto.downloads.token", qos: .userInitiated).async { [command] in
          // No keyring is no fault: the token is kept in memory then.
          done.resume(returning: (try? Self.run(command, saying: token, handle)) ?? .failed)
        }
      }
    } onCancel: {
      handle.cancel()
    }
    return handle.isCancelled ? .cancelled : answer
  }

  private static func run(
    _ command: Command, saying token: String?, _ handle: ChildHandle
  ) throws(CannotStart) -> Answer {
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
    handle.hold(child)
    defer { handle.hold(nil) }
    let said = child.withDeadline(patience) { output.read(atMost: mostBytes) }
    return child.wait().isSuccess ? .said(String(decoding: said, as: UTF8.self)) : .failed
  }
}
