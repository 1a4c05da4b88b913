/// What is to be got, part by part, with the heads of the answers.
package struct Fetch: Sendable {
  package var address: String
  /// For every host.
  package var headers: [(name: String, value: String)]
  /// For the host of the address alone: where that leads to another one, these stay behind.
  package var secrets: [(name: String, value: String)]
  /// How long nothing may come before the host counts as gone, in seconds; nil where silence ends nothing.
  package var silence: Int?
  /// Whether this machine may be asked without encryption; every other host may not.
  package var trustsThisMachine: Bool

  /// How often one address may lead to another.
  static let mostRedirects = 8

  package init(
    _ address: String, headers: [(name: String, value: String)] = [], secrets: [(name: String, value: String)] = [],
    silence: Int? = nil, trustsThisMachine: Bool = false
  ) {
    self.address = address
    self.headers = headers
    self.secrets = secrets
    self.silence = silence
    self.trustsThisMachine = trustsThisMachine
  }
}

/// What comes of a fetch, in order.
package enum FetchPart: Sendable {
  /// Also of each answer that leads elsewhere; with whose answer it is, and whether that is the host that was named.
  case head(AnswerHead, host: String, isNamed: Bool)
  case bytes([UInt8])
}
