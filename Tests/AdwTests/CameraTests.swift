import Adw
import Glibc
import Testing
import WindowSupport

extension WindowFixtureTests {
  @Suite struct CameraTests {
    private func device(_ description: String) async throws -> CameraDevice {
      let found = try await WindowFixture.awaiting { await Camera.devices(instead: description) }
      return try #require(found.first)
    }

    /// Turns a camera on while GTK goes on; gives what it says if it cannot.
    private func start(_ feed: CameraFeed, _ device: CameraDevice) async throws -> CameraError? {
      try await WindowFixture.awaiting {
        await Self.outcome { () async throws(CameraError) in try await feed.start(device) }
      }
    }

    private static func outcome(_ body: () async throws(CameraError) -> Void) async -> CameraError? {
      do throws(CameraError) {
        try await body()
        return nil
      } catch {
        return error
      }
    }

    private func photo(_ feed: CameraFeed) async throws -> Texture {
      var photo: Texture?
      Task { photo = try? await feed.takePhoto() }
      await WindowFixture.wait { photo != nil }
      return try #require(photo)
    }

    private func pixel(_ texture: Texture, _ x: Double, _ y: Double) -> [UInt8] {
      let start = (Int(Double(texture.height) * y) * texture.width + Int(Double(texture.width) * x)) * 4
      return Array(texture.bgra[start..<start + 4])
    }

    @Test func `the live view moves, and a photo has all of the camera's pixels`() async throws {
      let camera = try await device("videotestsrc is-live=true pattern=ball ! video/x-raw,width=1280,height=720")
      let feed = CameraFeed(alternative: "Live view")
      try await WindowFixture.show(Box(.vertical) { feed.view }) { _ in
        #expect(try await start(feed, camera) == nil)
        #expect(await WindowFixture.wait { feed.frameCount >= 5 })
        let seen = feed.view.snapshot()?.bgra
        #expect(await WindowFixture.wait { feed.view.snapshot()?.bgra != seen })
        let taken = try await photo(feed)
        #expect(taken.width == 1280 && taken.height == 720)
        let file = try #require(try await WindowFixture.awaiting { await taken.encoded(as: .jpeg(quality: 90)) })
        #expect(Texture(encoded: file.bytes)?.width == 1280)
        feed.stop()
        #expect(!feed.isRunning)
        let last = feed.frameCount
        #expect(await WindowFixture.wait(upTo: 200) { feed.frameCount > last } == false)
      }
    }

    @Test func `the live view is a mirror, a photo is not`() async throws {
      let camera = try await device("videotestsrc is-live=true pattern=smpte")
      let feed = CameraFeed(alternative: "Live view")
      feed.view.sized(width: 320, height: 240).aligned(horizontally: .start, vertically: .start)
      try await WindowFixture.show(Box(.vertical) { feed.view }) { window in
        #expect(try await start(feed, camera) == nil)
        let taken = try await photo(feed)
        #expect(await WindowFixture.wait { feed.frameCount > 1 })
        #expect(await WindowFixture.frames(2, of: window))
        let shown = try #require(feed.view.snapshot())
        #expect(pixel(taken, 0.05, 0.2) == pixel(shown, 0.95, 0.2))
        #expect(pixel(taken, 0.95, 0.2) == pixel(shown, 0.05, 0.2))
        #expect(pixel(taken, 0.05, 0.2) != pixel(taken, 0.95, 0.2))
        feed.stop()
      }
    }

    @Test func `without a camera there is a sentence`() async throws {
      let none = try await WindowFixture.awaiting { await Camera.devices(instead: "none") }
      #expect(none.isEmpty)
      #expect(CameraError.noCamera.sentence == "No camera was found. Plug one in and try again.")
      let feed = CameraFeed(alternative: "Live view")
      #expect(try await start(feed, device("/dev/video99")) == .noCamera)
      guard case .failed = try await start(feed, device("nosuchelement")) else {
        throw Pointer.Failure(description: "a source that does not exist was taken")
      }
      #expect(!feed.isRunning)
    }

    @Test func `a camera that goes while it is on is told, and is off`() async throws {
      let feed = CameraFeed(alternative: "Live view")
      var told: [CameraError] = []
      feed.onFailure = { told.append($0) }
      #expect(try await start(feed, device("videotestsrc is-live=true num-buffers=10")) == nil)
      #expect(await WindowFixture.wait { !told.isEmpty })
      #expect(told == [.unplugged])
      #expect(!feed.isRunning)
    }

    @Test func `a photo that is waited for when the camera goes off is not waited for any longer`() async throws {
      let feed = CameraFeed(alternative: "Live view")
      #expect(try await start(feed, device("videotestsrc is-live=true")) == nil)
      var said: CameraError?
      Task { said = await Self.outcome { () async throws(CameraError) in _ = try await feed.takePhoto() } }
      await Task.yield()
      feed.stop()
      #expect(await WindowFixture.wait { said == .stopped })
    }

    @Test func `a camera turned on and off twenty times leaves no thread and no file open`() async throws {
      let camera = try await device("videotestsrc is-live=true")
      func round() async throws {
        let feed = CameraFeed(alternative: "Live view")
        #expect(try await start(feed, camera) == nil)
        #expect(await WindowFixture.wait { feed.frameCount > 0 })
        feed.stop()
      }
      for _ in 0..<3 { try await round() }
      let (files, threads) = (Self.names(in: "/proc/self/fd").count, Self.names(in: "/proc/self/task").count)
      for _ in 0..<20 { try await round() }
      #expect(await WindowFixture.wait(upTo: 5_000) { Self.names(in: "/proc/self/fd").count <= files })
      // A camera has three threads; the pools of GLib and Swift may keep a few of all these for a while.
      #expect(await WindowFixture.wait(upTo: 5_000) { Self.names(in: "/proc/self/task").count <= threads + 3 })
    }

    private static func names(in folder: String) -> [String] {
      guard let stream = opendir(folder) else { return [] }
      defer { closedir(stream) }
      var names: [String] = []
      while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if !name.hasPrefix(".") { names.append(name) }
      }
      return names
    }
  }
}
