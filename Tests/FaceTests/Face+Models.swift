import Domain
import FoundationEssentials
import TestSupport
import WindowSupport

/// Local models, and the dialog that asks for a file.
extension Face {
  /// Types the path of a file into the dialog for files and takes it.
  func typePath(_ path: String) async throws {
    try await key("ctrl+l")
    try await Pointer.type(path: path)
    try await key("Return")
  }

  /// The models that are on disk, the one that comes with Sotto last.
  func models() async throws -> [LocalModel] {
    let models = started.models
    return try await awaiting("the models are read") { try await models.entries().map(\.model) }
  }

  /// Imports a tiny model that says “Good morning, Ada”; returns the path of its file.
  func importTinyModel() async throws -> String {
    let words = ["Good", " morning", ", Ada"].map { Array($0.utf8) }
    let path = folder.folder + "/tiny.gguf"
    try Data(TinyModel.speaking(words).bytes).write(to: URL(filePath: path))
    let models = started.models
    try await awaiting("the model is imported") { _ = try await models.add(path) }
    return path
  }

  /// Waits until the open chat has so many whole answers.
  func answers(_ count: Int, of words: String = "Good morning, Ada") async throws {
    try await eventually("there are \(count) answers") {
      first("list", "Conversation")?.all("label", words).count == count
    }
  }
}
