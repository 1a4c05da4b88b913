public import Domain

/// A model in a file that no library knows: it can be run, and nothing of it is kept.
public struct LooseModel: ModelFiles {
  /// What would be its record.
  public let model: LocalModel
  private let contents = ModelContents()

  /// - Parameter path: absolute; a link is followed once.
  public init(
    at path: String, reader: any ModelHeaderReader, surroundings: any Surroundings
  ) async throws(ModelFault) {
    let name = OpenModelFile.name(of: path)
    let file = try OpenModel(path)
    let id = try file.id(named: name)
    model = try await file.model(as: id, named: name, reader, at: surroundings.now())
  }

  /// This one, once.
  public func models() -> AsyncStream<[LocalModel]> {
    AsyncStream { stream in
      stream.yield([model])
      stream.finish()
    }
  }

  public func open(_ id: ModelID) async throws(ModelFault) -> [Int32] {
    try OpenModel(of: model).handedOver(name: model.name)
  }

  public func verify(_ files: [Int32], of model: LocalModel) async throws(ModelFault) {
    if let fault = contents.fault(of: files, model) { throw fault }
  }

  public func loadBegins(_ id: ModelID) async throws(ModelFault) {}

  public func loadEnded(_ id: ModelID, endedEngine: Bool) async throws(ModelFault) {}
}
