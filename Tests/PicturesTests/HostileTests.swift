import Domain
import Glibc
import Pictures
import TestSupport
import Testing
import Wording

/// Some hundred files that pretend to be pictures: each ends in a picture that keeps all limits, or in a sentence. In the
/// gate it is each third one.
@Suite struct HostileTests {
  @Test(.timeLimit(.minutes(3))) func `no file breaks anything`() async throws {
    let fixture = PicturesFixture()
    let (seeds, hostile) = (PicturesFixture(), PicturesFixture())
    let project = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    for kind in ["jpg", "png", "gif", "webp", "heic", "avif", "tiff"] {
      _ = try await seeds.make("-seed 5 -size 96x64 plasma:red-blue", as: "photo." + kind)
    }
    _ = try await seeds.make("-seed 5 -size 96x64 plasma:red-blue -interlace JPEG", as: "progressive.jpg")
    _ = try await seeds.make("-seed 5 -size 96x64 plasma:red-blue -define webp:lossless=true", as: "lossless.webp")
    _ = try await seeds.make("-seed 5 -size 96x64 plasma:red-blue -interlace PNG", as: "interlaced.png")
    _ = try await seeds.make("-seed 5 -size 96x64 plasma:red-blue -compress LZW", as: "packed.tiff")
    _ = try await seeds.make("-seed 5 -delay 9 -size 96x64 plasma:red-blue xc:red plasma:blue-red", as: "moves.gif")
    try await run(["python3", project + "/scripts/hostile-pictures", seeds.path, hostile.path])

    let all = names(in: hostile.path).sorted()
    #expect(all.count > 500)
    let files = Effort.isLong ? all : stride(from: 0, to: all.count, by: 3).map { all[$0] }
    let temporary = names(in: "/tmp").filter { !$0.hasPrefix("sotto-") }.count
    let descriptors = names(in: "/proc/self/fd").count
    var (taken, refused) = (0, 0)
    for file in files {
      do throws(PictureError) {
        let attachment = try await fixture.add(hostile.path + "/" + file)
        taken += 1
        #expect(!file.hasPrefix("no-"), "\(file) was taken")
        try expectLimits(attachment, fixture, file)
        // What is kept can also be shown.
        for size in PictureSize.allCases { _ = try await fixture.keeper.image(of: attachment, size) }
        _ = try await fixture.keeper.frames(of: attachment, byteBudget: 20_000_000)
      } catch {
        refused += 1
        switch error {
        case .notAPicture(let name), .damaged(let name), .tooHard(let name?), .tooManyFrames(let name),
          .tooManyPixels(let name, _, _):
          #expect(name == file)
        case .unavailable: Issue.record("\(file) was taken and cannot be shown")
        default: Issue.record("\(file): \(error.sentence)")
        }
        #expect(!file.hasPrefix("tail-"), "\(file) was refused: \(error.sentence)")
      }
    }
    #expect(taken > (Effort.isLong ? 50 : 17) && refused > (Effort.isLong ? 300 : 100))
    #expect(names(in: "/proc/self/fd").count < descriptors + 50)
    #expect(names(in: "/tmp").filter { !$0.hasPrefix("sotto-") }.count < temporary + 20)
    // The reader is well after all of this.
    #expect(try await fixture.keeper.add(.bytes(smallPNG, name: "red.png")).width == 16)
  }

  private func expectLimits(_ attachment: Domain.Attachment, _ fixture: PicturesFixture, _ file: String)
    throws(PictureError)
  {
    guard let kept = fixture.files[attachment] else {
      Issue.record("\(file) is not kept")
      return
    }
    #expect(max(attachment.width, attachment.height) <= PictureSize.full.longSide, "\(file)")
    #expect(attachment.width == kept.width && attachment.height == kept.height)
    #expect(kept.full.bytes.count <= 24_000_000, "\(file)")
    for part in [kept.full, kept.preview, kept.thumbnail] {
      for secret in Made.secrets where secret != "Comment" { #expect(!holds(part.bytes, secret), "\(file)") }
    }
  }
}
