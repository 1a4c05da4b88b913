import FoundationEssentials
import Records
import TestSupport
import Testing

/// What other programs rest on. The names of the other tests would follow a change of the records; these do not.
@Suite(.timeLimit(.minutes(3)))
struct RecordTests {
  @Test func `the members of a chat, a message and a picture have these names, null or not`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Names")
    let sent = try await library.sotto("send", id, "--image", try library.file("red.png"), "--json", "--no-wait")
    let event = try parts(of: sent.out)
    #expect(event.names == ["chat", "event", "message", "reply"])
    #expect(event["event"] == .text("sent"))
    let chat = try #require(event["chat"])
    #expect(
      chat.names == [
        "agent", "created_at", "draft_preview", "id", "is_pinned", "last_activity_at", "message_count", "number",
        "preview", "preview_sender", "source", "title", "trashed_at", "unread_count",
      ])
    #expect(chat["number"] == .null && chat["preview_sender"] == .text("user"))
    let message = try #require(event["message"])
    #expect(
      message.names == [
        "chat", "context", "created_at", "failure", "id", "pictures", "reasoning", "reasoning_milliseconds", "sender",
        "sequence", "settings", "state", "text", "usage",
      ])
    #expect(message["failure"] == .null && message["state"] == .text("complete"))
    let picture = try #require(message["pictures"]?.first)
    let own = ["alternative", "bytes", "format", "hash", "height", "host", "kind", "name", "width"]
    #expect(picture.names == own)
    let images = try parts(of: try await library.sotto("images", id, "--json").out)
    let place = ["created_at", "failure", "index", "message", "number", "path", "sender", "state"]
    #expect(images["pictures"]?.first?.names == (own + place).sorted())
    #expect(images.names == ["chat", "pictures"])
  }

  @Test func `the members of what is kept have these names`() async throws {
    let library = try CommandFixture()
    let verified = try parts(of: try await library.sotto("verify", "--json", "--details").out)
    #expect(verified.names == ["engine", "findings", "is_sound", "kept_chats", "models", "picture_reader", "read"])
    #expect(verified["engine"]?.names == ["name", "sentence"])
    #expect(verified["models"]?.first?.names == ["fault", "id", "name"])
    #expect(verified["picture_reader"]?.first?.names == ["holds", "kind", "sentence"])
    #expect(verified["read"]?.names == ["backups", "chats", "messages", "pictures"])
    let agents = try parts(of: try await library.sotto("agents", "--json").out)
    #expect(agents.first?.names == ["id", "is_default", "name", "status", "suggestions", "summary"])
  }

  @Test func `an error is an object on one line of standard error, in every language`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Names")
    let inGerman = try TestLocale.german.environment()
    let lines: [(arguments: [String], kind: String, code: Int32)] = [
      (["show", "none"], "no-such-chat", 3), (["shw"], "usage", 2), (["send", id, ""], "usage", 2),
      (["send", id, "--image", "/nowhere.png"], "cannot-read", 1), (["agent", id, "nobody"], "usage", 2),
      (["models", "check", "nothing"], "failed", 1), (["backup", "use", "none"], "failed", 1),
    ]
    for line in lines {
      let outcome = try await library.start(line.arguments + ["--json"]).end()
      #expect(outcome.code == line.code && outcome.out.isEmpty, "\(line)")
      #expect(outcome.err.hasSuffix("}\n") && outcome.err.split(separator: "\n").count == 1, "\(outcome.err)")
      let record = try parts(of: outcome.err)
      #expect(record.names == ["error"] && record["error"]?.names == ["exit_status", "hint", "kind", "sentence"])
      #expect(record["error"]?["kind"] == .text(line.kind), "\(line)")
      #expect(record["error"]?["sentence"] != .null)
      let german = try await library.start(line.arguments + ["--json"], environment: inGerman).end()
      #expect(german.err == outcome.err)
      // People read sentences.
      #expect(try await library.start(line.arguments).end().err.hasPrefix("sotto: "))
    }
  }

  @Test func `a note is an object on one line of standard error, and the result stands alone`() async throws {
    let library = try CommandFixture()
    try await library.chat("Names")
    let outcome = try await library.start(["send", "1", "Salt", "--json", "--no-wait"]).end()
    #expect(outcome.code == 0 && outcome.out.hasPrefix("{") && outcome.out.split(separator: "\n").count == 1)
    let notes = try outcome.err.split(separator: "\n").map { try parts(of: String($0)) }
    #expect(notes.allSatisfy { $0.names == ["note"] && $0["note"]?.names == ["hint", "sentence"] })
    #expect(notes.first?["note"]?["sentence"] == .text("Sent to “Names”."))
  }

  @Test func `what a terminal would obey is escaped, and comes back as it was`() throws {
    let text = "a/b \u{0}\u{1B}[2J\u{7F}\u{9B}31m\u{2028}é\u{1F600}"
    let json = try RecordCoding.text(of: [text])
    #expect(!json.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0 == "\u{2028}" })
    #expect(json.contains("a/b") && json.contains("é\u{1F600}"))
    #expect(try RecordCoding.read([String].self, from: json) == [text])
  }

  private func parts(of json: String) throws -> Part { try JSONDecoder().decode(Part.self, from: Data(json.utf8)) }
}

/// Any JSON, without a name of the records'.
private enum Part: Decodable, Equatable {
  case null
  case text(String)
  case other
  case list([Part])
  case members([String: Part])

  private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: Name.self) {
      self = .members(
        try Dictionary(
          uniqueKeysWithValues: members.allKeys.map { ($0.stringValue, try members.decode(Part.self, forKey: $0)) }))
    } else if let list = try? [Part](from: decoder) {
      self = .list(list)
    } else {
      let value = try decoder.singleValueContainer()
      self = value.decodeNil() ? .null : (try? value.decode(String.self)).map { .text($0) } ?? .other
    }
  }

  var names: [String] { if case .members(let members) = self { members.keys.sorted() } else { [] } }
  var first: Part? { if case .list(let list) = self { list.first } else { nil } }
  subscript(name: String) -> Part? { if case .members(let members) = self { members[name] } else { nil } }
}
