import Localization
import Platform

/// What comes in on stdin, or from a file that was opened, read to its end.
enum StandardInput {
  /// What is read there, so that what goes wrong can be said of it.
  enum Content {
    case text
    case picture
    case instructions

    fileprivate func cannotBeRead(_ reason: String) -> String {
      switch self {
      case .text: localized("The text could not be read: \(reason).")
      case .instructions: localized("The instructions could not be read: \(reason).")
      case .picture: localized("The picture on stdin could not be read: \(reason).")
      }
    }

    fileprivate func isTooLong(_ limit: String) -> String {
      switch self {
      case .text: localized("The text is longer than \(limit); nothing was sent.")
      case .instructions: localized("The instructions are longer than \(limit); nothing was changed.")
      case .picture: localized("The picture on stdin is longer than \(limit); nothing was sent.")
      }
    }
  }

  /// The longest text taken from stdin, in bytes.
  private static let mostText = 4 << 20

  /// A text without the breaks at its end.
  static func text() throws -> String {
    let bytes = try bytes(of: .text, atMost: mostText, localized("\(mostText >> 20) MB"))
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.failed, localized("What came in on stdin is not text in UTF-8; nothing was sent."))
    }
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }

  /// - Parameter limitInWords: how much may come, as a size of a file is written.
  static func bytes(
    of content: Content, from descriptor: Int32 = STDIN_FILENO, atMost limit: Int, _ limitInWords: String
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw Failure(.failed, content.cannotBeRead(systemReason(errno))) }
      if count == 0 { return bytes }
      bytes += buffer.prefix(count)
      if bytes.count > limit {
        throw Failure(.failed, content.isTooLong(limitInWords))
      }
    }
  }
}
