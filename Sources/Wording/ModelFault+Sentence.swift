public import Domain
private import Localization

extension ModelFault {
  /// What happened and what to do, for the user.
  public var sentence: String {
    switch self {
    case .noSuchModel: localized("This model is no longer there; it was removed elsewhere.")
    case .notFound(let name):
      localized("The file of “\(name.shown)” is not where it was. Import it from where it is now.")
    case .notInstalled(let name): localized("The file of “\(name.shown)” is missing. Install Sotto again.")
    case .builtIn(let name):
      localized("“\(name.shown)” is part of Sotto and stays. Choose another agent where it should not answer.")
    case .changed(let name):
      localized("The file of “\(name.shown)” was changed since it was imported. Check it before it is used again.")
    case .replaced(let name):
      localized("The file of “\(name.shown)” holds another model now. Import it anew, and remove this one.")
    case .otherModel(let name):
      localized("“\(name.shown)” is another model. Look for the file that was imported, or for a copy of it.")
    case .notMeasured(let name):
      localized("How fast “\(name.shown)” is could not be measured: it did not go on. Try again.")
    case .notAFile(let name):
      localized("“\(name.shown)” is no ordinary file. Choose the model itself, not a folder or a device.")
    case .cannotRead(let name, let reason): localized("“\(name.shown)” cannot be read: \(reason).")
    case .notGGUF(let name):
      localized("“\(name.shown)” is no model that Sotto can use. It takes files in the format GGUF.")
    case .split(let name, _):
      localized("“\(name.shown)” is one of too many parts. Choose a model in fewer files.")
    case .partsMissing(let name, let missing):
      localized(
        missing.count,
        one:
          "“\(name.shown)” is a part of a model, and another one is not beside it: \(missing.joined(separator: ", ").shown). Put all parts into one folder.",
        other:
          "“\(name.shown)” is a part of a model, and others are not beside it: \(missing.joined(separator: ", ").shown). Put all parts into one folder."
      )
    case .notSupported(let name, let architecture) where architecture.allSatisfy(\.isWhitespace):
      localized("“\(name.shown)” is of a kind that this Sotto does not know yet. Choose another model.")
    case .notSupported(let name, let architecture):
      localized(
        "“\(name.shown)” is of a kind that this Sotto does not know yet (\(architecture.shown)). Choose another model.")
    case .mixedParts(let name):
      localized(
        "“\(name.shown)” is a part of a model, and does not go with the files beside it. Put all parts into one folder, each under the name that it was made with."
      )
    case .notLoaded(let name, let reason) where reason.allSatisfy(\.isWhitespace):
      localized("“\(name.shown)” cannot be loaded by this version of Sotto. Choose another model.")
    case .notLoaded(let name, let reason):
      localized("“\(name.shown)” cannot be loaded by this version of Sotto (\(reason.shown)). Choose another model.")
    case .damaged(let name): localized("“\(name.shown)” is damaged or cut off. Download or copy it again.")
    case .damagedInstallation(let name): localized("“\(name.shown)” is damaged or cut off. Install Sotto again.")
    case .headerEndedEngine(let name):
      localized(
        "“\(name.shown)” stopped the engine before it was read: it is damaged, or asks for too much. Choose another model, or download it again."
      )
    case .endlessTemplate(let name):
      localized(
        "“\(name.shown)” comes with a template for conversations that does not come to an end. Choose another model.")
    case .tooLarge(let name, let needs, let free):
      localized(
        "“\(name.shown)” needs about \(ByteCount.text(needs)) of memory, and \(ByteCount.text(free)) are free. Close other programs, or choose a smaller model."
      )
    case .largeContext(let name, let tokens, let needs, let free):
      localized(
        "With a context of \(CountText.of(tokens)) tokens “\(name.shown)” needs about \(ByteCount.text(needs)) of memory, and \(ByteCount.text(free)) are free. Choose a smaller context in the settings of the chat, or close other programs."
      )
    case .memoryNotAllowed(let name):
      localized(
        "“\(name.shown)” needs more memory than Sotto is allowed to use (“ulimit -v” tells how much). Allow more, or choose a smaller model."
      )
    case .alreadyHere(let name): localized("This file is there already, as “\(name.shown)”.")
    case .endedEngine(let name):
      localized(
        "“\(name.shown)” stopped the engine when it was last loaded. It is not loaded again until you ask for it.")
    case .loadCutOff(let name):
      localized(
        "Sotto ended while it was loading “\(name.shown)”, perhaps for want of memory. It is not loaded again until you ask for it."
      )
    case .noEngine(nil): localized("The program that runs models is not there. Install Sotto again.")
    case .noEngine(let reason?): localized("The program that runs models does not run: \(reason).")
    case .brokenEngine:
      localized(
        "The program that runs models does not work: it gave no answer that makes sense. Try again; if that does not help, install Sotto again."
      )
    case .silentEngine:
      localized("The program that runs models did not answer in time. Close other programs, and try again.")
    case .oldProcessor(let lacks):
      localized(
        "This processor is too old or too simple for the program that runs models: it lacks what most have had since 2013 (\(lacks.shown))."
      )
    case .otherProcessor(let lacks):
      localized(
        "The program that runs models was built for another processor, and this one lacks some of what that has (\(lacks.shown)). Build Sotto again on this machine."
      )
    case .store(let error): error.sentence
    case .cancelled: localized("The model was not needed any more.")
    }
  }
}

extension String {
  /// A name from a file, fit to stand within a sentence.
  fileprivate var shown: String { ShownLine.within(self) }
}
