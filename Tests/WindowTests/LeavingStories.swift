import FoundationEssentials
import Glibc
import Testing
import TestSupport

extension Stories.LoadStories {
  /// The window is gone soon, whatever it waits for.
  @Suite struct LeavingStories {
    /// A library with one picture that was never fetched, whose host accepts and says nothing.
    private func withSilentHost(_ story: (RunningApp, WindowFixture) throws -> Void) throws {
      let fixture = WindowFixture()
      defer { fixture.clean() }
      let photo = try fixture.picture("sea.jpg", size: "64x48", fill: "plasma:navy-white")
      let host = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      defer { close(host) }
      try sotto(["demo", "add"], in: fixture)
      try sotto(["new", "From elsewhere"], in: fixture)
      try sotto(["send", "From elsewhere", "--no-wait", "--image", photo, "--caption", "The sea"], in: fixture)
      let port = try listening(host)
      try run(fixture.makingRemote("http://127.0.0.1:\(port)/sea.jpg"))
      let app = try RunningApp(home: fixture.home, environment: try fixture.personas())
      try app.press("button", "Start Chatting")
      try app.the("list item", beginning: "From elsewhere").press("open")
      try app.press("button", "Load the picture from 127.0.0.1:\(port)")
      // The system accepts for a host that never asks who has come.
      var waiting = pollfd(fd: host, events: Int16(POLLIN), revents: 0)
      try #require(poll(&waiting, 1, 10_000) == 1, "curl has come")
      try story(app, fixture)
    }

    private func listening(_ host: Int32) throws -> Int {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isBound = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          bind(host, pointer, size) == 0 && listen(host, 8) == 0 && getsockname(host, pointer, &size) == 0
        }
      }
      try #require(isBound)
      return Int(UInt16(bigEndian: address.sin_port))
    }

    @Test func `The window leaves no core file, should it crash`() throws {
      try withApp { app, _ in
        let limits = FileManager.default.contents(atPath: "/proc/\(app.process)/limits") ?? Data()
        #expect(String(decoding: limits, as: UTF8.self).contains("Max core file size        1 "))
      }
    }

    @Test(arguments: ["ctrl+q", "ctrl+w", "SIGTERM"])
    func `Two seconds are enough while a host says nothing, and the draft is kept`(way: String) throws {
      try withSilentHost { app, fixture in
        try app.the("text box", "Message").setText("Half a thought")
        let since = ContinuousClock.now
        if way == "SIGTERM" { kill(app.process, SIGTERM) } else { try app.key(way) }
        try eventually("the program has ended", seconds: 20) { !app.isRunning }
        #expect(.now - since < .seconds(2))
        #expect(try sotto(["chats"], in: fixture).contains("Half a thought"))
      }
    }
  }
}
