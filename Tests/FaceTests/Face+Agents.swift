import Domain
import FoundationEssentials
import TestSupport

extension Face {
  /// Opens the list of agents of the open chat and takes one, by keys alone.
  func chooseAgent(_ name: String) async throws {
    let before = focused
    try await key("ctrl+m")
    try await eventually("the list of agents has the keyboard") { focused.map { $0 != before } ?? false }
    // A key that comes while the list is being shown is lost.
    try await frames(3)
    try await tab(to: name) { $0.role == "button" && $0.name == name }
    try await key("Return")
  }

  /// Adds a model to the library, from a file of that name; returns its agent.
  @discardableResult
  func addModel(_ model: TinyModel, as name: String = "tiny.gguf") async throws -> String {
    let (models, path) = (started.models, folder.folder + "/" + name)
    try Data(model.bytes).write(to: URL(filePath: path))
    return try await awaiting("the model is added") { try await models.add(path).agent }
  }
}
