import Glibc
import TestSupport
import Testing
import Workers

extension Stories {
  /// Models from the internet, as a host on this machine plays it, with the real engine.
  @Suite struct DownloadStories {
    @Test func `What a terminal downloads is seen while it comes`() async throws {
      let host = try await ModelHost(TinyModel.speaking([Array("Good".utf8)]).bytes)
      host.behave("hold:1000")
      try withApp { app, fixture in
        try app.key("ctrl+shift+m")
        try app.the("button", "Get a Model…")
        let terminal = try spawn([
          "sh", "-c", "SOTTO_HUB=$0 exec $1 --home $2 models download any/repo:Seen.gguf >/dev/null", host.address,
          try RunningApp.binary("sotto"), fixture.home,
        ])
        try app.text("Another Sotto fetches it · 1.0 kB of")
        host.release()
        #expect(terminal.wait().isSuccess)
        try app.text("Tiny")
        try eventually("its row is gone") { !app.shows("Another Sotto fetches it") }
      }
    }

  }
}
