import Glibc
import TestSupport
import Testing
import Workers

extension Stories {
  /// Models from the internet, as a host on this machine plays it, with the real engine.
  @Suite struct DownloadStories {
    @Test func `A model is downloaded by keys, paused, there after a restart, resumed, and answers in a chat`()
      async throws
    {
      let words = ["Good", " morning", ", Ada"].map { Array($0.utf8) }
      let host = try await ModelHost(TinyModel.speaking(words).bytes)
      host.behave("hold:1000")
      let fixture = WindowFixture()
      defer { fixture.clean() }
      let environment = try fixture.personas().merging(["SOTTO_HUB": host.address]) { $1 }
      let app = try RunningApp(home: fixture.home, environment: environment)
      let sockets = SocketWatch(of: app.process)
      try leaveFirstPage(of: app)
      try app.text("Mumbai Trip")
      try app.key("ctrl+shift+m")
      try app.press("button", "Get a Model…")
      try app.text("Models That Suit Many Machines")
      let field = try app.the("text box", "Model to get")
      try eventually("one can write") { field.has(.focused) || !field.all(having: .focused).isEmpty }
      try app.type("nonsense")
      try app.key("Return")
      try app.text("This names no model.")
      #expect(host.asked.isEmpty)
      try app.key("ctrl+a")
      try app.type("any/repo")
      try app.key("Return")
      try app.the("button", beginning: "Download Tiny-Q8_0.gguf")
      // By keys, past the heading; Enter in the row does what its button does.
      try app.tab(to: "the files") { $0.role == "list item" && $0.name.hasPrefix("Tiny-Q4_K_M.gguf") }
      try app.key("Return")
      try eventually("the page is closed") { app.all("frame", "Get a Model").isEmpty }
      try app.text("1.0 kB of")
      try app.the("button", beginning: "Pause the download of Tiny-Q4_K_M.gguf").press()
      try app.text("Paused · 1.0 kB of")
      #expect(sockets.end() == [])
      try app.end(by: SIGTERM)
      host.behave("plain")
      try app.launch()
      try app.text("Mumbai Trip")
      try app.key("ctrl+shift+m")
      try app.text("Paused · 1.0 kB of")
      #expect(host.asked.count == 2)
      try app.the("button", beginning: "Resume the download of").press()
      try app.text("It is there")
      #expect(host.asked.last?.range == "bytes=1000-")
      try app.press("button", "Start a Chat")
      try app.text("Talk with Tiny")
      try send("First", in: app)
      try eventually("it has answered") {
        try app.the("list", "Conversation").all("label", "Good morning, Ada").count == 1
      }
    }

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

    @Test func `What only people with an account get asks for a token, and a failure stays until it is cancelled`()
      async throws
    {
      let host = try await ModelHost(TinyModel.speaking([Array("Good".utf8)]).bytes)
      host.behave("hold-list")
      try withApp(environment: { try $0.personas().merging(["SOTTO_HUB": host.address]) { $1 } }) { app, _ in
        try app.key("ctrl+shift+m")
        try app.press("button", "Get a Model…")
        try app.the("text box", "Model to get")
        try app.type("any/repo:q8_0")
        try app.key("Return")
        try eventually("the list is asked for") { host.asked.count == 1 }
        // Who closes the window no longer wants what was looked up.
        try app.key("Escape")
        try eventually("the page is closed") { app.all("frame", "Get a Model").isEmpty }
        host.release()
        host.behave("gated")
        try app.press("button", "Get a Model…")
        try app.the("text box", "Model to get")
        try app.type("any/repo:Tiny.gguf")
        try app.key("Return")
        try app.text("is given only to people with an account")
        try app.press("button", "Enter a Token…")
        try app.text("Some models are given only to people")
        try app.type("hf")
        try app.key("Return")
        try app.text("This is no access token.")
        try app.type("hf_good")
        try app.key("Return")
        try app.text("It is there")
        try eventually("the questions are gone") { !app.shows("Enter an Access Token") }
        #expect(!host.asked.contains { $0.path.contains("Q8_0") })
        host.behave("status:404")
        try app.press("button", "Get a Model…")
        try app.the("text box", "Model to get")
        try app.type("any/repo:Gone.gguf")
        try app.key("Return")
        try app.text("“Gone.gguf” is not there.")
        try app.press("button", "Cancel the download of Gone.gguf")
        try eventually("it is gone") { !app.shows("is not there") }
      }
    }
  }
}
