public import Domain

extension ModelKeeper {
  public func add(_ path: String) async throws(ModelFault) -> LocalModel {
    let name = OpenModelFile.name(of: path)
    let file = try OpenModel(path)
    let id = try file.id(named: name)
    let known = try await records().first { $0.id == id }
    if let known, OpenModel.fault(of: known) == nil { throw .alreadyHere(name: known.name) }
    return try await keep(file, as: id, known, named: name)
  }

  public func check(_ id: ModelID, at path: String?) async throws(ModelFault) -> LocalModel {
    let model = try await record(id)
    guard model.isRecorded else {
      if let fault = OpenModel.fault(of: model) { throw fault }
      return model
    }
    let file: OpenModel
    do throws(ModelFault) { file = try OpenModel(path ?? model.file.path) } catch {
      // That it is gone is said in the same words wherever it is met.
      throw path == nil ? OpenModel.fault(of: model) ?? error : error
    }
    let name = path.map(OpenModelFile.name(of:))
    guard try file.id(named: name ?? model.name) == id else {
      throw name.map { .otherModel(name: $0) } ?? .replaced(name: model.name)
    }
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
    guard model.canRemove else { throw .builtIn(name: model.name) }
    unloadNow(id)
    try await change { store throws(StoreError) in try store.remove(id) }
    await chatStates?.remove(of: id)
    return model
  }

  public func restore(_ model: LocalModel) async throws(ModelFault) {
    try await change { store throws(StoreError) in try store.save(model) }
  }

  /// Asks what the header says and keeps it; what was known of the model and does not lie in the file stays.
  private func keep(
    _ file: OpenModel, as id: ModelID, _ known: LocalModel?, named name: String
  ) async throws(ModelFault) -> LocalModel {
    var model = try await file.model(as: id, named: name, reader, at: known?.addedAt ?? surroundings.now())
    model.endedEngine = known?.endedEngine ?? false
    model.isCutOff = known?.isCutOff ?? false
    // Two of one name could not be told apart, wherever they are listed.
    let others = try await records().filter { $0.id != id }.map(\.name)
    if let known, known.file.path == model.file.path {
      model.name = known.name
    } else if others.contains(model.name) {
      model.name += " (\(name))"
    }
    let new = model
    try await change { store throws(StoreError) in try store.save(new) }
    return new
  }
}
