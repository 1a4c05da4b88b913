import Adw
import Testing
import WindowSupport

extension WindowFixtureTests {
  @Suite struct ViewportTests {
    private final class Told { var zooms: [Double] = [] }

    /// A viewport with a picture of 1000 × 800 in a window of about 400 × 500.
    private func open(_ body: (PictureViewport, Window, Told) async throws -> Void) async throws {
      let texture = try #require(Texture(width: 1_000, height: 800, bgra: Array(repeating: 90, count: 3_200_000)))
      let viewport = PictureViewport().named("A field")
      let told = Told()
      viewport.onZoomChange { told.zooms.append($0) }
      viewport.show(texture)
      try await WindowFixture.show(viewport) { window in
        #expect(await WindowFixture.wait { window.isActive })
        viewport.grabFocus()
        #expect(await WindowFixture.frames(2, of: window))
        try await body(viewport, window, told)
      }
    }

    private func rests(_ viewport: PictureViewport, at zoom: Double) async -> Bool {
      await WindowFixture.wait {
        abs(viewport.zoom - zoom) < 0.001
          && abs(viewport.pictureFrame.width / min(1_000, Double(viewport.width)) - zoom) < 0.01
      }
    }

    @Test func `all of a picture is seen, and a small one in its own size`() async throws {
      try await open { viewport, window, _ in
        #expect(viewport.zoom == 1)
        #expect(viewport.pictureFrame.width == Double(viewport.width))
        viewport.show(Texture(width: 40, height: 20, bgra: Array(repeating: 90, count: 3_200)))
        let frame = viewport.pictureFrame
        #expect(frame.width == 40 && frame.height == 20)
        #expect(frame.x == Double(viewport.width - 40) / 2)
        _ = window
      }
    }

    @Test func `the same picture in other pixels is seen as closely as before, another one whole`() async throws {
      try await open { viewport, window, _ in
        func picture(_ width: Int, _ height: Int) throws -> Texture {
          try #require(Texture(width: width, height: height, bgra: Array(repeating: 90, count: width * height * 4)))
        }
        viewport.show(nil, of: "one")
        viewport.zoom = 2
        viewport.show(try picture(1_000, 800), of: "one")
        #expect(viewport.zoom == 2)
        #expect(abs(viewport.pictureFrame.width - Double(viewport.width) * 2) < 0.01)
        for _ in 0..<20 { viewport.use(KeyStroke(.left)) }
        let left = viewport.pictureFrame
        viewport.show(try picture(2_000, 1_600), of: "one")
        #expect(abs(viewport.pictureFrame.x - left.x) < 0.01 && abs(viewport.pictureFrame.width - left.width) < 0.01)
        // Also on its way there.
        try await Pointer.key("plus")
        #expect(await WindowFixture.wait { viewport.zoom == 2.5 })
        viewport.show(try picture(1_000, 800), of: "one")
        #expect(await rests(viewport, at: 2.5))
        viewport.show(try picture(1_000, 800), of: "two")
        #expect(viewport.zoom == 1 && viewport.pictureFrame.width == Double(viewport.width))
        _ = window
      }
    }

    @Test func `the keys zoom, with Ctrl and without, and 0 shows all of it again`() async throws {
      try await open { viewport, _, told in
        try await Pointer.key("plus")
        #expect(await rests(viewport, at: 1.25))
        try await Pointer.key("ctrl+plus", "KP_Add")
        #expect(await rests(viewport, at: 1.25 * 1.25 * 1.25))
        try await Pointer.key("minus")
        #expect(await rests(viewport, at: 1.25 * 1.25))
        try await Pointer.key("0")
        #expect(await rests(viewport, at: 1))
        #expect(told.zooms.count == 5)
        viewport.zoom = 100
        #expect(await rests(viewport, at: 5))
      }
    }

    @Test func `the wheel zooms about the pointer with Ctrl, and moves the picture without`() async throws {
      try await open { viewport, window, _ in
        let location = Point(x: 300, y: 200)
        try await Pointer.point(at: location, of: viewport)
        @MainActor func under() -> Double { (location.x - viewport.pictureFrame.x) / viewport.pictureFrame.width }
        let before = under()
        try await Pointer.run("xdotool", "keydown", "ctrl", "click", "--repeat", "6", "4", "keyup", "ctrl")
        #expect(await WindowFixture.wait { viewport.zoom > 2 })
        #expect(await WindowFixture.frames(2, of: window))
        #expect(abs(under() - before) < 0.01)
        let top = viewport.pictureFrame.y
        try await Pointer.click(5)
        #expect(await WindowFixture.wait { viewport.pictureFrame.y < top })
      }
    }

    @Test func `a double click looks closer at what is under it, and another shows all again`() async throws {
      try await open { viewport, _, _ in
        let location = Point(x: 100, y: 250)
        try await Pointer.point(at: location, of: viewport)
        try await Pointer.click(times: 2)
        #expect(await rests(viewport, at: 2.5))
        #expect(abs((location.x - viewport.pictureFrame.x) / viewport.pictureFrame.width - 0.25) < 0.01)
        // Somewhere else: the next click would be the third of this one.
        try await Pointer.point(at: Point(x: 200, y: 100), of: viewport)
        try await Pointer.click(times: 2)
        #expect(await rests(viewport, at: 1))
      }
    }

    @Test func `a picture is dragged until its edge is at the window's, and no farther`() async throws {
      try await open { viewport, _, _ in
        viewport.zoom = 2.5
        #expect(await rests(viewport, at: 2.5))
        let location = Point(x: 200, y: 200)
        try await Pointer.point(at: location, of: viewport)
        try await Pointer.button(down: true)
        let left = viewport.pictureFrame.x
        for x in [220, 240, 260] { try await Pointer.point(at: Point(x: Double(x), y: 200), of: viewport) }
        #expect(await WindowFixture.wait { abs(viewport.pictureFrame.x - left - 60) < 6 })
        try await Pointer.button(down: false)
        for _ in 0..<20 { viewport.use(KeyStroke(.left)) }
        #expect(abs(viewport.pictureFrame.x) < 0.001)
        for _ in 0..<30 { viewport.use(KeyStroke(.right)) }
        #expect(abs(viewport.pictureFrame.right - Double(viewport.width)) < 0.001)
        for _ in 0..<30 { viewport.use(KeyStroke(.down)) }
        #expect(abs(viewport.pictureFrame.bottom - Double(viewport.height)) < 0.001)
      }
    }

    @Test func `arrow keys and the wheel are left to the window while all is seen`() async throws {
      try await open { viewport, _, _ in
        #expect(!viewport.use(KeyStroke(.right)))
        viewport.zoom = 2
        #expect(viewport.use(KeyStroke(.right)))
        #expect(!viewport.use(KeyStroke(.escape)))
        #expect(!viewport.use(KeyStroke(.right, .alt)))
      }
    }

    @Test func `nothing glides where the desktop asks for less motion`() async throws {
      Appearance.reducesMotion = true
      defer { Appearance.reducesMotion = false }
      try await open { viewport, _, _ in
        viewport.zoom = 2
        #expect(viewport.pictureFrame.width == Double(viewport.width) * 2)
        let frame = try #require(Texture(width: 1, height: 1, bgra: [0, 0, 0, 255]))
        viewport.play(frames: [(frame, .milliseconds(20)), (frame, .milliseconds(20))])
        #expect(!viewport.isPlaying)
      }
    }

    @Test func `an animated picture moves while it is on screen`() async throws {
      let colours: [[UInt8]] = [[255, 0, 0, 255], [0, 255, 0, 255]]
      let frames = try colours.map { colour in
        try #require(Texture(width: 20, height: 20, bgra: Array(repeatElement(colour, count: 400).joined())))
      }
      let viewport = PictureViewport()
      let stack = Box(.vertical) { viewport }
      @MainActor func middle() -> [UInt8] {
        guard let seen = viewport.snapshot() else { return [] }
        let start = (seen.height / 2 * seen.width + seen.width / 2) * 4
        return Array(seen.bgra[start..<start + 4])
      }
      try await WindowFixture.show(stack) { _ in
        viewport.play(frames: frames.map { ($0, .milliseconds(60)) })
        #expect(viewport.isPlaying)
        for colour in [colours[1], colours[0], colours[1]] {
          let isSeen = await WindowFixture.wait { middle() == colour }
          #expect(isSeen)
        }
        viewport.isVisible = false
        #expect(!viewport.isPlaying)
        viewport.isVisible = true
        #expect(await WindowFixture.wait { viewport.isPlaying })
        viewport.show(frames[0])
        #expect(!viewport.isPlaying)
      }
    }
  }
}
