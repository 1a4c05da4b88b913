/// What can go wrong with a local model; its sentences stand in `Wording`. Names are those of models or of their files.
public enum ModelFault: Error, Hashable, Sendable {
  /// No record of it is kept any more.
  case noSuchModel
  /// Its file is not where it was.
  case notFound(name: String)
  /// It is the one that comes with Sotto, and its file is not there.
  case notInstalled(name: String)
  /// It is the one that comes with Sotto, which stays.
  case builtIn(name: String)
  /// Its file has other contents than it had.
  case changed(name: String)
  /// Its file holds another model now.
  case replaced(name: String)
  /// The file in which it was looked for is another model.
  case otherModel(name: String)
  /// How fast it is could not be measured: the engine ended, or could not go on.
  case notMeasured(name: String)
  /// A folder, a pipe or a device.
  case notAFile(name: String)
  /// - Parameter reason: in the system's own words.
  case cannotRead(name: String, reason: String)
  /// It does not begin as a GGUF file does.
  case notGGUF(name: String)
  /// One part of a model that was split, whose others are not told by its name, or are too many.
  case split(name: String, parts: Int)
  /// Parts of a model that was split are not beside the one that was named.
  case partsMissing(name: String, missing: [String])
  /// The engine does not know this kind of model.
  case notSupported(name: String, architecture: String)
  /// It is one of several files that do not belong together as they are named.
  case mixedParts(name: String)
  /// It is whole, and the engine does not load it; why in the engine's own words, which may be none.
  case notLoaded(name: String, reason: String)
  /// It is cut off, or its header contradicts itself.
  case damaged(name: String)
  /// It comes with Sotto, and its file is not as it was installed.
  case damagedInstallation(name: String)
  /// The engine ended while it read what the file says of itself.
  case headerEndedEngine(name: String)
  /// Its template, which writes what it reads of a conversation, does not come to an end.
  case endlessTemplate(name: String)
  /// It needs more memory than this machine has free.
  case tooLarge(name: String, needs: Int64, free: Int64)
  /// It would fit, but not with the context that a chat wants, in tokens.
  case largeContext(name: String, tokens: Int, needs: Int64, free: Int64)
  /// This process may not have as much memory as it needs, however much is free.
  case memoryNotAllowed(name: String)
  /// The same file is kept already.
  case alreadyHere(name: String)
  /// The engine ended when it last loaded it.
  case endedEngine(name: String)
  /// Sotto ended while it loaded it.
  case loadCutOff(name: String)
  /// The program that runs models does not run; why in the system's own words, or nil where it is not there.
  case noEngine(reason: String?)
  /// The program that runs models was started and ended, or said what makes no sense, and not why.
  case brokenEngine
  /// The program that runs models did not answer in time.
  case silentEngine
  /// The program that runs models was built for newer processors than this one, which lacks what most have.
  case oldProcessor(lacks: String)
  /// The program that runs models was built for one processor alone, and this one lacks some of what that has.
  case otherProcessor(lacks: String)
  case store(StoreError)
  /// The one who asked no longer wants it.
  case cancelled

  /// What went wrong, for programs: stays the same from version to version.
  public var kind: String {
    switch self {
    case .noSuchModel: "no-such-model"
    case .notFound: "file-not-found"
    case .notInstalled: "not-installed"
    case .builtIn: "built-in"
    case .changed: "file-changed"
    case .replaced: "file-replaced"
    case .otherModel: "other-model"
    case .notMeasured: "not-measured"
    case .notAFile: "not-a-file"
    case .cannotRead: "cannot-read"
    case .notGGUF: "not-gguf"
    case .split: "split-file"
    case .partsMissing: "parts-missing"
    case .notSupported: "not-supported"
    case .mixedParts: "mixed-parts"
    case .notLoaded: "not-loaded"
    case .damaged: "damaged"
    case .damagedInstallation: "damaged-installation"
    case .headerEndedEngine: "header-ended-engine"
    case .endlessTemplate: "endless-template"
    case .tooLarge: "too-large"
    case .largeContext: "large-context"
    case .memoryNotAllowed: "memory-not-allowed"
    case .alreadyHere: "already-here"
    case .endedEngine: "ended-engine"
    case .loadCutOff: "load-cut-off"
    case .noEngine: "no-engine"
    case .brokenEngine: "broken-engine"
    case .silentEngine: "silent-engine"
    case .oldProcessor: "old-processor"
    case .otherProcessor: "other-processor"
    case .store: "data-folder"
    case .cancelled: "cancelled"
    }
  }
}
