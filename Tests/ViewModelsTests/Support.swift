import Domain
import Observation
import TestLibrary
import TestSupport
import Testing
import ViewModels

/// Waits until `condition` holds, woken by each change of what it reads. The test's time limit ends a wait in vain.
func until(_ condition: @escaping @MainActor () -> Bool) async {
  // A test that was given up is cancelled; then nothing waits any more, and the loop would spin.
  while !Task.isCancelled {
    let (changes, wake) = AsyncStream.makeStream(of: Void.self)
    // onChange fires before the change; the hop back to the main actor comes after it.
    if withObservationTracking(condition, onChange: { wake.yield() }) { return }
    for await _ in changes { break }
  }
}

/// A library with its model loaded and the window active.
func openModel(_ library: TestLibrary, demo: [DemoChat] = []) async throws -> LibraryModel {
  try await library.service.changeSettings {
    $0.agentForNewChats = "puppet"
    $0.hadDemo = demo.isEmpty
  }
  let model = LibraryModel(
    service: library.service, models: library.models, downloads: library.downloads,
    clock: MinuteClock(surroundings: library.surroundings),
    settings: try await library.service.currentSettings(), demo: demo)
  await model.load()
  model.setActive(true)
  return model
}

/// Opens the chat and waits until it is read. The thread lives only as long as the model.
func openThread(_ chat: ChatID, in model: LibraryModel) async throws -> ThreadModel {
  model.open(chat)
  let thread = try #require(model.thread)
  await until { thread.phase == .ready }
  return thread
}

/// Windows with a chat open, each with a model of its own; they stay as long as this does.
final class Windows {
  private var models: [LibraryModel] = []

  /// Opens a window in front of the chat, and waits until it is read.
  func open(_ chat: ChatID, in library: TestLibrary) async throws -> (LibraryModel, ThreadModel) {
    let model = try await openModel(library)
    models.append(model)
    return (model, try await openThread(chat, in: model))
  }

  /// What was said to the user in the last window since this was last asked.
  var notices: [String] { models.last?.notices.take().map(\.text) ?? [] }

  /// What the last window says, with what can be done about it.
  var newest: Notice? { models.last?.notices.newest }

  /// Returns once all that was begun is done.
  func idle() async { for model in models { await model.whenIdle() } }
}

extension ThreadModel {
  var texts: [String] { rows.compactMap { if case .message = $0.id { $0.text } else { nil } } }
}

/// Lets time go on, as far as somebody waits for a moment, until it is so.
func measured(_ library: TestLibrary, _ isMet: @escaping @MainActor () -> Bool) async {
  let time = Task {
    while !Task.isCancelled {
      if let wait = library.surroundings.nextWake, wait <= .milliseconds(300) {
        library.surroundings.advance(by: wait)
      }
      await Task.yield()
    }
  }
  await until(isMet)
  time.cancel()
}
