/// One event of a stream of server-sent events (text/event-stream).
package struct ServerSentEvent: Equatable, Sendable {
  /// The event's type; `message` where the server named none.
  package var name: String
  /// The lines of its data, joined by LF.
  package var data: String
  /// The last id that the server gave, with this event or before it; empty where it gave none.
  package var lastID: String

  package init(name: String = "message", data: String, lastID: String = "") {
    self.name = name
    self.data = data
    self.lastID = lastID
  }
}

/// Reads server-sent events from a stream that comes in parts of any size. A value without I/O.
package struct EventReader: Sendable {
  private var lines: LineReader
  private let mostBytes: Int
  private var name = ""
  private var data: [String] = []
  private var dataBytes = 0
  private var lastID = ""
  /// How long to wait before connecting again, in milliseconds, where the server said so.
  package private(set) var retry: Int?

  /// An event with more data is an error, and so is a longer line.
  package init(mostBytes: Int) {
    self.mostBytes = mostBytes
    lines = LineReader(mostBytes: mostBytes)
  }

  /// Takes the next part of the stream.
  package mutating func append(_ part: [UInt8]) { lines.append(part) }

  /// The next event; nil until more of the stream has come. What the stream ends within is no event.
  package mutating func next() throws(NetworkError) -> ServerSentEvent? {
    while let line = try lines.next() {
      guard line.isEmpty else {
        try take(line)
        continue
      }
      defer { (name, data, dataBytes) = ("", [], 0) }
      guard !data.isEmpty else { continue }
      return ServerSentEvent(
        name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"), lastID: lastID)
    }
    return nil
  }

  private mutating func take(_ line: String) throws(NetworkError) {
    let parts = line.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    var value = parts.count > 1 ? Substring(parts[1]) : ""
    if value.utf8.first == UInt8(ascii: " ") { value = Substring(value.utf8.dropFirst()) }
    switch String(Substring(parts[0])) {
    case "data":
      // With the end of the line, so that empty lines without number have a limit, too.
      dataBytes += value.utf8.count + 1
      guard dataBytes <= mostBytes else { throw .partTooLarge(limit: mostBytes) }
      data.append(String(value))
    case "event": name = String(value)
    case "id" where !value.utf8.contains(0): lastID = String(value)
    case "retry" where !value.isEmpty && value.utf8.allSatisfy({ (0x30...0x39).contains($0) }):
      retry = Int(value) ?? retry
    // A comment, which has no name, or a field of no meaning.
    default: break
    }
  }
}
