import Adw
import Testing
import WindowSupport

extension WindowFixtureTests {
  @Suite struct ClipboardTests {
    private let scratch: Scratch
    private let picture: [UInt8]

    init() throws {
      scratch = try Scratch()
      picture = try #require(Texture(width: 2, height: 3, pixels: Array(repeating: 200, count: 24))).png
    }

    private func read(limit: Int = 1_000_000) async throws -> Result<EncodedPicture?, TransferError> {
      var read: Result<EncodedPicture?, TransferError>?
      Task {
        do throws(TransferError) {
          read = .success(try await Clipboard.pictureBytes(limit: limit))
        } catch {
          read = .failure(error)
        }
      }
      await WindowFixture.wait { read != nil }
      return try #require(read)
    }

    @Test func `a picture of another program arrives as the bytes that it is`() async throws {
      let other = try await Pointer.offering([("image/png", picture)])
      defer { other.end() }
      let read = try await self.read()
      #expect(read == .success(EncodedPicture(bytes: picture, mimeType: "image/png")))
    }

    @Test func `nothing is decoded, so what is no picture arrives, too`() async throws {
      let junk = Array("this is no picture".utf8)
      let other = try await Pointer.offering([("image/webp", junk)])
      defer { other.end() }
      let read = try await self.read()
      #expect(read == .success(EncodedPicture(bytes: junk, mimeType: "image/webp")))
    }

    @Test func `a picture of some megabytes arrives whole, and no more than is allowed of it`() async throws {
      let much = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
      let other = try await Pointer.offering([("image/tiff", much)])
      defer { other.end() }
      let less = try await read(limit: 4_999_999)
      #expect(less == .failure(.tooLarge(limit: 4_999_999)))
      let whole = try await read(limit: 5_000_000)
      #expect(whole == .success(EncodedPicture(bytes: much, mimeType: "image/tiff")))
      #expect(TransferError.tooLarge(limit: 4_999_999).sentence == "The picture is larger than 4 MB.")
    }

    @Test func `what this program copied itself comes back, files as they were and textures as PNG`() async throws {
      let texture = try #require(Texture(encoded: picture))
      Clipboard.copy(texture)
      #expect(Clipboard.hasPicture && !Clipboard.hasText)
      let read = try await self.read().get()
      #expect(read?.mimeType == "image/png")
      #expect(Texture(encoded: read?.bytes ?? [])?.height == 3)
      let fake = EncodedPicture(bytes: [1, 2, 3], mimeType: "image/gif")
      Clipboard.copy(fake)
      let second = try await self.read()
      #expect(second == .success(fake))
      Clipboard.copy("words")
      #expect(!Clipboard.hasPicture && !Clipboard.hasFiles)
      let third = try await self.read()
      #expect(third == .success(nil))
    }

    @Test func `another program gets the file that was copied, or the same picture in another format`() async throws {
      let texture = try #require(Texture(encoded: picture))
      let jpeg = try #require(
        try await WindowFixture.awaiting { await texture.encoded(as: .jpeg(quality: 90)) })
      #expect(jpeg.mimeType == "image/jpeg" && jpeg.bytes.prefix(2) == [0xFF, 0xD8])
      Clipboard.copy(jpeg, drawn: texture)
      for (type, ending) in [("image/jpeg", "jpg"), ("image/png", "png")] {
        let file = try scratch.write([], "taken.\(ending)")
        try await Pointer.run("sh", "-c", "xclip -selection clipboard -o -t $0 > $1", type, file)
        let taken = try Scratch.read(file)
        #expect(type == "image/png" ? Texture(encoded: taken)?.width == 2 : taken == jpeg.bytes)
      }
    }

    @Test(
      "a text that was copied comes back here, and whole to another program, however long it is",
      arguments: [10, 30_000, 1_000_000, 4_000_000, 20_000_000])
    func long(length: Int) async throws {
      let text = String(repeating: "x", count: length - 7) + "😀end"
      Clipboard.copy(text)
      #expect(Clipboard.hasText && !Clipboard.hasPicture)
      let here = try await WindowFixture.awaiting { await Clipboard.text() }
      let isHere = here == text
      #expect(isHere)
      let file = try scratch.write([], "taken")
      for type in ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain"] {
        try await Pointer.run("sh", "-c", "timeout 30 xclip -selection clipboard -o -t $0 > $1", type, file)
        let taken = try Scratch.read(file)
        // A comparison in the macro would print all of it.
        let isWhole = taken == Array(text.utf8)
        #expect(isWhole, "\(taken.count) bytes of \(length) as \(type)")
      }
    }
  }
}
