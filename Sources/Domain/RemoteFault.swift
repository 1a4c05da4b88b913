/// Why an address on the internet gave nothing, as people are told of it.
public enum RemoteFault: Hashable, Sendable {
  /// It is not an http or https address, or one with characters that no address has.
  case notOnTheWeb
  /// It, or one that it leads to, is of another kind.
  case leadsAway
  case malformed
  case hasUserName
  case proxyNotFound
  case hostNotFound
  case noAnswer
  /// The host answered with this status.
  case refused(status: Int)
  case tooManyRedirects
  /// Larger than so many bytes.
  case tooLarge(limit: Int)
  case tooLong
  case insecure
  case cutOff
  case empty
  /// The host answered as no host on the web does.
  case nonsense
  case broken
  /// The program that reaches the network is not installed.
  case notInstalled(program: String)
  /// It does not start, in the system's words.
  case system(String)
  /// It ended with a code that has no meaning here.
  case ended(program: String, code: Int)
}
