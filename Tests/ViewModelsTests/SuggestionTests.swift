import Domain
import TestLibrary
import Testing
import ViewModels

/// The models of a library's downloads, on a machine with so much memory free.
private struct Downloads: ModelDownloads {
  let real: any ModelDownloads
  let free: Int64

  var presets: [ModelPreset] { real.presets }
  func memory(of preset: ModelPreset) -> ModelMemory { preset.memory(free: free) }
  func downloads() -> AsyncStream<[ModelDownload]> { real.downloads() }
  func current() async -> [ModelDownload] { await real.current() }
  func files(of repository: String, revision: String) async throws(DownloadFault) -> [RemoteModelFile] {
    try await real.files(of: repository, revision: revision)
  }
  func start(_ source: ModelSource, named name: String?) async throws(DownloadFault) -> String {
    try await real.start(source, named: name)
  }
  func resume(_ download: String) async { await real.resume(download) }
  func pause(_ download: String) async { await real.pause(download) }
  func remove(_ download: String) async { await real.remove(download) }
  func hasFile(of model: LocalModel) -> Bool { real.hasFile(of: model) }
  func delete(_ model: LocalModel) async throws(DownloadFault) { try await real.delete(model) }
  func pauseAll() async { await real.pauseAll() }
  func keepToken(_ token: String) async throws(DownloadFault) -> TokenPlace { try await real.keepToken(token) }
  func hasToken() async -> Bool { await real.hasToken() }
}

@Suite(.timeLimit(.minutes(1)))
struct SuggestionTests {
  private func model(_ library: TestLibrary, free: Int64) async throws -> LibraryModel {
    let model = LibraryModel(
      service: library.service, models: library.models, downloads: Downloads(real: library.downloads, free: free),
      clock: MinuteClock(surroundings: library.surroundings),
      settings: try await library.service.currentSettings(), demo: [])
    await model.load()
    await model.models.show()
    return model
  }

  @Test func `Where models fit into the memory, up to three of them are said to suit the machine`() async throws {
    let library = try await TestLibrary()
    let model = try await model(library, free: 1 << 40)
    #expect(model.suggestedModels.count == 3 && model.suggestedModels.allSatisfy(model.downloads.fits))
    #expect(model.suggestionsTitle == "Models That Suit This Machine")
    await model.shutDown()
  }

  @Test func `Where none fits, the smallest is offered as no more than that`() async throws {
    let library = try await TestLibrary()
    let model = try await model(library, free: 1)
    let suggested = model.suggestedModels
    #expect(suggested.map(\.bytes) == [library.downloads.presets.map(\.bytes).min()])
    #expect(!suggested.contains(where: model.downloads.fits))
    #expect(model.suggestionsTitle == "The Smallest Model")
    await model.shutDown()
  }
}
