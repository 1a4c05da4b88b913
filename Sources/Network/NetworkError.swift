package import Domain
import Platform
import Workers

/// Why a request gave nothing, or not all of its answer.
package enum NetworkError: Error, Equatable, Sendable {
  /// The fault, as people are told of it; `body` is the beginning of what a host said to a refusal, where that was asked for.
  case failed(RemoteFault, body: String = "")
  /// The address leads, or would lead, over a connection that others can read.
  case notEncrypted(host: String)
  /// The request's body ended by a fault, or with another length than it was said to have.
  case bodyBroken
  /// A line or an event of the answer is larger than so many bytes.
  case partTooLarge(limit: Int)
  case cancelled

  init(_ error: CannotStart) {
    self = .failed(error.code == ENOENT ? .notInstalled(program: Transfer.program) : .system(error.reason))
  }

  /// What people are told of it; nil for what was called off.
  package var fault: RemoteFault? {
    switch self {
    case .failed(let fault, _): fault
    case .notEncrypted: .leadsAway
    case .bodyBroken: .broken
    case .partTooLarge(let limit): .tooLarge(limit: limit)
    case .cancelled: nil
    }
  }
}

extension RemoteFault {
  /// What curl means by its exit code; `status` is the answer's.
  init(code: Int32, status: Int, limit: Int) {
    self =
      switch code {
      case 1: .leadsAway
      case 3: .malformed
      case 5: .proxyNotFound
      case 6: .hostNotFound
      case 7: .noAnswer
      case 18: .cutOff
      case 22: .refused(status: status)
      case 28: .tooLong
      case 35, 51, 53, 54, 58, 59, 60, 66, 77, 80, 82, 83, 90, 91: .insecure
      case 47: .tooManyRedirects
      case 52: .empty
      case 55, 56: .broken
      case 63: .tooLarge(limit: limit)
      case 67: .hasUserName
      default: .ended(program: Transfer.program, code: Int(code))
      }
  }
}
