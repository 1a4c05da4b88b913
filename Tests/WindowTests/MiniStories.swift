import Glibc
import Testing

extension Stories {
  /// Sotto Mini, the model that comes with Sotto.
  @Suite struct MiniStories {
    @Test func `From the first page Sotto Mini is chosen, offers questions, answers, and is there after a restart`()
      throws
    {
      try withApp { app, fixture in
        try app.key("ctrl+n")
        try app.text("Talk with Crew")
        try choose("Sotto Mini", in: app)
        try app.text("Talk with Sotto Mini")
        try app.text("A tiny language model that comes with Sotto and knows only Sotto.")
        try app.the("button", "How do I send a picture?").press()
        let composer = try app.the("text box", "Message")
        try eventually("the question is there to be sent") { composer.text == "How do I send a picture?" }
        try app.key("Return")
        try app.text("Sotto Mini: Press the paper clip")
        try app.type("what is the capital of france?")
        try app.key("Return")
        try app.text("Sotto Mini: I know only Sotto")
        try app.end(by: SIGTERM)
        try app.launch()
        try app.text("Press the paper clip")
        try app.type("thank you")
        try app.key("Return")
        try app.text("Sotto Mini: You are welcome!")
      }
    }
  }
}
