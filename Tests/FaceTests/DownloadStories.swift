import Glibc
import TestSupport
import Testing

extension FaceStories {
  /// Models from the internet, as a host on this machine plays it, with the real engine.
  @Suite struct DownloadStories {
    @Test func `A model is downloaded by keys, paused, there after a restart, resumed, and answers in a chat`()
      async throws
    {
      let words = ["Good", " morning", ", Ada"].map { Array($0.utf8) }
      let host = try await ModelHost(TinyModel.speaking(words).bytes)
      host.behave("hold:1000")
      let sockets = SocketWatch(of: getpid())
      try await withFace(environment: { try $0.personas().merging(["SOTTO_HUB": host.address]) { $1 } }) { app in
        try await app.key("ctrl+shift+m")
        try await app.press("button", "Get a Model…")
        try await app.text("Models That Suit Many Machines")
        let field = try await app.the("text box", "Model to get")
        try await app.eventually("one can write") { field.has(.focused) || !field.all(having: .focused).isEmpty }
        try await app.type("nonsense")
        try await app.key("Return")
        try await app.text("This names no model.")
        #expect(host.asked.isEmpty)
        try await app.key("ctrl+a")
        try await app.type("any/repo")
        try await app.key("Return")
        try await app.the("button", beginning: "Download Tiny-Q8_0.gguf")
        // By keys, past the heading; Enter in the row does what its button does.
        try await app.tab(to: "the files") { $0.role == "list item" && $0.name.hasPrefix("Tiny-Q4_K_M.gguf") }
        try await app.key("Return")
        try await app.eventually("the page is closed") { app.all("frame", "Get a Model").isEmpty }
        try await app.text("1.0 kB of")
        try await app.the("button", beginning: "Pause the download of Tiny-Q4_K_M.gguf").press()
        try await app.text("Paused · 1.0 kB of")
        #expect(sockets.end() == [])
        try await app.reopen { host.behave("plain") }
        try await app.text("Mumbai Trip")
        try await app.key("ctrl+shift+m")
        try await app.text("Paused · 1.0 kB of")
        #expect(host.asked.count == 2)
        try await app.the("button", beginning: "Resume the download of").press()
        try await app.text("It is there")
        #expect(host.asked.last?.range == "bytes=1000-")
        try await app.press("button", "Start a Chat")
        try await app.text("Talk with Tiny")
        try await app.send("First")
        try await app.answers(1)
      }
    }

    @Test func `What only people with an account get asks for a token, and a failure stays until it is cancelled`()
      async throws
    {
      let host = try await ModelHost(TinyModel.speaking([Array("Good".utf8)]).bytes)
      host.behave("hold-list")
      try await withFace(environment: { try $0.personas().merging(["SOTTO_HUB": host.address]) { $1 } }) { app in
        try await app.key("ctrl+shift+m")
        try await app.press("button", "Get a Model…")
        try await app.the("text box", "Model to get")
        try await app.type("any/repo:q8_0")
        try await app.key("Return")
        try await app.eventually("the list is asked for") { host.asked.count == 1 }
        // Who closes the window no longer wants what was looked up.
        try await app.key("Escape")
        try await app.eventually("the page is closed") { app.all("frame", "Get a Model").isEmpty }
        host.release()
        host.behave("gated")
        try await app.press("button", "Get a Model…")
        try await app.the("text box", "Model to get")
        try await app.type("any/repo:Tiny.gguf")
        try await app.key("Return")
        try await app.text("is given only to people with an account")
        try await app.press("button", "Enter a Token…")
        try await app.text("Some models are given only to people")
        try await app.type("hf")
        try await app.key("Return")
        try await app.text("This is no access token.")
        try await app.type("hf_good")
        try await app.key("Return")
        try await app.text("It is there")
        try await app.eventually("the questions are gone") { !app.shows("Enter an Access Token") }
        #expect(!host.asked.contains { $0.path.contains("Q8_0") })
        host.behave("status:404")
        try await app.press("button", "Get a Model…")
        try await app.the("text box", "Model to get")
        try await app.type("any/repo:Gone.gguf")
        try await app.key("Return")
        try await app.text("“Gone.gguf” is not there.")
        try await app.press("button", "Cancel the download of Gone.gguf")
        try await app.eventually("it is gone") { !app.shows("is not there") }
      }
    }
  }
}
