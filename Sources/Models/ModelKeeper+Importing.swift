public import Domain

extension ModelKeeper {
  public func add(_ path: String) async throws(ModelFault) -> LocalModel {
    let name = OpenModelFile.name(of: path)
    let file = try OpenModelFile(path)
    let id = try look(at: file, named: name)
    let known = try await records().first { $0.id == id }
    if let known, OpenModelFile.fault(of: known) == nil { throw .alreadyHere(name: known.name) }
    return try await keep(file, as: id, known, named: name)
  }

  public func check(_ id: ModelID) async throws(ModelFault) -> LocalModel {
    let model = try await record(id)
    if model.isBuiltIn {
      if let fault = OpenModelFile.fault(of: model) { throw fault }
      return model
    }
    let file: OpenModelFile
    do throws(ModelFault) { file = try OpenModelFile(model.file.path) } catch {
      // That it is gone is said in the same words wherever it is met.
      throw OpenModelFile.fault(of: model) ?? error
    }
    guard try look(at: file, named: model.name) == id else { throw .replaced(name: model.name) }
    // What is the same file for its fingerprint has the same header.
    guard file.file != model.file else { return model }
    var checked = model
    checked.file = file.file
    let new = checked
    try await change { store throws(StoreError) in try store.save(new) }
    return new
  }

  public func remove(_ id: ModelID) async throws(ModelFault) -> LocalModel {
    let model = try await record(id)
    guard !model.isBuiltIn else { throw .builtIn(name: model.name) }
    unloadNow(id)
    try await change { store throws(StoreError) in try store.remove(id) }
    await chatStates?.remove(of: id)
    return model
  }

  public func restore(_ model: LocalModel) async throws(ModelFault) {
    try await change { store throws(StoreError) in try store.save(model) }
  }

  /// Which model the file is, before anything of it is believed.
  private func look(at file: OpenModelFile, named name: String) throws(ModelFault) -> ModelID {
    guard file.isGGUF else { throw .notGGUF(name: name) }
    if let parts = SplitName.parts(name) ?? SplitName.parts(file.file.name) { throw .split(name: name, parts: parts) }
    return try Fingerprint.of(file.descriptor, bytes: file.file.bytes, named: name)
  }

  /// Asks what the header says and keeps it; what was known of the model and does not lie in the file stays.
  private func keep(
    _ file: OpenModelFile, as id: ModelID, _ known: LocalModel?, named name: String
  ) async throws(ModelFault) -> LocalModel {
    let facts = try await facts(of: file, named: name)
    // The header and the fingerprint must be of the same file.
    guard file.isUnchanged else { throw .changed(name: name) }
    let called = facts.name.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } ?? Self.withoutEnding(name)
    let model = LocalModel(
      id: id, name: called, facts: facts, file: file.file, addedAt: known?.addedAt ?? surroundings.now(),
      endedEngine: known?.endedEngine ?? false)
    try await change { store throws(StoreError) in try store.save(model) }
    return model
  }

  private static func withoutEnding(_ name: String) -> String {
    name.lowercased().hasSuffix(".gguf") && name.count > 5 ? String(name.dropLast(5)) : name
  }
}
