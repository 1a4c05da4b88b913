import Domain
import Testing
import Wording

/// What programs go by: the same from version to version.
@Suite struct KindTests {
  @Test(
    arguments: [
      (.notAPicture(name: "a"), "not-a-picture"), (.notAFile(name: "a"), "not-a-file"),
      (.cannotRead(name: "a", reason: "b"), "cannot-read"), (.cannotWrite(path: "a", reason: "b"), "cannot-write"),
      (.fileTooLarge(name: "a", bytes: 1), "file-too-large"),
      (.tooManyPixels(name: "a", width: 1, height: 1), "too-many-pixels"),
      (.tooManyFrames(name: "a"), "too-many-frames"), (.damaged(name: "a"), "damaged"),
      (.tooHard(name: nil), "too-hard"),
      (.changed(name: "a"), "changed"), (.unavailable, "unavailable"), (.notLoaded(host: "a", .empty), "not-loaded"),
      (.noReader(.notIncluded), "no-reader"), (.store(.cancelled), "data-folder"), (.cancelled, "cancelled"),
    ] as [(PictureError, String)])
  func `A picture's failure has a code that stays the same`(error: PictureError, kind: String) {
    #expect(error.kind == kind)
  }

  @Test func `What a picture reader is denied has one, too`() {
    let all: [ReaderRestraint] = [
      .systemCalls(holds: true), .files(landlock: 4), .network(holds: true), .rights(holds: true), .limits(holds: true),
    ]
    #expect(all.map(\.kind) == ["system-calls", "files", "network", "rights", "limits"])
  }
}
