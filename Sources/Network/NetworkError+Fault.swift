package import Domain

extension NetworkError {
  /// What people are told of it; nil for what was called off.
  package var fault: RemoteFault? {
    switch self {
    case .notOnTheWeb: .notOnTheWeb
    case .leadsAway, .notEncrypted: .leadsAway
    case .malformed: .malformed
    case .hasUserName: .hasUserName
    case .proxyNotFound: .proxyNotFound
    case .hostNotFound: .hostNotFound
    case .noAnswer: .noAnswer
    case .refused(let status, _): .refused(status: status)
    case .tooManyRedirects: .tooManyRedirects
    case .tooLarge(let limit): .tooLarge(limit: limit)
    case .tooLong: .tooLong
    case .insecure: .insecure
    case .cutOff: .cutOff
    case .empty: .empty
    case .nonsense: .nonsense
    case .broken: .broken
    case .notInstalled(let program): .notInstalled(program: program)
    case .cannotStart(let reason): .system(reason)
    case .ended(let program, let code): .ended(program: program, code: Int(code))
    case .cancelled: nil
    }
  }
}
