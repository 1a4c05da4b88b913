import Records
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ShowTests {
  @Test func `a chat is shown with its day, senders, times and words`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Tea")
    try await library.sotto("send", id, "Is there\ntea?")
    let shown = try await library.sotto("show", "tea")
    #expect(shown.code == 0)
    let lines = shown.out.lines
    #expect(lines[0] == "Tea  with Quick, 2 messages")
    #expect(lines.contains { $0.hasPrefix("── ") })
    #expect(lines.contains { $0.wholeMatch(of: /You  \d?\d:\d\d (A|P)M/) != nil })
    #expect(lines.contains("Is there") && lines.contains("tea?"))
    #expect(lines.contains { $0.hasPrefix("Quick  ") })
    #expect(lines.last == "Certainly, at once.")
    #expect(!shown.out.contains("\u{1B}"))
  }

  @Test func `a long chat is shown from its end, by a number, or whole`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Long")
    let lines = (1...260).map { "line \($0)" }
    #expect(try await library.sotto("chat", id, "--json", input: lines.joined(separator: "\n")).code == 0)
    let all = try await library.messages(id)
    #expect(all.count == 520)
    #expect(all.map(\.sequence) == all.map(\.sequence).sorted())
    #expect(all.filter { $0.sender == "user" }.map(\.text) == lines)
    let usual = try await library.read(TranscriptRecord.self, "show", id, "--json").messages
    #expect(usual.map(\.id) == all.suffix(20).map(\.id))
    for count in [1, 199, 200, 201, 400, 519, 520, 9_999] {
      let last = try await library.read(TranscriptRecord.self, "show", id, "--last", "\(count)", "--json").messages
      #expect(last.map(\.id) == all.suffix(count).map(\.id), "\(count)")
    }
    #expect(try await library.sotto("show", id).out.contains("(500 earlier"))
  }

  @Test func `words are broken at the terminal's width only, and for programs not at all`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Wide")
    let text = "  " + (1...60).map { "wörd\($0)" }.joined(separator: " ") + "\n\n" + String(repeating: "x", count: 200)
    try await library.sotto("send", id, "-", "--no-wait", input: text)
    #expect(try await library.sotto("show", id).out.contains(text))
    let lines = try await library.terminal(["show", id]).end().out.split(
      separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines.filter { $0.contains("wörd") }
    #expect(words.count > 4 && words.allSatisfy { $0.count <= 80 }, "\(words)")
    #expect(words.joined(separator: " ").split(separator: " ").map(String.init) == (1...60).map { "wörd\($0)" })
    #expect(words.first?.hasPrefix("  wörd1 ") == true)
    #expect(lines.contains { $0.count == 200 && $0.allSatisfy { $0 == "x" } })
  }

  @Test func `lines are broken between the wide letters of scripts without spaces`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Wide")
    try await library.sotto("send", id, "abc " + String(repeating: "中", count: 60) + " end", "--no-wait")
    let lines = try await library.terminal(["show", id]).end().out.split(separator: "\r\n").map(String.init)
    #expect(lines.contains("abc " + String(repeating: "中", count: 38)), "\(lines)")
    #expect(lines.contains(String(repeating: "中", count: 22) + " end"), "\(lines)")
  }

  @Test
  func
    `a part of a title names a chat that is read, its beginning one that is changed, and all of it one that goes for ever`()
    async throws
  {
    let library = try CommandFixture()
    try await library.chat("Soup for Sunday")
    try await library.chat("Sunday walk")
    let old = try await library.chat("Soup")
    try await library.sotto("send", old, "--no-wait", "Old")
    try await library.sotto("delete", old)
    #expect(try await library.sotto("show", "soup").out.hasPrefix("Soup  "), "the whole title goes first")
    try await library.sotto("delete", old, "--for-ever", "--yes")
    #expect(try await library.sotto("show", "soup").out.hasPrefix("Soup for Sunday"))
    #expect(try await library.sotto("show", "sunday").code == 3)
    for arguments in [
      ["delete", "for sun"], ["send", "for sun", "Hello"], ["delete", "soup", "--for-ever", "--yes"],
    ] {
      #expect(try await library.start(arguments).end().code == 3, "\(arguments)")
    }
    #expect(try await library.sotto("send", "soup", "Hello").err == "sotto: Sent to “Soup for Sunday”.\n")
    #expect(try await library.sotto("rename", "soup", "Stew").out == "The chat is now called “Stew”.\n")
    #expect(try await library.sotto("delete", "ste").out.hasPrefix("“Stew” is in the Trash for 30 days."))
  }

  @Test func `pictures are shown as what they show`() async throws {
    let library = try CommandFixture([.painter])
    let id = try await library.chat("Art", agent: "painter")
    let sent = try await library.sotto("send", id, "Draw")
    #expect(sent.code == 0)
    #expect(sent.out.contains("[drawing: ") && sent.out.contains("From indoors."))
    let message = try #require(try await library.messages(id).last)
    #expect(message.pictures.map(\.name) == ["rain"])
    let picture = message.pictures[0]
    let words = "[drawing: \(picture.alternative), \(picture.width) × \(picture.height)]"
    #expect(try await library.sotto("show", id).out.contains(words))
    #expect(picture.kind == "drawing" && picture.bytes == nil && picture.hash == nil && picture.host == nil)
  }

  @Test func `control characters in texts and titles are made visible`() async throws {
    let library = try CommandFixture()
    let evil = "red \u{1B}[31mtext\u{7}\u{9B}2J\rback\u{8} \u{1B}]0;title\u{7}\ttab"
    let id = try await library.chat("T\u{1B}[2J")
    try await library.sotto("send", id, "-", input: evil)
    #expect(try await library.messages(id).first?.text == evil)
    for arguments in [["show", id], ["chats"], ["rename", id, "A\u{1B}[0mB"], ["delete", id]] {
      for running in [try library.start(arguments), try library.terminal(arguments)] {
        let out = try await running.end().out
        let bad = out.unicodeScalars.filter {
          $0.value < 0x20 && !"\n\r\t\u{1B}".unicodeScalars.contains($0) || $0.value == 0x9B
        }
        #expect(bad.isEmpty)
        #expect(!out.contains("\u{1B}[31m") && !out.contains("\u{1B}[2J") && !out.contains("\u{1B}]0"))
      }
      if arguments[0] == "delete" { try await library.sotto("restore", id) }
    }
    #expect(try await library.sotto("show", id).out.contains("red ␛[31mtext␇"))
    let json = try await library.sotto("show", id, "--json").out
    #expect(!json.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value) })
  }

  @Test func `colours come at a terminal and not with NO_COLOR, TERM=dumb or a pipe`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Colour")
    try await library.sotto("send", id, "hello")
    #expect(try await library.terminal(["show", id]).end().out.contains("\u{1B}[1;34mYou"))
    #expect(try await !library.atTerminal("show", id, environment: ["NO_COLOR": "1"]).end().out.contains("\u{1B}"))
    #expect(try await !library.atTerminal("show", id, environment: ["TERM": "dumb"]).end().out.contains("\u{1B}"))
    #expect(try await !library.sotto("show", id).out.contains("\u{1B}"))
  }

  @Test func `a reader that has read enough ends it without a word`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Pipe")
    let long = String(repeating: "many words ", count: 20_000)
    try await library.sotto("send", id, "-", input: long)
    let program = try CommandFixture.program()
    let shell = try Running(
      "/bin/bash", ["-c", "'\(program)' show \(id) | head -1; echo ${PIPESTATUS[0]}"], environment: library.environment)
    shell.closeInput()
    let outcome = try await shell.end()
    #expect(outcome.out.lines == ["Pipe  with Quick, 2 messages", "0"])
    #expect(outcome.err.isEmpty)
    let full = try Running(
      "/bin/bash", ["-c", "'\(program)' show \(id) >/dev/full"], environment: library.environment)
    full.closeInput()
    let refused = try await full.end()
    #expect(refused.code == 1)
    #expect(refused.err.contains("sotto: The output could not be written"))
  }
}
