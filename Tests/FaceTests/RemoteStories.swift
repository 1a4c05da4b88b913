import Glibc
import TestSupport
import Testing

extension FaceStories {
  /// What lies on other machines.
  @Suite struct RemoteStories {
    @Test func `A remote picture is only fetched when asked for, and is kept then`() async throws {
      try await withFace { app in
        let photo = try await app.picture("sea.jpg", size: "640x480", fill: "plasma:navy-white")
        var server: PictureServer? = try await app.awaiting("the server listens") { [folder = app.folder.folder] in
          try await PictureServer(folder: folder)
        }
        let host = "127.0.0.1:\(server?.port ?? 0)"
        try await app.newChat("From elsewhere")
        try await app.say("The sea", pictures: [photo], in: "From elsewhere")
        try await app.reopen {
          _ = try await app.printed(by: app.folder.makingRemote("http://\(host)/sea.jpg"))
        }
        let sockets = SocketWatch(of: getpid())
        try await app.the("list item", beginning: "From elsewhere").press("open")
        try await app.text("Picture at \(host), not loaded")
        // Time for whoever would fetch by himself: the chat is left and opened again, and all the while nobody asks.
        try await app.the("list item", beginning: "Mumbai Trip").press("open")
        try await app.eventually("the other chat is open") { !app.shows("Picture at \(host)") }
        try await app.the("list item", beginning: "From elsewhere").press("open")
        let load = try await app.the("button", "Load the picture from \(host)")
        // Who had begun to fetch before would be answered before.
        let ask = "import sys, urllib.request as r; r.urlopen(sys.argv[1]).read()"
        _ = try await app.printed(by: ["python3", "-c", ask, "http://\(host)/personas.json"])
        #expect(server?.requests == ["GET /personas.json"])
        try load.press()
        try await app.text("Picture: sea")
        #expect(server?.requests == ["GET /personas.json", "GET /sea.jpg"])
        try await app.send("What a sea")
        try await app.text("Crew: A scripted answer")
        try await app.key("ctrl+f")
        try await app.type("elsewhere")
        try await app.key("Down", "Return")
        // All of it without a socket that could reach anybody; the one that fetched was another process's.
        #expect(sockets.end() == [])
        #expect(sockets.rounds > 20)
        server = nil
        try await app.reopen()
        try await app.the("button", "Picture: sea")
        try await app.expectStays("it is kept") { !app.shows("Image unavailable") }
      }
    }
  }
}
