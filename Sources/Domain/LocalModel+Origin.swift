/// What holds of a model by where it came from. Whoever would treat the model that comes with Sotto differently asks here.
extension LocalModel {
  /// Whether it came with Sotto.
  public var isBuiltIn: Bool { id == .builtIn }

  /// Whether it can be removed: what came with Sotto stays.
  public var canRemove: Bool { !isBuiltIn }

  /// Whether the library keeps a record of it; else it is made of the file each time that somebody looks.
  package var isRecorded: Bool { !isBuiltIn }

  /// Whether its id stands for the same weights for ever, so that what it has read of chats holds later, too.
  package var keepsWeights: Bool { !isBuiltIn }

  /// When it was imported; nil where nobody did.
  public var importedAt: Timestamp? { isBuiltIn ? nil : addedAt }

  /// What it is known by, in short; nil where that is a name.
  public var fingerprint: String? { isBuiltIn ? nil : id.short }

  /// What is wrong where its file is not there.
  package var missing: ModelFault { isBuiltIn ? .notInstalled(name: name) : .notFound(name: name) }

  /// Its place in a list: by name, and behind what a person has chosen.
  package var order: (Int, String, ModelID) { (isBuiltIn ? 1 : 0, name.lowercased(), id) }
}
