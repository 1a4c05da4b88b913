import Dispatch
public import Domain
import Platform
import Workers

/// The desktop's keyring, asked through `secret-tool`, which is started only when a secret is asked for, kept or forgotten.
/// Secrets go through its input and output alone.
public struct DesktopKeyring: Keyring {
  private let environment: [String]
  /// Where the program is looked for.
  private let path: String

  private static let program = "secret-tool"
  /// A keyring that is locked asks the person for its password.
  private static let patience = Duration.seconds(120)
  /// What fits into a socket as a whole.
  private static let mostBytes = 4_096

  /// - Parameter environment: this process's; only the way to the keyring and to its question on screen is taken from it.
  public init(environment: [String: String]) {
    let names = [
      "PATH", "HOME", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "LANG",
    ]
    self.environment = names.compactMap { name in environment[name].map { "\(name)=\($0)" } }
    path = environment["PATH"] ?? ""
  }

  public func secret(of owner: SecretOwner) async throws(KeyringFault) -> String? {
    let (end, secret) = try await run(["lookup"], owner)
    switch end {
    case .exited(0): return secret.isEmpty ? nil : secret
    // It ends so for a secret that is not there.
    case .exited(1): return nil
    case .exited, .signalled: throw .failed
    }
  }

  public func keep(_ secret: String, of owner: SecretOwner, labelled label: String) async throws(KeyringFault) {
    guard !secret.isEmpty, secret.utf8.count <= Self.mostBytes else { throw .failed }
    guard try await run(["store", "--label=\(label)"], owner, saying: secret).end.isSuccess else { throw .failed }
  }

  public func forget(_ owner: SecretOwner) async throws(KeyringFault) {
    guard try await run(["clear"], owner).end.isSuccess else { throw .failed }
  }

  private static func attributes(of owner: SecretOwner) -> [String] {
    switch owner {
    case .host(let host): ["application", "sotto", "host", host]
    case .server(let id): ["application", "sotto", "server", id.description]
    }
  }

  /// How the program ended, and what it wrote.
  private typealias Answer = (end: ExitStatus, said: String)

  /// Runs the program, and ends it when the task is cancelled.
  private func run(
    _ words: [String], _ owner: SecretOwner, saying secret: String? = nil
  ) async throws(KeyringFault) -> Answer {
    // Without a bus there is no keyring, and nobody is to be kept waiting for one.
    guard environment.contains(where: { $0.hasPrefix("DBUS_SESSION_BUS_ADDRESS=") || $0.hasPrefix("XDG_RUNTIME_DIR=") })
    else { throw .missing }
    let places = path.split(separator: ":").map { folder -> String in "\(folder)/\(Self.program)" }
    guard let program = places.first(where: { access($0, X_OK) == 0 }) else { throw .missing }
    var command = Command([Self.program] + words + Self.attributes(of: owner), program: program)
    command.environment = environment
    let handle = ChildHandle()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (done: CheckedContinuation<Result<Answer, KeyringFault>, Never>) in
        DispatchQueue(label: "app.sotto.keyring", qos: .userInitiated).async { [command] in
          done.resume(returning: Result { () throws(KeyringFault) in try Self.run(command, saying: secret, handle) })
        }
      }
    } onCancel: {
      handle.cancel()
    }
    if handle.isCancelled { throw .cancelled }
    return try result.get()
  }

  private static func run(
    _ command: Command, saying secret: String?, _ handle: ChildHandle
  ) throws(KeyringFault) -> Answer {
    do throws(CannotStart) { return try start(command, saying: secret, handle) } catch { throw .failed }
  }

  private static func start(
    _ command: Command, saying secret: String?, _ handle: ChildHandle
  ) throws(CannotStart) -> Answer {
    var command = command
    var output = try Pipe()
    let input = try socketPair()
    command.input = .descriptor(input.far)
    command.output = .descriptor(output.writing)
    let started = Result { () throws(CannotStart) in try ChildProcess(command) }
    close(input.far)
    output.closeWriting()
    if let secret {
      let bytes = Array(secret.utf8)
      // It fits into the socket as a whole; a program that is gone is seen below.
      _ = bytes.withUnsafeBytes { sendQuietly(input.near, $0.baseAddress, $0.count) }
    }
    close(input.near)
    let child = try started.get()
    handle.hold(child)
    defer { handle.hold(nil) }
    let said = child.withDeadline(patience) { output.read(atMost: mostBytes) }
    return (child.wait(), String(decoding: said, as: UTF8.self))
  }
}
