import Domain
import FoundationEssentials
import Glibc
import Models
import Secrets
import TestLibrary
import TestSupport
import Testing

/// Models that only those get who name themselves, and lists of files.
@Suite(.timeLimit(.minutes(1)))
struct TokenTests {
  private let fixture: DownloadFixture

  init() async throws { fixture = try await DownloadFixture() }

  @Test func `A token opens what is gated, and goes to no other host`() async throws {
    let downloader = fixture.downloader
    #expect(await !downloader.hasToken())
    // There is no keyring here.
    #expect(try await downloader.keepToken(" hf_bad\n") == .session)
    #expect(try await fixture.fault("gated") == .tokenRefused(name: "any/repo"))
    #expect(try await downloader.keepToken("hf_good") == .session)
    _ = try await fixture.start()
    _ = try await fixture.end()
    try await fixture.expectWhole()
    let last = fixture.host.asked.suffix(2)
    #expect(last.map(\.token) == ["Bearer hf_good", nil])
    #expect(last.map(\.host) == ["127.0.0.1", "localhost"].map { "\($0):\(fixture.host.port)" })
    #expect(try await downloader.keepToken("") == .nowhere)
    #expect(await !downloader.hasToken())
    await #expect(throws: DownloadFault.notAToken) { try await downloader.keepToken("hf_ü") }
  }

  @Test func `The token is in no record, no file and no list of processes`() async throws {
    let downloader = fixture.downloader
    _ = try await downloader.keepToken("hf_good")
    fixture.host.behave("gated-hold:1000")
    _ = try await fixture.start()
    try await fixture.until { _ in (try? fixture.bytes("Tiny.gguf.part").count) == 1_000 }
    #expect(fixture.host.asked.contains { $0.token == "Bearer hf_good" } && fixture.names.count == 2)
    for name in fixture.names {
      #expect(try !String(decoding: fixture.bytes(name), as: UTF8.self).contains("hf_good"))
    }
    let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }
    for process in processes {
      for file in ["cmdline", "environ"] {
        // Processes end while one looks, and others may not be looked at.
        let text = (try? Data(contentsOf: URL(filePath: "/proc/\(process)/\(file)"))) ?? Data()
        #expect(!String(decoding: text, as: UTF8.self).contains("hf_good"))
      }
    }
    fixture.host.release()
    _ = try await fixture.end()
  }

  @Test func `A keyring keeps the token for the next start, and forgets it when it is told to`() async throws {
    func downloader() throws -> Downloader { try keyring(lookup: "cat '\(kept)'", clear: "rm -f '\(kept)'") }
    #expect(try await downloader().keepToken("hf_good") == .keyring)
    #expect(try await downloader().hasToken())
    let one = try downloader()
    fixture.host.behave("gated")
    #expect(try await one.files(of: "any/repo", revision: "main").count == 2)
    #expect(try await one.keepToken("") == .nowhere)
    #expect(try await !downloader().hasToken())
    #expect(access(kept, F_OK) != 0)
  }

  private var kept: String { fixture.library.folder + "/kept" }

  /// With a program that does what the keyring's does, with a file.
  private func keyring(lookup: String, clear: String = "exit 1") throws -> Downloader {
    let tools = fixture.library.folder + "/bin"
    try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
    let script = """
      case "$1" in
        store) [ "$#" = 6 ] && cat > '\(kept)' ;;
        lookup) \(lookup) ;;
        clear) \(clear) ;;
      esac
      """
    try installScript(script, at: tools + "/secret-tool")
    let environment = ["PATH": tools + ":/usr/bin:/bin", "XDG_RUNTIME_DIR": fixture.library.folder]
    return DownloadFixture.downloader(
      fixture.library, fixture.host, keyring: DesktopKeyring(environment: environment))
  }

  /// Returns once the file is there.
  private func until(_ path: String) async throws {
    try await lookUntil { access(path, F_OK) == 0 }
  }

  @Test func `A keyring that could not tell is asked again`() async throws {
    let unlocked = fixture.library.folder + "/unlocked"
    let downloader = try keyring(lookup: "if [ -e '\(unlocked)' ]; then echo hf_good; else kill -9 $$; fi")
    #expect(await !downloader.hasToken())
    #expect(FileManager.default.createFile(atPath: unlocked, contents: nil))
    #expect(await downloader.hasToken())
  }

  @Test func `A keyring that waits for the person holds up no pause`() async throws {
    let asked = fixture.library.folder + "/asked"
    let downloader = try keyring(lookup: ": > '\(asked)'; exec sleep 600")
    fixture.host.behave("gated")
    let id = try await downloader.start(DownloadFixture.source, named: nil)
    try await until(asked)
    await downloader.pause(id)
    #expect(await downloader.current().map(\.state) == [.paused])
  }

  @Test
  func `A token that is entered while the keyring is asked stays, and one that was not forgotten is not said to be`()
    async throws
  {
    let (asked, answer) = (fixture.library.folder + "/asked", fixture.library.folder + "/answer")
    let downloader = try keyring(
      lookup: ": > '\(asked)'; while [ ! -e '\(answer)' ]; do sleep 0.01; done; exit 1")
    let looking = Task { await downloader.hasToken() }
    try await until(asked)
    #expect(try await downloader.keepToken("hf_good") == .keyring)
    #expect(FileManager.default.createFile(atPath: answer, contents: nil))
    #expect(await looking.value)
    #expect(await downloader.hasToken())
    #expect(try await downloader.keepToken("") == .uncertain)
    #expect(await !downloader.hasToken())
  }

  @Test func `A repository's models are listed, the smallest first, without what Sotto cannot use`() async throws {
    let files = try await fixture.downloader.files(of: "any/repo", revision: "main")
    #expect(files.map(\.path) == ["Tiny-Q4_K_M.gguf", "Tiny-Q8_0.gguf"])
    #expect(files.map(\.bytes) == [300_000, 600_000])
    #expect(fixture.host.asked.map(\.path) == ["/api/models/any/repo/tree/main?recursive=true"])
  }

  @Test(arguments: [
    ("no-list", DownloadFault.noList(repository: "any/repo")), ("no-models", .noModels(repository: "any/repo")),
    ("status:404", .notFound(name: "any/repo")), ("gated", .needsToken(name: "any/repo")),
  ])
  func `A list that cannot be read has its own sentence`(mode: String, expected: DownloadFault) async throws {
    fixture.host.behave(mode)
    await #expect(throws: expected) { try await fixture.downloader.files(of: "any/repo", revision: "main") }
  }
}
