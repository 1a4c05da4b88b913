/// What an answer may be at most; beyond that it is broken off.
package struct NetworkLimits: Sendable {
  package var bytes: Int
  /// For the answer as a whole, in seconds; nil where one that comes slowly may take as long as it likes. A request whose
  /// body rests may take five more.
  package var seconds: Int?
  /// How long nothing may come or go before the host counts as gone, in seconds; nil where silence ends nothing, as a model
  /// may read for long before its first word. It is not seen while a stream that is sent rests (`RequestBody.stream`).
  package var silence: Int?
  /// How often the address may lead to another one.
  package var redirects: Int

  package init(bytes: Int, seconds: Int?, silence: Int? = nil, redirects: Int) {
    self.bytes = bytes
    self.seconds = seconds
    self.silence = silence
    self.redirects = redirects
  }

  /// When a curl that does not end by itself is ended.
  var deadline: Duration { seconds.map { .seconds($0 + 5) } ?? .seconds(1 << 30) }
}
