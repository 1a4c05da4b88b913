import Domain
import Glibc
import Pictures
import TestSupport
import Testing

/// A program that ends waits for nobody: not for a host, not for a decoder. Each of the waits
/// would be ten minutes, which is beyond the limit of these tests.
@Suite(.timeLimit(.minutes(1))) struct LeavingTests {
  private let fixture = PicturesFixture()

  @Test func `a host that accepts and says nothing holds nobody up`() async throws {
    let fixture = PicturesFixture(timeLimit: 600)
    let web = try await Web()
    let loading = Task { try await fixture.keeper.add(.remote(address: web.address("/silent"))) }
    try await lookUntil { try !web.log.isEmpty }
    fixture.keeper.end()
    await #expect(throws: PictureError.cancelled) { try await loading.value }
  }

  @Test func `a picture that is never read to its end holds nobody up, and its reader goes`() async throws {
    let noted = fixture.path + "/pid"
    let text = "#!/bin/sh\necho $$ > '\(noted).new'; mv '\(noted).new' '\(noted)'; exec sleep 900\n"
    let reader = try fixture.write(Array(text.utf8), as: "reader.sh", mode: 0o700)
    let fixture = PicturesFixture(reader: reader)
    let picture = PictureSource.bytes(smallPNG, name: "red.png")
    let first = Task { try await fixture.keeper.add(picture) }
    let second = Task { try await fixture.keeper.add(picture) }
    try await lookUntil { access(noted, R_OK) == 0 }
    let number = Int32(String(decoding: try contents(of: noted).dropLast(), as: UTF8.self))
    let process = try #require(number)
    fixture.keeper.end()
    await #expect(throws: PictureError.cancelled) { try await first.value }
    await #expect(throws: PictureError.cancelled) { try await second.value }
    try await lookUntil { kill(process, 0) != 0 }
    await #expect(throws: PictureError.cancelled) { try await fixture.keeper.add(picture) }
  }
}
