internal import Domain
private import Localization

extension RemoteFault {
  /// That the picture of this host was not loaded, and why.
  func sentence(of host: String) -> String {
    switch self {
    case .notOnTheWeb: return localized("The picture at \(host) was not loaded: it is not an address on the web.")
    case .leadsAway:
      return localized("The picture at \(host) was not loaded: it leads to an address that is not on the web.")
    case .malformed: return localized("The picture at \(host) was not loaded: its address is written wrongly.")
    case .hasUserName: return localized("The picture at \(host) was not loaded: its address holds a user name.")
    case .proxyNotFound: return localized("The picture at \(host) was not loaded: the proxy was not found.")
    case .hostNotFound: return localized("The picture at \(host) was not loaded: the host was not found.")
    case .noAnswer: return localized("The picture at \(host) was not loaded: the host does not answer.")
    case .refused(let status): return localized("The picture at \(host) was not loaded: it answered with \(status).")
    case .tooManyRedirects:
      return localized("The picture at \(host) was not loaded: it leads from one address to the next without end.")
    case .tooLarge(let limit):
      let size = ByteCount.text(Int64(limit))
      return localized("The picture at \(host) was not loaded: it is larger than \(size).")
    case .tooLong: return localized("The picture at \(host) was not loaded: it took too long.")
    case .insecure: return localized("The picture at \(host) was not loaded: the connection to it is not secure.")
    case .cutOff: return localized("The picture at \(host) was not loaded: the answer was cut off.")
    case .empty: return localized("The picture at \(host) was not loaded: it answered with nothing.")
    case .nonsense: return localized("The picture at \(host) was not loaded: the host answered with nonsense.")
    case .broken: return localized("The picture at \(host) was not loaded: the connection broke.")
    case .notInstalled(let program):
      return localized("The picture at \(host) was not loaded: the program \(program) is not installed.")
    case .system(let reason): return localized("The picture at \(host) was not loaded: \(reason).")
    case .ended(let program, let code):
      return localized("The picture at \(host) was not loaded: \(program) ended with \(code).")
    }
  }
}
