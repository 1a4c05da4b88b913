import Domain
import Observation
import TestHouse
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

/// A house with its model loaded and the window active.
func openModel(_ house: TestHouse, demo: [DemoChat] = []) async throws -> HouseModel {
  try await house.service.changeSettings {
    $0.agentForNewChats = "puppet"
    $0.hadDemo = demo.isEmpty
  }
  let model = HouseModel(
    service: house.service, clock: MinuteClock(surroundings: house.surroundings),
    settings: try await house.service.currentSettings(), demo: demo)
  await model.load()
  model.windowBecame(active: true)
  return model
}

/// Windows with a chat open, each with a model of its own; they stay as long as this does.
final class Windows {
  private var models: [HouseModel] = []

  /// Opens a window in front of the chat, and waits until it is read.
  func open(_ chat: ChatID, in house: TestHouse) async throws -> (HouseModel, ThreadModel) {
    let model = try await openModel(house)
    models.append(model)
    model.open(chat)
    let thread = try #require(model.thread)
    await until { thread.phase == .ready }
    return (model, thread)
  }
}

extension ThreadModel {
  var texts: [String] { rows.compactMap { if case .message = $0.id { $0.text } else { nil } } }
}
