import Domain
import Glibc
import Pictures
import Testing

@Suite struct ShowingTests {
  private let fixture = PicturesFixture(drawings: [
    "sun": """
    <svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="100" fill="#00f"/>
    <circle cx="150" cy="150" r="40" fill="#f00" fill-opacity="0.5"/></svg>
    """, "broken": "<svg",
  ])

  private func drawing(_ name: String) -> Domain.Attachment {
    Domain.Attachment(content: .drawing(name), width: 300, height: 200, alternative: name)
  }

  @Test func `a drawing is drawn at the size that is wanted`() async throws {
    for size in PictureSize.allCases {
      let image = try await fixture.keeper.image(of: drawing("sun"), size)
      #expect(image.width == size.longSide)
      #expect(image[image.width / 2, image.height / 4] == [0, 0, 255, 255])
      #expect(isNear(image[image.width / 2, image.height * 3 / 4], [128, 0, 0, 128], within: 2))
      #expect(image[1, image.height - 2] == [0, 0, 0, 0])
    }
  }

  @Test func `a drawing leaves as PNG`() async throws {
    let file = try await fixture.keeper.file(of: drawing("sun"))
    #expect(file.format == .png)
    let attachment = try await fixture.keeper.add(.bytes(file.bytes, name: "sun.png"))
    #expect(attachment.width == 960 && attachment.height == 640)
  }

  @Test(arguments: ["broken", "no such drawing"])
  func `a drawing that cannot be drawn is unavailable`(name: String) async {
    await #expect(throws: PictureError.unavailable) { try await fixture.keeper.image(of: drawing(name), .preview) }
    await #expect(throws: PictureError.unavailable) { try await fixture.keeper.file(of: drawing(name)) }
  }

  @Test func `a remote picture is not fetched to be shown`() async throws {
    let remote = Domain.Attachment(
      content: .remote("http://127.0.0.1:1/a.png"), width: 0, height: 0, alternative: "a")
    await #expect(throws: PictureError.unavailable) { try await fixture.keeper.image(of: remote, .preview) }
    await #expect(throws: PictureError.unavailable) { try await fixture.keeper.file(of: remote) }
    #expect(try await fixture.keeper.frames(of: remote, byteBudget: 1 << 20).isEmpty)
  }

  @Test func `the whole picture stands in for a small file that is gone or broken`() async throws {
    let file = try await fixture.make("-size 1000x500 xc:red", as: "a.jpg")
    let attachment = try await fixture.add(file)
    fixture.files.replace(.preview, of: attachment, with: [1, 2, 3])
    fixture.files.lose(.thumbnail)
    for size in [PictureSize.preview, .thumbnail] {
      let image = try await fixture.keeper.image(of: attachment, size)
      #expect(image.width == size.longSide)
      #expect(isNear(image[9, 9], [255, 0, 0, 255]))
    }
    fixture.files.lose(.thumbnail, .preview, .full)
    await #expect(throws: PictureError.unavailable) { try await fixture.keeper.image(of: attachment, .thumbnail) }
    await #expect(throws: PictureError.unavailable) { try await fixture.keeper.file(of: attachment) }
  }

  @Test func `a broken picture is unavailable`() async throws {
    let attachment = try await fixture.keeper.add(.bytes(smallPNG, name: "a.png"))
    for size in PictureSize.allCases {
      fixture.files.replace(size, of: attachment, with: Array(smallPNG.prefix(60)))
    }
    await #expect(throws: PictureError.unavailable) { try await fixture.keeper.image(of: attachment, .preview) }
  }

  @Test func `a GIF that moves is kept as it came and played`() async throws {
    let file = try await fixture.make("-delay 20 -size 90x60 xc:red xc:lime xc:blue -loop 0", as: "Lights.gif")
    let attachment = try await fixture.add(file)
    let kept = try #require(fixture.files[attachment])
    #expect(kept.full.format == .gif && kept.preview.format == .jpeg)
    #expect(holds(kept.full.bytes, "NETSCAPE2.0"))
    try await expectLights(attachment, every: .milliseconds(200))
    // The whole stands still on its first step, for those who show no others.
    #expect(isNear(try await fixture.keeper.image(of: attachment, .full)[40, 30], [255, 0, 0, 255]))
  }

  @Test func `a WebP that moves is kept as it came and played`() async throws {
    var steps: [[UInt8]] = []
    for colour in ["red", "lime", "blue"] {
      steps.append(try contents(of: try await fixture.make("-size 90x60 xc:\(colour)", as: "\(colour).webp")))
    }
    let attachment = try await fixture.keeper.add(.bytes(Made.movingWebP(steps, 90, 60), name: "Lights.webp"))
    #expect(fixture.files[attachment]?.full.format == .webp)
    try await expectLights(attachment, every: .milliseconds(120))
  }

  @Test func `what stands still or is too large for the budget has no frames`() async throws {
    let still = try await fixture.add(try await fixture.make("-size 90x60 xc:red", as: "still.gif"))
    #expect(fixture.files[still]?.full.format == .png)
    #expect(try await fixture.keeper.frames(of: still, byteBudget: 1 << 20).isEmpty)
    let moving = try await fixture.add(
      try await fixture.make("-delay 20 -size 400x300 xc:red xc:lime xc:blue", as: "moving.gif"))
    #expect(try await fixture.keeper.frames(of: moving, byteBudget: 100_000).isEmpty)
    let smaller = try await fixture.keeper.frames(of: moving, byteBudget: 1_000_000)
    #expect(smaller.count == 3)
    #expect(smaller.reduce(0) { $0 + $1.image.pixels.count } <= 1_000_000)
    #expect(try await fixture.keeper.frames(of: moving, byteBudget: 1_440_000).first?.image.width == 400)
  }

  @Test func `a GIF that is too large to be kept as it came stands still`() async throws {
    let file = try await fixture.make("-delay 20 -size 2100x300 xc:red xc:lime", as: "wide.gif")
    let attachment = try await fixture.add(file)
    #expect(fixture.files[attachment]?.full.format == .png)
    #expect(attachment.width == 2_048)
  }

  @Test func `what is read slowly does not hold up what is shown`() async throws {
    let attachment = try await fixture.keeper.add(.bytes(smallPNG, name: "a.png"))
    let large = try await fixture.make("-size 6000x4000 xc:red", as: "large.png")
    async let slow = fixture.add(large)
    _ = try await fixture.keeper.image(of: attachment, .preview)
    #expect(try await slow.width == 2_048)
  }

  private func expectLights(_ attachment: Domain.Attachment, every: Duration) async throws {
    let frames = try await fixture.keeper.frames(of: attachment, byteBudget: 10_000_000)
    try #require(frames.count == 3)
    let colours = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]]
    for (frame, colour) in zip(frames, colours) {
      #expect(isNear(frame.image[40, 30], colour), "\(frame.image[40, 30])")
      #expect(frame.duration == every)
      #expect(frame.image.width == 90 && frame.image.height == 60)
    }
  }
}
