package import Domain

/// A line of `models download --json`, and an element of `models downloads --json`.
package struct DownloadStateRecord: Codable, Sendable {
  /// What its file is called.
  package var id: String
  package var name: String
  /// `waiting`, `connecting`, `receiving`, `checking`, `paused`, `elsewhere`, `failed` or `done`.
  package var state: String
  package var received: Int64
  @OrNull package var total: Int64?
  /// Bytes each second.
  @OrNull package var speed: Int64?
  /// Why it failed; the sentence says it to people.
  @OrNull package var fault: String?
  /// The id of the model that it became.
  @OrNull package var model: String?

  package init(_ download: ModelDownload) {
    id = download.id
    name = download.name
    received = download.received
    total = download.total
    speed = nil
    fault = nil
    model = nil
    switch download.state {
    case .waiting: state = "waiting"
    case .connecting: state = "connecting"
    case .receiving(let now): (state, speed) = ("receiving", now)
    case .checking: state = "checking"
    case .paused: state = "paused"
    case .elsewhere: state = "elsewhere"
    case .failed(let reason): (state, fault) = ("failed", reason.kind)
    case .done(let done): (state, model) = ("done", done.id.description)
    }
  }
}

/// A model that comes recommended, of `models presets --json`.
package struct PresetRecord: Codable, Sendable {
  package var id: String
  package var name: String
  package var maker: String
  package var file: String
  package var origin: String
  /// About.
  package var bytes: Int64
  package var licence: String
  package var memoryNeeded: Int64
  @OrNull package var memoryFree: Int64?
  package var fits: Bool

  package init(_ preset: ModelPreset, memory: ModelMemory) {
    id = preset.id
    name = preset.name
    maker = preset.maker
    file = preset.source.fileName
    origin = preset.source.origin
    bytes = preset.bytes
    licence = preset.licence
    memoryNeeded = memory.needed
    memoryFree = memory.free
    fits = memory.fits
  }
}
