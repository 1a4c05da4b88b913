public import Domain
import EngineWire
import Workers

/// Reads models' headers in a process of the engine for each, which ends with it.
public struct EngineHeaders: ModelHeaderReader {
  private let program: String
  private let patience: Duration

  /// What makes no sense takes seconds of the processor, and the engine ends by itself then: this is for a slow disk.
  private static let time = Duration.seconds(60)
  /// Bytes of addresses: the longest lists of words take a tenth of that, and a template can ask for any number.
  private static let memory: UInt64 = 1 << 30

  /// `program` is an absolute path.
  public init(program: String) { self.init(program: program, patience: EngineProcess.patience) }

  /// With so much time for the program to start.
  init(program: String, patience: Duration) {
    self.program = program
    self.patience = patience
  }

  public func facts(of files: [Int32], named names: [String]) async throws(ModelFault) -> ModelFacts {
    do throws(EngineFailure) {
      let process = try EngineProcess(program, files: files)
      // On a busy machine it may take long to start, which says nothing of the file.
      _ = try await process.greeting(within: patience)
      let model = try await process.child.withDeadline(Self.time) { () async throws(EngineFailure) in
        try await process.open(EngineOrder.Opening(isHeaderOnly: true, memoryLimit: Self.memory))
      }
      // Its memory may be needed next, for the model.
      await process.end()
      return ModelFacts(model)
    } catch {
      let part = if case .refused(let refusal) = error { refusal.part } else { 0 }
      let name = part < names.count ? names[part] : names.first ?? ""
      throw if case .died = error { .headerEndedEngine(name: name) } else { error.fault(named: name) }
    }
  }
}

extension ModelFacts {
  fileprivate init(_ model: EngineModel) {
    func told(_ text: String) -> String? { text.isEmpty ? nil : text }
    let licence = told(model.licenceName) ?? told(model.licence)
    self.init(
      name: told(model.name), architecture: model.architecture,
      parameters: model.parameters > 0 ? Int64(clamping: model.parameters) : nil, quantisation: model.quantisation,
      sizeLabel: told(model.sizeLabel), layers: model.layers > 0 ? model.layers : nil,
      contextLength: model.trainedContext > 0 ? model.trainedContext : nil,
      contextBytesPerToken: model.bytesPerToken > 0 ? Int64(clamping: model.bytesPerToken) : nil,
      licence: licence.map { ModelLicence(name: $0, link: told(model.licenceLink)) }, hasTemplate: model.hasTemplate,
      thinks: model.thinking != .never, canSwitchThinking: model.thinking == .switchable,
      recommended: ReplyParameters(model.recommended))
  }
}
