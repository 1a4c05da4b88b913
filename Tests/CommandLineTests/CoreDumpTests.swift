import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CoreDumpTests {
  @Test func `a crash leaves no core file, whatever the shell allows`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Crash")
    let folder = library.folder + "/place"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let words =
      "ulimit -c unlimited; cd '\(folder)'; exec '\(try CommandFixture.program())' --home '\(library.home)' send '\(id)' -"
    let running = try Running(
      "/bin/sh", ["-c", words], environment: ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"])
    // It reads what to send, and is past its start when its limit is set.
    try await lookUntil { limits(running.process).contains("Max core file size        1 ") }
    running.send(signal: SIGABRT)
    #expect(try await running.end().code == 134)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  private func limits(_ process: pid_t) -> String {
    String(decoding: FileManager.default.contents(atPath: "/proc/\(process)/limits") ?? Data(), as: UTF8.self)
  }
}
