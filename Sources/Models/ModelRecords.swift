internal import Domain

/// The records of models: those that the library keeps, and that of the model that comes with Sotto, which is made of its
/// file each time that somebody looks. That this one ended the engine is known to this process alone.
final class ModelRecords {
  private let store: any OpenLibrary
  /// As its file was when somebody looked last.
  private(set) var builtIn: LocalModel?

  /// - Parameter builtIn: the path of the model that comes with Sotto; nil for none.
  init(_ store: any OpenLibrary, builtIn: String?) {
    self.store = store
    self.builtIn = builtIn.map { BuiltIn.record(at: $0) }
  }

  /// The one that comes with Sotto first.
  func all() async throws(ModelFault) -> [LocalModel] {
    let store = store
    let kept = try await ModelFault.store { () throws(StoreError) in
      try await store.read { store throws(StoreError) in try store.models() }
    }
    builtIn = builtIn.map { BuiltIn.record(at: $0.file.path, endedEngine: $0.endedEngine) }
    return (builtIn.map { [$0] } ?? []) + kept
  }

  /// Changes those that the library keeps, in one transaction.
  func change(_ body: @Sendable (any ModelWriting) throws(StoreError) -> Void) async throws(ModelFault) {
    let store = store
    try await ModelFault.store { () throws(StoreError) in try await store.write(body) }
  }

  func beginLoad(of model: LocalModel) async throws(ModelFault) {
    guard model.isRecorded else { return }
    try await change { store throws(StoreError) in try store.beginLoad(of: model.id) }
  }

  func endLoad(of id: ModelID, endedEngine: Bool) async throws(ModelFault) {
    guard id != builtIn?.id else {
      builtIn?.endedEngine = endedEngine
      return
    }
    try await change { store throws(StoreError) in try store.endLoad(of: id, endedEngine: endedEngine) }
  }

  /// It may be loaded again, whatever became of the last time.
  func forgetLoad(of id: ModelID) async throws(ModelFault) {
    guard id != builtIn?.id else {
      builtIn?.endedEngine = false
      return
    }
    try await change { store throws(StoreError) in try store.forgetLoad(of: id) }
  }
}

extension ModelFault {
  /// What the body asks of the store.
  fileprivate static func store<Value>(_ body: () async throws(StoreError) -> Value) async throws(ModelFault) -> Value {
    do throws(StoreError) { return try await body() } catch { throw .store(error) }
  }
}
