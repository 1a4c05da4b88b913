import Domain
import FoundationEssentials
import Glibc
import Secrets
import TestSupport
import Testing

/// The keyring, with a program in the place of `secret-tool` that keeps what it is told in files.
@Suite(.timeLimit(.minutes(1))) final class DesktopKeyringTests {
  private let folder = newTemporaryFolder("sotto-keyring")
  private let host = SecretOwner.host("127.0.0.1:8080")
  private let server = SecretOwner.server(ServerID(high: 1, low: 2))

  init() throws {
    // A secret is kept under the words that say whose it is; the words and the variables of each run are kept, too.
    try install(
      """
      echo "$*" >> '\(folder)/words'; env >> '\(folder)/words'
      case "$1" in
        store) shift 2; cat > '\(folder)/kept-'"$(echo "$*" | tr ' ' '-')" ;;
        lookup) shift; cat '\(folder)/kept-'"$(echo "$*" | tr ' ' '-')" ;;
        clear) shift; rm -f '\(folder)/kept-'"$(echo "$*" | tr ' ' '-')" ;;
      esac
      """)
  }

  deinit { _ = try? FileManager.default.removeItem(atPath: folder) }  // what is left goes with its folder

  private func install(_ script: String) throws { try installScript(script, at: folder + "/secret-tool") }

  private func keyring(_ variables: [String: String] = ["XDG_RUNTIME_DIR": "/nowhere"]) -> DesktopKeyring {
    DesktopKeyring(environment: ["PATH": folder + ":/usr/bin:/bin"].merging(variables) { $1 })
  }

  private var words: String {
    get throws { String(decoding: try Data(contentsOf: URL(filePath: folder + "/words")), as: UTF8.self) }
  }

  @Test func `keeps one secret for each owner over restarts, and forgets it when it is told to`() async throws {
    #expect(try await keyring().secret(of: host) == nil)
    try await keyring().keep("of the host", of: host, labelled: "Sotto: a host")
    try await keyring().keep("of the server\n", of: server, labelled: "Sotto: a server")
    #expect(try await keyring().secret(of: host) == "of the host")
    #expect(try await keyring().secret(of: server) == "of the server\n")
    #expect(try await keyring().secret(of: .host("127.0.0.1")) == nil)
    try await keyring().forget(host)
    #expect(try await keyring().secret(of: host) == nil)
    #expect(try await keyring().secret(of: server) == "of the server\n")
  }

  @Test func `tells the program whose secret it is, and the secret by its input alone`() async throws {
    try await keyring(["XDG_RUNTIME_DIR": "/nowhere", "OTHER": "variable"]).keep("hush", of: host, labelled: "A label")
    try await keyring().keep("hush", of: server, labelled: "A label")
    #expect(try words.contains("store --label=A label application sotto host 127.0.0.1:8080\n"))
    let id = "00000000-0000-0001-0000-000000000002"
    #expect(try words.contains("store --label=A label application sotto server \(id)\n"))
    #expect(try !words.contains("hush") && !words.contains("OTHER"))
  }

  @Test func `asks nobody where there is no desktop or no program`() async throws {
    await #expect(throws: KeyringFault.missing) { try await keyring([:]).secret(of: host) }
    let bare = DesktopKeyring(environment: ["PATH": "/nowhere", "XDG_RUNTIME_DIR": "/nowhere"])
    await #expect(throws: KeyringFault.missing) { try await bare.secret(of: host) }
    await #expect(throws: KeyringFault.missing) { try await bare.keep("hush", of: host, labelled: "A label") }
    await #expect(throws: KeyringFault.missing) { try await bare.forget(host) }
    #expect(access(folder + "/words", F_OK) != 0)
  }

  @Test func `says that it failed where the program does, and where there is nothing to keep`() async throws {
    try install("exit 1")
    await #expect(throws: KeyringFault.failed) { try await keyring().keep("hush", of: host, labelled: "A label") }
    await #expect(throws: KeyringFault.failed) { try await keyring().forget(host) }
    #expect(try await keyring().secret(of: host) == nil)
    await #expect(throws: KeyringFault.failed) { try await keyring().keep("", of: host, labelled: "A label") }
    await #expect(throws: KeyringFault.failed) {
      try await keyring().keep(String(repeating: "x", count: 4_097), of: host, labelled: "A label")
    }
  }

  @Test func `says of no secret that it is not there where the program could not tell`() async throws {
    for script in ["exit 2", "kill -9 $$"] {
      try install(script)
      await #expect(throws: KeyringFault.failed, "\(script)") { try await keyring().secret(of: host) }
    }
    // What cannot be started.
    try FileManager.default.removeItem(atPath: folder + "/secret-tool")
    try FileManager.default.createDirectory(atPath: folder + "/secret-tool", withIntermediateDirectories: false)
    await #expect(throws: KeyringFault.failed) { try await keyring().secret(of: host) }
  }

  @Test func `keeps the longest secret as it is`() async throws {
    let secret = String(repeating: "0123456789abcdef", count: 256)
    try await keyring().keep(secret, of: host, labelled: "A label")
    #expect(try await keyring().secret(of: host) == secret)
  }

  @Test func `that waits for the person ends with the task that asks`() async throws {
    try install(": > '\(folder)/asked'; exec sleep 600")
    let keyring = keyring()
    let asking = Task { [host] in try await keyring.secret(of: host) }
    try await lookUntil { [folder] in access(folder + "/asked", F_OK) == 0 }
    asking.cancel()
    await #expect(throws: KeyringFault.cancelled) { try await asking.value }
  }
}
