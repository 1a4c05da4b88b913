import Domain
import TestLibrary
import TestSupport
import Testing
import ViewModels
import Wording

/// A picture that is to be shown.
@Suite(.timeLimit(.minutes(1)))
struct PictureModelTests {
  @Test(arguments: [
    PictureError.noReader(.system("no room")), .store(.locked(path: "/library")), .tooHard(name: "The picture"),
  ])
  func `A passing failure to show a picture is never called unavailable, and is tried again`(
    _ error: PictureError
  ) async throws {
    let library = try await TestLibrary()
    let picture = Attachment(content: .drawing("rain"), width: 3, height: 2, alternative: "Rain")
    let model = PictureModel(picture, .preview, pictures: library.pictures, cache: PictureCache())
    library.pictures.failShowing(with: error)
    model.setNear(true)
    await until { model.phase == .failed(error.sentence) }
    model.tryAgain()
    #expect(model.phase == .waiting)
    await until { model.phase == .failed(error.sentence) }
    library.pictures.failShowing(with: nil)
    model.setNear(false)
    model.setNear(true)
    await until { model.phase == .shown }
  }

  @Test func `A picture that is gone is unavailable`() async throws {
    let library = try await TestLibrary()
    let picture = Attachment(content: .drawing("rain"), width: 3, height: 2, alternative: "Rain")
    let model = PictureModel(picture, .preview, pictures: library.pictures, cache: PictureCache())
    library.pictures.failShowing(with: .unavailable)
    model.setNear(true)
    await until { model.phase == .unavailable }
  }
}
