/// Why an address gave nothing.
package enum NetworkError: Error, Equatable, Sendable {
  /// It is not an http or https address, or one with characters that no address has.
  case notOnTheWeb
  /// It, or one that it leads to, is of another kind.
  case leadsAway
  case malformed
  case hasUserName
  case proxyNotFound
  case hostNotFound
  case noAnswer
  /// The host answered with an error; `body` is the beginning of what it said, where that was asked for.
  case refused(status: Int, body: String)
  case tooManyRedirects
  case tooLarge(limit: Int)
  case tooLong
  case insecure
  case cutOff
  case empty
  case broken
  /// The program that reaches the network is not there or does not start.
  case noProgram(reason: String)
  /// It ended in a way that has no words here.
  case failed(code: Int32)
  case cancelled

  /// How a sentence about the address goes on: “… was not loaded: it took too long”. `size` writes a number of bytes.
  package func reason(size: (Int) -> String) -> String {
    switch self {
    case .notOnTheWeb: "it is not an address on the web"
    case .leadsAway: "it leads to an address that is not on the web"
    case .malformed: "its address is written wrongly"
    case .hasUserName: "its address holds a user name"
    case .proxyNotFound: "the proxy was not found"
    case .hostNotFound: "the host was not found"
    case .noAnswer: "the host does not answer"
    case .refused(let status, _): "it answered with \(status)"
    case .tooManyRedirects: "it leads from one address to the next without end"
    case .tooLarge(let limit): "it is larger than \(size(limit))"
    case .tooLong: "it took too long"
    case .insecure: "the connection to it is not secure"
    case .cutOff: "the answer was cut off"
    case .empty: "it answered with nothing"
    case .broken: "the connection broke"
    case .noProgram(let reason): reason
    case .failed(let code): "curl ended with \(code)"
    case .cancelled: "it was not wanted any more"
    }
  }

  /// What curl means by its exit code; `status` is the answer's.
  init(code: Int32, status: Int, body: [UInt8], limit: Int) {
    self =
      switch code {
      case 1: .leadsAway
      case 3: .malformed
      case 5: .proxyNotFound
      case 6: .hostNotFound
      case 7: .noAnswer
      case 18: .cutOff
      case 22: .refused(status: status, body: String(decoding: body, as: UTF8.self))
      case 28: .tooLong
      case 35, 51, 53, 54, 58, 59, 60, 66, 77, 80, 82, 83, 90, 91: .insecure
      case 47: .tooManyRedirects
      case 52: .empty
      case 55, 56: .broken
      case 63: .tooLarge(limit: limit)
      case 67: .hasUserName
      default: .failed(code: code)
      }
  }
}
