import Adw
import Testing
import WindowSupport

extension WindowFixtureTests {
  @Suite struct PictureTests {
    /// How large a grid of so many tiles is, and where they lie.
    struct Lay: Sendable, CustomStringConvertible {
      let count: Int
      let width: Int
      let height: Int
      let rows: [Int]
      var description: String { "\(count) pictures" }
    }

    @Test(arguments: [
      Lay(count: 2, width: 240, height: 118, rows: [2]),
      Lay(count: 3, width: 240, height: 239, rows: [2, 1]),
      Lay(count: 4, width: 240, height: 239, rows: [2, 2]),
      Lay(count: 5, width: 240, height: 159, rows: [3, 2]),
      Lay(count: 6, width: 240, height: 159, rows: [3, 3]),
      Lay(count: 7, width: 240, height: 240, rows: [3, 2, 2]),
      Lay(count: 10, width: 240, height: 321, rows: [3, 3, 2, 2]),
    ])
    func `a grid has its size before its pictures are there, and keeps it when they come`(lay: Lay) async throws {
      let large = try #require(Texture(width: 800, height: 500, pixels: Array(repeating: 99, count: 1_600_000)))
      let pictures = (0..<lay.count).map { Picture(alternative: "\($0)", fit: .cover) }
      let grid = PictureGrid { pictures }
      try await WindowFixture.show(Box(.vertical) { BubbleColumn(free: 60) { BubbleColumn.Part(grid, .start) } }) {
        window in
        for isThere in [false, true] {
          if isThere { for picture in pictures { picture.show(large) } }
          #expect(await WindowFixture.frames(2, of: window))
          #expect(grid.width == lay.width && grid.height == lay.height)
          let frames = pictures.compactMap { $0.frame(in: grid) }
          #expect(frames.count == lay.count)
          let tops = Set(frames.map(\.y)).sorted()
          #expect(tops.map { top in frames.count { $0.y == top } } == lay.rows)
          #expect(frames.allSatisfy { $0.right <= 240 && $0.height == frames[0].height })
          for top in tops { #expect(frames.filter { $0.y == top }.map(\.right).max() == 240) }
        }
      }
    }

    @Test func `a picture alone has its own size, but no more than the room`() async throws {
      for (said, shown) in [((120, 200), (120, 200)), ((480, 120), (240, 60))] {
        let picture = Picture(alternative: "One", fit: .cover)
        let grid = PictureGrid(single: (width: said.0, height: said.1)) { picture }
        #expect(grid.size == (width: shown.0, height: shown.1))
        try await WindowFixture.show(Box(.vertical) { BubbleColumn(free: 60) { BubbleColumn.Part(grid, .start) } }) {
          _ in
          #expect(picture.width == shown.0 && picture.height == shown.1)
        }
      }
    }

    @Test func `a grid becomes smaller in less room, and keeps its shape`() async throws {
      let pictures = (0..<4).map { Picture(alternative: "\($0)", fit: .cover) }
      let grid = PictureGrid { pictures }
      try await WindowFixture.show(
        Box(.vertical) { BubbleColumn(free: 60) { BubbleColumn.Part(grid, .start) } }, width: 200
      ) { window in
        #expect(grid.width == window.width - 60)
        #expect(abs(grid.height - (239 * grid.width + 120) / 240) <= 1)
        #expect(pictures.compactMap { $0.frame(in: grid)?.right }.max() == Double(grid.width))
      }
    }

    @Test func `pixels are taken as the screen has them`() throws {
      let half: [UInt8] = [0, 0, 128, 128, 255, 0, 0, 255]
      let texture = try #require(Texture(width: 2, height: 1, bgra: half))
      #expect(texture.bgra == half)
      let same = try #require(Texture(encoded: texture.png))
      #expect(same.bgra == half)
      #expect(Texture(width: 2, height: 2, bgra: half) == nil)
    }

    @Test func `the memory of pixels goes with their picture`() throws {
      for _ in 0..<200 { _ = Texture(width: 1_000, height: 1_000, bgra: Array(repeating: 7, count: 4_000_000)) }
      #expect(try Pointer.residentMegabytes() < 500)
    }

    @Test func `pixels that are shared are not copied, and their owner lives as long as the picture`() throws {
      nonisolated final class Owner: @unchecked Sendable {  // never written again
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 16)
        init() { room.initializeMemory(as: UInt8.self, repeating: 255) }
        deinit { room.deallocate() }
      }
      var owner: Owner? = Owner()
      weak let watched = owner
      var texture = try owner.map { try #require(Texture(width: 2, height: 2, bgra: .init($0.room), of: $0)) }
      owner = nil
      #expect(watched != nil)
      #expect(texture?.bgra == Array(repeating: 255, count: 16))
      texture = nil
      #expect(watched == nil)
    }

    @Test func `a picture is written as PNG and as JPEG on another thread`() async throws {
      let texture = try #require(Texture(width: 64, height: 32, bgra: Array(repeating: 255, count: 8192)))
      for format in [PictureFormat.png, .jpeg(quality: 90)] {
        let encoded = try #require(try await WindowFixture.awaiting { await texture.encoded(as: format) })
        #expect(encoded.mimeType == format.mimeType)
        let read = try #require(Texture(encoded: encoded.bytes))
        #expect(read.width == 64 && read.height == 32 && read.bgra == texture.bgra)
      }
    }
  }
}
