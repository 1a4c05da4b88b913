import TestSupport
import Testing

extension FaceStories {
  /// Photos: without a camera, and called off.
  @Suite struct CameraStories {
    @Test func `Escape while the photo is made ready calls it off`() async throws {
      try await withCamera("videotestsrc is-live=true pattern=snow ! video/x-raw,width=1280,height=960") { app in
        try await app.key("ctrl+n")
        try await app.text("Talk with Crew")
        try await takePhoto(in: app)
        // The pointer, as a key's click comes a little later.
        try await app.point(at: try await app.the("button", "Use Photo"))
        // By the time it has been drawn once more, the window has seen the pointer.
        try await app.frames(1)
        try await app.stream([.click, .key("Escape")])
        try await app.eventually("the dialog is gone") { app.all("button", "Use Photo").isEmpty }
        // The second photo is made ready after the first one.
        try await takePhoto(in: app)
        try await app.key("Return")
        try await app.eventually("the dialog is gone again") { app.all("button", "Use Photo").isEmpty }
        try await app.the("button", "Remove Photo")
        try await app.eventually("what was taken is ready") { app.first("button", "Send")?.has(.sensitive) == true }
        try await app.expectStays("there is one photo") { app.all("button", "Remove Photo").count == 1 }
      }
    }

    private func takePhoto(in app: Face) async throws {
      try await app.press("button", "Take a photo")
      try await app.the("button", "Take Photo")
      try await app.eventually("the camera is on") { app.first("button", "Take Photo")?.has(.sensitive) == true }
      try await app.press("button", "Take Photo")
      try await app.the("button", "Use Photo")
      try await app.eventually("the photo can be used") { app.first("button", "Use Photo")?.has(.focused) == true }
    }

    @Test func `Without a camera there is a sentence and a way to try again`() async throws {
      try await withCamera("none") { app in
        try await app.text("Mumbai Trip")
        try await app.press("button", "Take a photo")
        try await app.text("No camera was found")
        try await app.the("button", "Try Again")
        try await app.isInFront("Camera")
        try await app.key("Escape")
        try await app.eventually("the dialog is gone") { !app.shows("No camera was found") }
      }
    }
  }
}
