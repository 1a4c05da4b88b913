public import Domain
private import Localization

extension DownloadFault {
  /// What happened and what to do, for the user.
  public var sentence: String {
    switch self {
    case .notUnderstood:
      localized("This names no model. Write “owner/repo”, “owner/repo:file.gguf” or an address that begins with https.")
    case .notEncrypted(let host):
      localized(
        "The download leads to \(host.shown) over a connection that others can read. Nothing was fetched from there.")
    case .network(let host, let fault): fault.sentence(ofDownloadFrom: host.shown)
    case .busy(let host): localized("\(host.shown) has too much to do just now. Try again later.")
    case .notFound(let name): localized("“\(name.shown)” is not there. Look whether the name is right.")
    case .needsToken(let name):
      localized(
        "“\(name.shown)” is given only to people with an account. Make an access token at huggingface.co/settings/tokens and enter it here."
      )
    case .tokenRefused(let name):
      localized("Your token was not accepted for “\(name.shown)”. Make a new one at huggingface.co/settings/tokens.")
    case .noAccess(let name):
      localized("Your account may not have “\(name.shown)” yet. Accept its terms at huggingface.co/\(name.shown).")
    case .notAToken: localized("This is no access token. It is one word that begins with “hf_”.")
    case .noSpace(let needs, let free):
      localized(
        "Another \(ByteCount.text(needs)) are needed, and only \(ByteCount.text(free)) are free on the disk. Make room first."
      )
    case .wrongLength(let name):
      localized("“\(name.shown)” is not as long as its host said. It was not taken; try again later.")
    case .wrongContents(let name):
      localized(
        "“\(name.shown)” came with other contents than it should have. It was not taken; try again to fetch it anew.")
    case .notAModel(let name):
      localized("“\(name.shown)” is no model that Sotto can use. It takes files in the format GGUF.")
    case .keepsChanging(let name):
      localized("The host of “\(name.shown)” has another file each time it is asked. Try again later.")
    case .cannotWrite(let path, let reason): localized("“\(path.shown)” cannot be written: \(reason).")
    case .elsewhere(let name): localized("“\(name.shown)” is being fetched by another Sotto just now.")
    case .noModels(let repository):
      localized("“\(repository.shown)” has no file that Sotto can use. Look for one with “GGUF” in its name.")
    case .noList(let repository): localized("The list of files of “\(repository.shown)” makes no sense. Name a file.")
    case .split(let name):
      localized("“\(name.shown)” is one of too many parts. Choose a model in fewer files.")
    case .model(let fault): fault.sentence
    case .cancelled: localized("The download was called off.")
    }
  }
}

extension RemoteFault {
  /// Why nothing more came from the host.
  fileprivate func sentence(ofDownloadFrom host: String) -> String {
    switch self {
    case .notOnTheWeb, .malformed, .hasUserName: localized("The address of \(host) cannot be used.")
    case .leadsAway: localized("\(host) leads to an address that cannot be used.")
    case .proxyNotFound: localized("The proxy was not found. Look at the network’s settings.")
    case .hostNotFound: localized("\(host) was not found. Look whether this machine is online.")
    case .noAnswer: localized("\(host) does not answer. Look whether this machine is online.")
    case .refused(let status): localized("\(host) answered with \(status). Try again later.")
    case .tooManyRedirects: localized("\(host) leads from one address to the next without end.")
    case .tooLarge, .nonsense: localized("\(host) answered with nonsense.")
    case .tooLong: localized("\(host) went silent. What came is kept; try again.")
    case .insecure: localized("The connection to \(host) is not secure. Nothing was fetched from there.")
    case .cutOff, .broken, .empty: localized("The connection to \(host) broke. What came is kept; try again.")
    case .notInstalled(let program):
      localized("The program \(program) is not installed, and models are fetched with it.")
    case .system(let reason): localized("Nothing can be fetched: \(reason).")
    case .ended(let program, let code): localized("Nothing can be fetched: \(program) ended with \(code).")
    }
  }
}

extension String {
  /// A name from elsewhere, fit to stand within a sentence.
  fileprivate var shown: String { ShownLine.within(self) }
}
