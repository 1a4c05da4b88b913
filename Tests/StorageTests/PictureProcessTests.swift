import Domain
import Glibc
import Testing
import TestSupport

@testable import Storage

/// Pictures and other processes: killed at any moment, or deleting what is just sent here.
@Suite(.timeLimit(.minutes(1)))
struct PictureProcessTests {
  let fixture = FolderFixture()

  @Test func `Processes killed while they send pictures leave no message without its picture`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 0)
    var sent: Int64 = 0
    for round in 1...20 {
      let child = try Child("pictures-\(round)", on: fixture.home)
      let words = await child.words()
      #expect(await child.end() == SIGKILL)
      let last = try await store.messages(.newest(limit: 1)).last?.sequence ?? 0
      // What was acknowledged is there; one more may be.
      #expect((sent + Int64(words)...sent + Int64(words) + 1).contains(last))
      sent = last
      // Files without a row are the only thing that a crash may leave, and a message deleted while it dies.
      let findings = try await store.verify()
      #expect(findings.allSatisfy { $0.kind == "unreferenced-pictures" }, "\(findings)")
    }
    #expect(sent > 10)
    for message in try await store.messages() {
      for case .kept(let kept) in message.attachments.map(\.content) {
        for size in PictureSize.allCases { #expect(try await store.pictures.bytes(of: kept.hash, size) != nil) }
      }
    }
    #expect(try await store.messages().count == Int(sent - sent / 5))
    // The next start tidies up.
    _ = try await store.sweepPictures()
    #expect(fixture.allFiles().allSatisfy { !$0.hasPrefix("tmp-") })
  }

  @Test func `A picture that another process deletes while it is sent here is there or is refused`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 0)
    try await store.fill(chat: 2, messages: 0)
    let child = try Child("remove-same", on: fixture.home)
    #expect(await child.isReady())
    let same = newPicture(1)
    var sent = 0
    for number in 1...200 {
      // As the child makes it, so that both have the same file.
      let refused = await error {
        _ = try await store.pictures.put(same)
        try await store.append(number, showing: [attached(same)])
      }
      if refused != nil {
        #expect(refused == .pictureMissing)
        continue
      }
      sent += 1
      #expect(try await store.pictures.bytes(of: hash(1), .full) != nil)
      try await store.write { store throws(StoreError) in try store.remove(messageID(number)) }
    }
    #expect(sent > 20)
    child.send(SIGKILL)
    #expect(await child.end() == SIGKILL)
    #expect(try await store.verify().filter(\.isDamage) == [])
  }
}
