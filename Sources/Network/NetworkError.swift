/// Why an address gave nothing.
package enum NetworkError: Error, Equatable, Sendable {
  /// It is not an http or https address, or one with characters that no address has.
  case notOnTheWeb
  /// It, or one that it leads to, is of another kind.
  case leadsAway
  /// It leads, or would lead, over a connection that others can read.
  case notEncrypted(host: String)
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
  /// What it answered is not what hosts on the web say.
  case nonsense
  case broken
  /// The program that reaches the network is not installed.
  case notInstalled(program: String)
  /// It does not start, in the system's words.
  case cannotStart(reason: String)
  /// It ended with a code that has no meaning here.
  case ended(program: String, code: Int32)
  case cancelled

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
      default: .ended(program: Transfer.program, code: code)
      }
  }
}
