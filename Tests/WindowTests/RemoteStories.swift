import Glibc
import TestSupport
import Testing

extension Stories {
  /// What lies on other machines.
  @Suite struct RemoteStories {
    @Test func `A remote picture is only fetched when asked for, and is kept then`() throws {
      let fixture = WindowFixture()
      defer { fixture.clean() }
      let photo = try fixture.picture("sea.jpg", size: "640x480", fill: "plasma:navy-white")
      let server = try PictureServer(folder: fixture.folder)
      defer { server.end() }
      try sotto(["demo", "add"], in: fixture)
      try sotto(["new", "From elsewhere", "--agent", "crew"], in: fixture)
      try sotto(["send", "From elsewhere", "--no-wait", "--image", photo, "--caption", "The sea"], in: fixture)
      try fixture.makeRemote("http://127.0.0.1:\(server.port)/sea.jpg")
      let app = try RunningApp(home: fixture.home, environment: try fixture.personas())
      let sockets = SocketWatch(of: app.process)
      try app.press("button", "Start Chatting")
      try app.the("list item", beginning: "From elsewhere").press("open")
      try app.text("Picture at 127.0.0.1:\(server.port), not loaded")
      // Time for whoever would fetch by himself: the chat is left and opened again, and all the while nobody asks.
      try app.the("list item", beginning: "Mumbai Trip").press("open")
      try app.the("list item", beginning: "From elsewhere").press("open")
      let load = try app.the("button", "Load the picture from 127.0.0.1:\(server.port)")
      #expect(try server.requests() == [])
      try load.press()
      try app.text("Picture: sea")
      #expect(try server.requests() == ["GET /sea.jpg"])
      try send("What a sea", in: app)
      try app.text("Crew: A scripted answer")
      try app.key("ctrl+f")
      try app.type("elsewhere")
      try app.key("Down", "Return")
      // All of it without a socket that could reach anybody; the one that fetched was another process's.
      #expect(sockets.end() == [])
      #expect(sockets.rounds > 20)
      server.end()
      try app.end(by: SIGTERM)
      try app.launch()
      try app.the("button", "Picture: sea")
      try expectStays("it is kept", after: app.shows("Picture: sea")) { !app.shows("Image unavailable") }
    }
  }
}
