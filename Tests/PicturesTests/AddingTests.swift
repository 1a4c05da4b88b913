import Domain
import Pictures
import Testing

@Suite struct AddingTests {
  private let fixture = PicturesFixture()

  @Test func `a photo is kept at three sizes and shown again`() async throws {
    let file = try await fixture.make("-size 3000x2000 gradient:red-blue", as: "Holiday.jpg")
    let attachment = try await fixture.add(file)
    #expect(attachment.alternative == "Holiday")
    #expect(attachment.width == 2_048 && attachment.height == 1_365)
    let kept = try #require(fixture.files[attachment])
    #expect(attachment.bytes == Int64(kept.full.bytes.count))
    for size in PictureSize.allCases {
      let image = try await fixture.keeper.image(of: attachment, size)
      #expect(max(image.width, image.height) == size.longSide)
      #expect(isNear(image[image.width / 2, 1], [255, 0, 0, 255]))
      #expect(isNear(image[image.width / 2, image.height - 2], [0, 0, 255, 255]))
    }
    #expect([kept.full, kept.preview, kept.thumbnail].allSatisfy { $0.format == .jpeg })
  }

  @Test(arguments: ["jpg", "png", "gif", "webp", "heic", "avif", "tiff"])
  func `each of the seven kinds is read, whatever its name`(kind: String) async throws {
    let file = try await fixture.make("-size 120x80 xc:#3080c0", as: "a." + kind)
    let bytes = try contents(of: file)
    let attachment = try await fixture.keeper.add(.bytes(bytes, name: "picture.exe"))
    #expect(attachment.width == 120 && attachment.height == 80)
    #expect(attachment.alternative == "picture")
    let image = try await fixture.keeper.image(of: attachment, .full)
    #expect(isNear(image[60, 40], [0x30, 0x80, 0xC0, 255]))
  }

  /// Where the corners of the stored picture are seen, for each orientation: top left, top right, bottom left, bottom
  /// right.
  private static let corners: [[Int]] = [
    [0, 1, 2, 3], [1, 0, 3, 2], [3, 2, 1, 0], [2, 3, 0, 1], [0, 2, 1, 3], [2, 0, 3, 1], [3, 1, 2, 0], [1, 3, 0, 2],
  ]

  @Test(arguments: 1...8, ["jpg", "png", "webp", "tiff"])
  func `a picture stands upright`(orientation: Int, kind: String) async throws {
    let four = "-size 60x40 xc:red xc:lime +append ( xc:blue xc:white +append ) -append"
    let turn = ["TopLeft", "TopRight", "BottomRight", "BottomLeft", "LeftTop", "RightTop", "RightBottom", "LeftBottom"]
    let file = try await fixture.make("\(four) -orient \(turn[orientation - 1])", as: "four." + kind)
    var bytes = try contents(of: file)
    switch kind {
    case "jpg": bytes = Made.jpeg(bytes, orientation: orientation)
    case "png": bytes = Made.png(bytes, orientation: orientation)
    case "webp": bytes = Made.webp(bytes, 120, 80, orientation: orientation)
    default: break
    }
    let attachment = try await fixture.keeper.add(.bytes(bytes, name: "four"))
    #expect((attachment.width > attachment.height) == (orientation <= 4))
    let image = try await fixture.keeper.image(of: attachment, .full)
    let (right, bottom) = (image.width - 15, image.height - 15)
    let seen = [image[15, 15], image[right, 15], image[15, bottom], image[right, bottom]]
    let colours = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]]
    for (corner, stored) in Self.corners[orientation - 1].enumerated() {
      #expect(isNear(seen[corner], colours[stored]), "corner \(corner) is \(seen[corner])")
    }
  }

  @Test func `nothing of a file but its pixels is kept`() async throws {
    let photo = try contents(of: try await fixture.make("-size 640x480 plasma:red-blue -seed 3", as: "photo.jpg"))
    let drawing = try contents(of: try await fixture.make("-size 640x480 xc:red", as: "drawing.png"))
    let web = try contents(of: try await fixture.make("-size 64x48 xc:red", as: "web.webp"))
    let moving = try contents(
      of: try await fixture.make("-delay 10 -size 64x48 xc:red xc:blue -set comment secret", as: "moving.gif"))
    #expect(holds(moving, "secret"))
    let sources = [
      Made.jpeg(photo, orientation: 6), Made.png(drawing, orientation: 1), Made.webp(web, 64, 48, orientation: 1),
      moving, Made.movingWebP([web, web], 64, 48),
    ]
    for (index, source) in sources.enumerated() {
      let attachment = try await fixture.keeper.add(.bytes(source, name: "source \(index)"))
      let kept = try #require(fixture.files[attachment])
      for file in [kept.full, kept.preview, kept.thumbnail] {
        for secret in Made.secrets {
          #expect(!holds(file.bytes, secret), "source \(index) is kept as \(file.format) with “\(secret)”")
        }
      }
    }
  }

  @Test func `the colours of a profile become those of the screen`() async throws {
    let profile = try fixture.write(Profile.displayP3(), as: "p3.icc")
    for kind in ["jpg", "png", "tiff", "webp"] {
      let file = try await fixture.make(
        "-size 64x64 xc:rgb(180,120,90) -quality 100 -profile \(profile)", as: "wide." + kind)
      let attachment = try await fixture.add(file)
      let image = try await fixture.keeper.image(of: attachment, .full)
      // The same colour in sRGB by the formulas of CSS Color 4.
      #expect(isNear(image[32, 32], Profile.asSRGB, within: 3), "\(kind): \(image[32, 32])")
    }
  }

  @Test func `a profile that is sRGB changes no pixel`() async throws {
    let profile = try fixture.write(Profile.sRGB(), as: "srgb.icc")
    let file = try await fixture.make(
      "-size 64x64 gradient:#102030-#f0e0d0 -depth 8 -profile \(profile)", as: "same.png")
    let attachment = try await fixture.add(file)
    try await expectSamePixels(attachment, as: file)
  }

  @Test func `a drawing is kept pixel for pixel`() async throws {
    let file = try await fixture.make("-size 900x700 radial-gradient:white-navy -posterize 9 -depth 8", as: "plan.png")
    let attachment = try await fixture.add(file)
    #expect(fixture.files[attachment]?.full.format == .png)
    #expect(fixture.files[attachment]?.preview.format == .jpeg)
    try await expectSamePixels(attachment, as: file)
  }

  @Test func `a picture that lets something through is kept pixel for pixel, at all sizes as PNG`() async throws {
    let file = try await fixture.make(
      "-size 700x500 plasma:red-blue -alpha set -channel A -evaluate set 40% -depth 8", as: "ghost.png")
    let attachment = try await fixture.add(file)
    let kept = try #require(fixture.files[attachment])
    #expect([kept.full, kept.preview, kept.thumbnail].allSatisfy { $0.format == .png })
    try await expectSamePixels(attachment, as: file)
  }

  @Test func `a photo that was saved as PNG is kept as JPEG`() async throws {
    let file = try await fixture.make(
      "-seed 7 -size 800x600 plasma:fractal -attenuate 1 +noise gaussian", as: "photo.png")
    #expect(fixture.files[try await fixture.add(file)]?.full.format == .jpeg)
  }

  @Test(arguments: [(40, 30), (480, 100), (1, 1), (3, 2_000), (2_048, 2)])
  func `a small picture is never made larger`(width: Int, height: Int) async throws {
    let file = try await fixture.make("-size \(width)x\(height) xc:teal", as: "small.png")
    let attachment = try await fixture.add(file)
    #expect(attachment.width == width && attachment.height == height)
    for size in PictureSize.allCases {
      let image = try await fixture.keeper.image(of: attachment, size)
      #expect(image.width <= width && image.height <= height)
      #expect(max(image.width, image.height) == min(size.longSide, max(width, height)))
    }
  }

  @Test func `the same picture is the same file each time`() async throws {
    let file = try await fixture.make("-seed 2 -size 2500x1200 plasma:red-blue", as: "twice.jpg")
    let first = try await fixture.kept(file)
    let second = try await fixture.kept(file)
    #expect(first == second)
    #expect(fixture.files.count == 1)
    // By another reader, too.
    #expect(try await PicturesFixture().kept(file) == first)
  }

  @Test func `a disk that is full is told in the store's words`() async throws {
    fixture.files.fail(with: .diskFull(path: "/home"))
    let file = try await fixture.make("-size 64x64 xc:red", as: "a.png")
    await #expect(throws: PictureError.store(.diskFull(path: "/home"))) { try await fixture.add(file) }
  }

  /// Compares what is shown with what ImageMagick reads from the file.
  private func expectSamePixels(_ attachment: Domain.Attachment, as file: String) async throws {
    let raw = fixture.path + "/raw"
    try await run(["convert", file, "-depth", "8", "RGBA:" + raw])
    let image = try await fixture.keeper.image(of: attachment, .full)
    let straight = try contents(of: raw)
    try #require(straight.count == image.pixels.count)
    var differing = 0
    for pixel in stride(from: 0, to: straight.count, by: 4) {
      let alpha = Int(straight[pixel + 3])
      let wanted = [2, 1, 0].map { (Int(straight[pixel + $0]) * alpha + 127) / 255 } + [alpha]
      if (0..<4).contains(where: { Int(image.pixels[pixel + $0]) != wanted[$0] }) { differing += 1 }
    }
    #expect(differing == 0)
  }
}
