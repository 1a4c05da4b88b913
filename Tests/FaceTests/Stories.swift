import Domain
import FoundationEssentials
import Sotto
import TestSupport
import Testing
import WindowSupport
import Workers

/// All stories of the window in this process: they share GTK and the keyboard, so one runs at a time.
@Suite(
  .serialized, .enabled("There is no display to open windows on.") { await WindowFixture.isThere },
  .timeLimit(.minutes(3)))
enum FaceStories {}

/// Runs a story in a window of its own, past the first page, over a library with the three demo chats. The file and the
/// environment are those of the personas.
///
/// - Parameter arrange: what is put into the folder before the window opens.
func withFace(
  environment: (StoryFolder) throws -> [String: String] = { try $0.personas() },
  arrange: (StoryFolder) async throws -> Void = { _ in }, _ story: (Face) async throws -> Void
) async throws {
  let folder = StoryFolder()
  try FileManager.default.copyItem(atPath: try await welcomedLibrary(), toPath: folder.home)
  try await arrange(folder)
  try await tell(story, in: folder, environment: try environment(folder))
}

/// Runs a story that begins where a person begins: on the first page, as soon as it has the keyboard. The file and the
/// environment are those of the personas.
func withFirstPage(
  environment: (StoryFolder) throws -> [String: String] = { try $0.personas() },
  _ story: (Face) async throws -> Void
) async throws {
  let folder = StoryFolder()
  try await tell(
    { app in
      let start = try await app.the("button", "Start Chatting")
      try await app.eventually("the first page has the keyboard") { start.has(.focused) }
      try await story(app)
    }, in: folder, environment: try environment(folder))
}

/// Runs a story over a library that does not open, on the page that says why.
///
/// - Parameter arrange: what is done to a library with the demo chats and a backup before the window opens.
func withClosedLibrary(
  arrange: (StoryFolder) async throws -> Void, _ story: (Face) async throws -> Void
) async throws {
  let folder = StoryFolder()
  try FileManager.default.copyItem(atPath: try await welcomedLibrary(), toPath: folder.home)
  try await arrange(folder)
  try await tell(story, in: folder, environment: [:], opens: false)
}

private func tell(
  _ story: (Face) async throws -> Void, in folder: StoryFolder, environment: [String: String], opens: Bool = true
) async throws {
  let face = try await Face(
    in: folder, environment: environment, story: Test.current?.name ?? "story", opens: opens)
  do {
    try await story(face)
  } catch {
    await face.end()
    throw error
  }
  await face.end()
}

/// A library that was left with the demo chats in it and the first page behind it; made once.
private func welcomedLibrary() async throws -> String {
  if let made = WelcomedLibrary.path { return made }
  let folder = StoryFolder()
  let composition = Composition(
    home: folder.home, environment: Command.ownVariables.merging(try folder.personas()) { $1 },
    // Earlier than any story: names that are made later are greater.
    surroundings: ManualSurroundings(now: 1_735_000_000_000 - 60_000))
  let started = try await composition.open()
  try await started.service.addDemoOnce(try composition.demoChats())
  try await started.service.changeSettings { $0.isWelcomed = true }
  _ = try await started.library.backUp()
  await started.service.shutDown()
  await started.library.close()
  WelcomedLibrary.path = folder.home
  return folder.home
}

private enum WelcomedLibrary {
  static var path: String?
}
