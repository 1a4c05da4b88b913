internal import Domain

/// The files of a model, open for reading as long as this lives: one, or the parts of a model that was split.
final class OpenModel {
  private let parts: [OpenModelFile]
  /// What shows that they are still the same: where the first lies, how long all are, and when any was written.
  let file: ModelFile

  /// Opens the file, or where its name is that of a part, all parts beside it.
  ///
  /// - Parameter path: a link is followed here, once, and never again.
  convenience init(_ path: String) throws(ModelFault) {
    let name = OpenModelFile.name(of: path)
    let first = try OpenModelFile(path)
    // As in Hugging Face's cache: what the names lead to is called otherwise, and the names lie beside one another.
    let isLink = SplitName(first.file.name) == nil && SplitName(name) != nil
    let resolved = isLink ? OpenModelFile.inItsFolder(path) : first.file.path
    guard let split = SplitName(OpenModelFile.name(of: resolved)) else {
      self.init(parts: [first])
      return
    }
    guard split.count <= SplitName.mostParts else { throw .split(name: name, parts: split.count) }
    let paths = Self.paths(of: resolved)
    let missing = paths.filter { OpenModelFile.look(behind: $0) == nil }.map(OpenModelFile.name(of:))
    guard missing.isEmpty else { throw .partsMissing(name: name, missing: missing) }
    try self.init(paths, named: name)
  }

  /// Opens the files of a record, if they are the same as they were.
  convenience init(of model: LocalModel) throws(ModelFault) {
    try self.init(Self.paths(of: model.file.path), named: model.name)
    // Of the model that comes with Sotto nothing is recorded, and its file may not have been read when it was last seen.
    guard file == model.file || !model.isRecorded && model.file.isMissing else { throw .changed(name: model.name) }
  }

  private convenience init(_ paths: [String], named name: String) throws(ModelFault) {
    var parts: [OpenModelFile] = []
    for path in paths {
      // A part may be a link; where it leads elsewhere than it did, that is another file.
      parts.append(
        try paths.count > 1 ? OpenModelFile(behind: path, named: name) : OpenModelFile(itself: path, named: name))
    }
    self.init(parts: parts)
  }

  private init(parts: [OpenModelFile]) {
    self.parts = parts
    file = Self.together(parts.map(\.file))
  }

  /// In the order of the parts.
  var descriptors: [Int32] { parts.map(\.descriptor) }

  /// Whether they are the same now as when they were opened.
  var isUnchanged: Bool { parts.allSatisfy(\.isUnchanged) }

  /// Whether they begin as files of the format GGUF do.
  var isGGUF: Bool { parts.allSatisfy(\.isGGUF) }

  /// What each part is called where one of them, or the whole, has this name.
  private func names(_ name: String) -> [String] {
    parts.indices.map { index in parts.count > 1 ? SplitName(name)?.name(index + 1) ?? name : name }
  }

  /// The descriptors' copies, for somebody who closes them.
  func handedOver(name: String) throws(ModelFault) -> [Int32] {
    var copies: [Int32] = []
    do throws(ModelFault) {
      for part in parts { copies.append(try part.handedOver(name: name)) }
    } catch {
      OpenModelFile.close(copies)
      throw error
    }
    return copies
  }

  /// Which model it is, before anything of it is believed; `name` is what it is called before people.
  func id(named name: String) throws(ModelFault) -> ModelID {
    for (part, name) in zip(parts, names(name)) where !part.isGGUF { throw .notGGUF(name: name) }
    var ids: [ModelID] = []
    for part in parts { ids.append(try Fingerprint.of(part.descriptor, bytes: part.file.bytes, named: name)) }
    return try Fingerprint.of(ids, named: name)
  }

  /// The model with what its header says.
  func model(
    as id: ModelID, named name: String, _ reader: any ModelHeaderReader, at time: Timestamp
  ) async throws(ModelFault) -> LocalModel {
    let facts = try await reader.facts(of: descriptors, named: names(name))
    // The header and the fingerprint must be of the same file.
    guard isUnchanged else { throw .changed(name: name) }
    let called = facts.name.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    return LocalModel(
      id: id, name: called ?? Self.withoutEnding(SplitName(name)?.whole ?? name), facts: facts, file: file,
      addedAt: time)
  }

  /// A file's name as a model's; whole where nothing else would be left.
  static func withoutEnding(_ name: String) -> String {
    guard name.lowercased().hasSuffix(".gguf") else { return name }
    let stem = name.dropLast(5)
    return stem.allSatisfy(\.isWhitespace) ? name : String(stem)
  }

  /// What is wrong with the files of a record, without opening them; nil where nothing is.
  static func fault(of model: LocalModel) -> ModelFault? {
    var files: [ModelFile] = []
    let paths = paths(of: model.file.path)
    for path in paths {
      switch OpenModelFile.file(at: path, followed: paths.count > 1, named: model.name) {
      case .success(let file): files.append(file)
      case .failure(.notFound): return model.missing
      case .failure(let fault): return fault
      }
    }
    return together(files) == model.file ? nil : .changed(name: model.name)
  }

  /// The file, or all parts where it is one.
  private static func paths(of path: String) -> [String] {
    let name = OpenModelFile.name(of: path)
    guard let split = SplitName(name) else { return [path] }
    return split.all.map { path.dropLast(name.count) + $0 }
  }

  /// As one: other lengths, times or numbers of any part make it another one.
  private static func together(_ files: [ModelFile]) -> ModelFile {
    guard var all = files.first, files.count > 1 else {
      return files.first ?? ModelFile(path: "", bytes: 0, modifiedAt: 0, inode: 0, device: 0)
    }
    for file in files.dropFirst() {
      all.bytes = all.bytes.plus(file.bytes)
      all.inode = (all.inode &* 1_000_003 &+ file.inode) &* 1_000_003 &+ file.modifiedAt
      all.modifiedAt = max(all.modifiedAt, file.modifiedAt)
    }
    return all
  }
}
