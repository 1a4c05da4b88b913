import FoundationEssentials
import Glibc
import Records
import Testing

@Suite(.timeLimit(.minutes(3)))
struct SendPicturesTests {
  @Test func `a picture is sent without a text, and stdin is left alone`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Pictures")
    let path = try library.file("red square.png")
    // Its stdin stays open: who reads there waits for ever.
    let sent = try await library.start("send", id, "--image", path).end()
    #expect(sent.code == 0, "\(sent.err)")
    #expect(sent.out == "Certainly, at once.\n")
    let message = try #require(try await library.messages(id).first)
    #expect(message.text.isEmpty && message.sender == "user")
    let picture = try #require(message.pictures.first)
    #expect(picture.kind == "kept" && picture.alternative == "red square" && picture.format == "image/png")
    #expect(picture.width == 4 && picture.height == 3)
    #expect(picture.name == picture.hash && picture.hash?.count == 64)
    #expect(picture.bytes.map { $0 > 0 } == true)
    #expect(try await library.sotto("send", id, "--image", path, "--no-wait").code == 0)
    #expect(try await library.chats()[0].preview == "\u{FFFC}")
  }

  @Test func `several pictures go in order with one caption, and JSON names them`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Pictures")
    let (png, jpeg) = (try library.file("one.png"), try library.file("two.jpg", TinyPicture.jpeg))
    let sent = try await library.sotto(
      "send", id, "--image", jpeg, "--image=\(png)", "--caption", "Both of them", "--no-wait", "--json")
    #expect(sent.code == 0, "\(sent.err)")
    let event = try RecordCoding.read(EventRecord.self, from: sent.out)
    #expect(event.message?.text == "Both of them")
    #expect(event.message?.pictures.map(\.alternative) == ["two", "one"])
    #expect(event.message?.pictures.map(\.format) == ["image/jpeg", "image/png"])
    #expect(try await library.messages(id).first?.pictures.map(\.width) == [6, 4])
    #expect(try await library.sotto("send", id, "As", "words", "--image", png).code == 0)
    #expect(try await library.messages(id).map(\.text).contains("As words"))
    #expect(try await library.sotto("send", id, "-", "--image", png, input: "From stdin\n").code == 0)
    #expect(try await library.messages(id).map(\.text).contains("From stdin"))
    #expect(try await library.sotto("verify").out.hasSuffix("All is well.\n"))
  }

  @Test func `a picture comes from stdin for a hyphen`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Piped")
    let sent = try await library.sotto("send", id, "--image", "-", "--caption", "Piped", bytes: TinyPicture.jpeg)
    #expect(sent.code == 0, "\(sent.err)")
    let message = try #require(try await library.messages(id).first)
    #expect(message.text == "Piped")
    #expect(message.pictures.map(\.alternative) == ["Picture"])
    #expect(message.pictures.map(\.width) == [6])
    let empty = try await library.sotto("send", id, "--image", "-", bytes: [])
    #expect(empty.code == 1)
    #expect(empty.err.contains("“stdin” is not a picture"))
    #expect(try await library.terminal(["send", id, "--image", "-"]).end().code == 2)
    let large = try await library.sotto("send", id, "--image", "-", bytes: [UInt8](repeating: 7, count: 40_000_001))
    #expect(large.code == 1)
    #expect(large.err.contains("is longer than 40.0 MB"), "\(large.err)")
    #expect(try await library.messages(id).filter { $0.sender == "user" }.count == 1)
  }

  @Test(arguments: [
    ("broken.jpg", "“broken.jpg” is damaged or cut off"), ("words.png", "“words.png” is not a picture"),
    ("folder", "“folder” is no ordinary file"), ("pipe", "“pipe” is no ordinary file"),
    ("missing.png", "“missing.png” cannot be read"),
  ])
  func `when one picture cannot be read, nothing is sent`(_ name: String, _ sentence: String) async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Refused")
    let good = try library.file("good.png")
    switch name {
    case "broken.jpg": try library.file(name, Array(TinyPicture.jpeg.prefix(200)))
    case "words.png": try library.file(name, Array("words".utf8))
    case "folder": mkdir(library.folder + "/folder", 0o700)
    case "pipe": mkfifo(library.folder + "/pipe", 0o600)
    default: break
    }
    let sent = try await library.sotto(
      "send", id, "--image", good, "--image", library.folder + "/" + name, "--caption", "Both")
    #expect(sent.code == 1)
    #expect(sent.out.isEmpty)
    #expect(sent.err.hasPrefix("sotto: " + sentence), "\(sent.err)")
    #expect(sent.err.hasSuffix("Nothing was sent.\n"))
    #expect(try await library.messages(id).isEmpty)
    #expect(try await library.images(id).pictures.isEmpty)
    #expect(try await library.sotto("verify").code == 0)
  }

  @Test func `file names that would become the text are asked about`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Shell")
    let (one, two) = (try library.file("one.png"), try library.file("two.png"))
    let sent = try await library.sotto("send", id, "--image", one, two)
    #expect(sent.code == 2)
    #expect(sent.err.contains("each picture wants an --image"))
    #expect(try await library.messages(id).isEmpty)
    #expect(try await library.sotto("send", id, "--image", one, "--caption", two).code == 0)
    #expect(try await library.messages(id).first?.text == two)
  }

  @Test(.enabled(if: access("/usr/bin/strace", X_OK) == 0, "needs strace"))
  func `a lock that a signal cuts short is asked for again, and no unfinished file is left`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Signals")
    let (picture, trace) = (try library.file("red.png"), library.folder + "/trace")
    let every = ["-f", "-q", "-o", trace, "-e", "trace=flock", "-e", "inject=flock:error=EINTR:when=1+2"]
    let sent = try Running(
      "/usr/bin/strace", every + [try CommandFixture.program(), "send", id, "--image", picture],
      environment: library.environment)
    #expect(try await sent.end().code == 0)
    // One for each of the picture's three files at least.
    #expect(String(decoding: try library.bytes(of: trace), as: UTF8.self).ranges(of: "EINTR").count >= 3)
    #expect(try library.names(in: "library/pictures").filter { $0.hasPrefix("tmp-") } == [])
    #expect(try await library.messages(id).first?.pictures.map(\.kind) == ["kept"])
  }

  @Test func `the draft stays as it is`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Draft")
    let talk = try library.terminal(["chat", id])
    try await talk.says("> ")
    talk.write("half a thought")
    try await talk.says("half a thought")
    talk.send(signal: SIGHUP)
    _ = try await talk.end()
    #expect(try await library.sotto("send", id, "--image", try library.file("one.png")).code == 0)
    #expect(try await library.chats()[0].draftPreview == "half a thought")
  }

  @Test func `a picture is named in the text that is shown`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Shown")
    try await library.sotto("send", id, "--image", try library.file("red.png"), "--caption", "Look")
    let picture = try #require(try await library.messages(id).first?.pictures.first)
    let bytes = try #require(picture.bytes)
    let shown = try await library.sotto("show", id).out
    #expect(shown.contains("\n[picture: red, PNG, 4 × 3, \(bytes) bytes]\nLook\n"), "\(shown)")
  }

  @Test func `in a conversation a picture is sent by a line`() async throws {
    let library = try CommandFixture()
    try library.file("red square.png")
    try library.file("teal.jpg", TinyPicture.jpeg)
    let lines = [
      "/image '\(library.folder)/red square.png' What a red", "/image ~/red\\ square.png", "/image ~/teal.jpg",
    ]
    let talk = try await library.sotto("chat", input: lines.joined(separator: "\n"))
    #expect(talk.code == 0, "\(talk.err)")
    let id = try #require(try await library.chats().first).id
    let sent = try await library.messages(id).filter { $0.sender == "user" }
    #expect(sent.map(\.text) == ["What a red", "", ""])
    #expect(sent.flatMap(\.pictures).map(\.alternative) == ["red square", "red square", "teal"])
    #expect(talk.out.ranges(of: "[picture: red square, PNG, 4 × 3, ").count == 2)
    #expect(try await library.sotto("chat", input: "/help\n").out.contains("/image FILE [CAPTION]  send a picture"))
  }

  @Test(arguments: [
    ("/image", Int32(2), "/image wants a file"), ("/image 'a", Int32(2), "A quote is opened and not closed."),
    ("/image nowhere.png", Int32(1), "“nowhere.png” cannot be read"),
  ])
  func `a picture's line that cannot be obeyed sends nothing`(
    _ line: String, _ code: Int32, _ sentence: String
  ) async throws {
    let library = try CommandFixture()
    let talk = try await library.sotto("chat", input: line + "\nnever sent\n")
    #expect(talk.code == code)
    #expect(talk.err.contains(sentence), "\(talk.err)")
    #expect(try await library.chats().isEmpty)
  }
}
