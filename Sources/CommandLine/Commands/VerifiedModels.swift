import Domain
import Localization
import Wording

/// What `verify --details` says of local models: what holds the engine, whether the files are there, what is kept.
struct VerifiedModels {
  let engine: Result<EngineFacts, ModelFault>
  let entries: [ModelEntry]
  /// In bytes.
  let keptChats: Int64

  init(_ models: any LocalModels) async throws {
    do throws(ModelFault) { engine = .success(try await models.engine()) } catch { engine = .failure(error) }
    entries = try await models.entries()
    keptChats = await models.keptChats().bytes
  }

  /// For people.
  var lines: [String] {
    let faults = entries.compactMap(\.fault)
    let sound = entries.count - faults.count
    var lines: [String] = []
    switch engine {
    case .success(let facts):
      lines.append(
        localized("Does the engine, \(facts.name), run without network and files?") + " " + facts.confinement)
    case .failure(let fault): lines.append(fault.sentence)
    }
    if sound > 0 {
      lines.append(
        localized(
          sound, one: "The file of \(sound) model is there, as it was.",
          other: "The files of \(sound) models are there, as they were."))
    }
    lines += faults.map(\.sentence)
    lines.append(
      keptChats == 0
        ? localized("Nothing is kept of what models have read of chats.")
        : localized("What models have read of chats takes \(ByteCount.text(keptChats))."))
    return lines
  }
}
