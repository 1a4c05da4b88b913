import Network
import Testing

@Suite struct `A reader of events` {
  private func events(_ parts: [[UInt8]], mostBytes: Int = 1_000) throws -> [ServerSentEvent] {
    var reader = EventReader(mostBytes: mostBytes)
    var events: [ServerSentEvent] = []
    for part in parts {
      reader.append(part)
      while let event = try reader.next() { events.append(event) }
    }
    return events
  }

  @Test(
    arguments: [
      ("data: a\n\n", [ServerSentEvent(data: "a")]),
      ("data:a\n\ndata:  b \n\n", [ServerSentEvent(data: "a"), ServerSentEvent(data: " b ")]),
      ("data: a\ndata: b\ndata\n\n", [ServerSentEvent(data: "a\nb\n")]),
      ("data\n\ndata:\n\n", [ServerSentEvent(data: ""), ServerSentEvent(data: "")]),
      ("event: add\ndata: 1\n\ndata: 2\n\n", [ServerSentEvent(name: "add", data: "1"), ServerSentEvent(data: "2")]),
      ("event: lost\n\ndata: 1\n\n", [ServerSentEvent(data: "1")]),
      ("event:\ndata: 1\n\n", [ServerSentEvent(data: "1")]),
      (": a comment\ndata: 1\n: another\ndata: 2\n\n:\n\n", [ServerSentEvent(data: "1\n2")]),
      ("other: x\nData: y\ndata : z\n data: z\n\n", []),
      ("data: {\"a\": \"b: c\"}\n\n", [ServerSentEvent(data: "{\"a\": \"b: c\"}")]),
      (
        "\u{FEFF}data: é\r\ndata: 😀\r\rdata: \u{FEFF}\n\n",
        [ServerSentEvent(data: "é\n😀"), ServerSentEvent(data: "\u{FEFF}")]
      ),
      ("data: 1\r\n\r\ndata: 2\n\rdata: 3\r\n\n", [1, 2, 3].map { ServerSentEvent(data: "\($0)") }),
      ("\n\r\n\rdata: whole\n\ndata: cut\n", [ServerSentEvent(data: "whole")]),
      (
        "id: 7\ndata: 1\n\ndata: 2\n\nid\ndata: 3\n\n",
        [ServerSentEvent(data: "1", lastID: "7"), ServerSentEvent(data: "2", lastID: "7"), ServerSentEvent(data: "3")]
      ),
      ("id: 7\n\nid: 8\u{0}9\ndata: 1\n\n", [ServerSentEvent(data: "1", lastID: "7")]),
    ] as [(String, [ServerSentEvent])])
  func `reads them as the standard says, wherever the parts end`(text: String, expected: [ServerSentEvent]) throws {
    let bytes = Array(text.utf8)
    #expect(try events([bytes]) == expected)
    #expect(try events(bytes.map { [$0] }) == expected)
    for place in 0...bytes.count {
      #expect(try events([Array(bytes[..<place]), [], Array(bytes[place...])]) == expected, "\(place)")
    }
  }

  @Test(
    arguments: [
      ("retry: 1500\n", 1_500), ("retry:0\n", 0), ("retry: 5\nretry: soon\n", 5), ("retry\n", nil),
      ("retry: -1\n", nil),
      ("retry: 99999999999999999999\n", nil),
    ] as [(String, Int?)])
  func `keeps how long to wait before another connection`(text: String, expected: Int?) throws {
    var reader = EventReader(mostBytes: 100)
    reader.append(Array(text.utf8))
    #expect(try reader.next() == nil)
    #expect(reader.retry == expected)
  }

  @Test func `refuses an event of more data than it may have, and gives the ones before`() throws {
    #expect(
      try events([Array("data: 1234\ndata: 567\n\n".utf8)], mostBytes: 14) == [ServerSentEvent(data: "1234\n567")])
    var reader = EventReader(mostBytes: 12)
    reader.append(Array("data: 12345\n\ndata: 12345\ndata: 123456\n\n".utf8))
    #expect(try reader.next() == ServerSentEvent(data: "12345"))
    #expect(throws: NetworkError.partTooLarge(limit: 12)) { try reader.next() }
    // Also where no line of it is long.
    #expect(throws: NetworkError.partTooLarge(limit: 12)) {
      try events([Array(String(repeating: "data\n", count: 13).utf8)], mostBytes: 12)
    }
    #expect(throws: NetworkError.partTooLarge(limit: 12)) {
      try events([Array(": a long comment".utf8)], mostBytes: 12)
    }
  }
}
