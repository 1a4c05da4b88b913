import FoundationEssentials
import Glibc
import Records
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ConversationTests {
  @Test func `lines from a pipe are sent one after the other, each once the last was answered`() async throws {
    let library = try CommandFixture([.steady])
    let talk = try await library.sotto("chat", "--agent", "steady", input: "one\n\ntwo\n//three")
    #expect(talk.code == 0)
    let chat = try #require(try await library.chats().first)
    let messages = try await library.messages(chat.id)
    #expect(messages.map(\.sender) == ["user", "agent", "user", "agent", "user", "agent"])
    #expect(messages.filter { $0.sender == "user" }.map(\.text) == ["one", "two", "/three"])
    #expect(talk.out.ranges(of: "You  ").count == 3)
    #expect(talk.out.ranges(of: Persona.steady.texts[0] + "\n").count == 3)
    #expect(!talk.out.contains("\u{1B}"))
    #expect(chat.title == "one")
  }

  @Test func `a new chat in which nothing is said is not kept`() async throws {
    let library = try CommandFixture()
    #expect(try await library.sotto("chat", input: "/rename Empty\n").code == 0)
    #expect(try await library.chats().isEmpty)
    let terminal = try library.terminal(["chat"])
    try await terminal.says("> ")
    terminal.write("\u{4}")
    #expect(try await terminal.end().code == 0)
    #expect(try await library.chats().isEmpty)
  }

  @Test func `without a name the chat that was open last goes on`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Last")
    try await library.chat("Newer")
    #expect(try await library.sotto("chat", id, input: "one\n").code == 0)
    #expect(try await library.sotto("chat", input: "two\n").code == 0)
    #expect(try await library.messages(id).map(\.text).filter { $0.count == 3 } == ["one", "two"])
  }

  @Test func `the commands within do what they say`() async throws {
    let library = try CommandFixture()
    let commands = [
      "/help", "/new Kitchen", "hello", "/rename The kitchen", "/pin", "/new", "second chat", "/chats",
      "/open the kitchen", "again", "/more", "/unpin", "/delete", "/quit", "never sent",
    ]
    let talk = try await library.sotto("chat", input: commands.joined(separator: "\n") + "\n")
    #expect(talk.code == 0)
    for text in ["/rename TITLE", "called “The kitchen”", "is pinned", "* The kitchen", "is in the Trash for 30 days"] {
      #expect(talk.out.contains(text), "\(text)")
    }
    #expect(try await library.chats().map(\.title) == ["second chat"])
    let trashed = try #require(try await library.chats("--trash").first)
    #expect(trashed.title == "The kitchen" && !trashed.isPinned)
    #expect(try await library.messages(trashed.id).filter { $0.sender == "user" }.map(\.text) == ["hello", "again"])
  }

  @Test(arguments: [
    ("/open nowhere", Int32(3), "There is no chat “nowhere”."), ("/sing", Int32(2), "There is no “/sing”."),
    ("/retri", Int32(2), "Did you mean /retry?"), ("/retry", Int32(1), "The last reply is complete"),
    ("/stop", Int32(1), "No reply is due."),
  ])
  func `a line that cannot be obeyed ends a script, and at a terminal it does not`(
    _ line: String, _ code: Int32, _ sentence: String
  ) async throws {
    let library = try CommandFixture()
    let talk = try await library.sotto("chat", input: "hello\n\(line)\nnever sent\n")
    #expect(talk.code == code)
    #expect(talk.err.contains(sentence), "\(talk.err)")
    let id = try #require(try await library.chats().first).id
    #expect(try await library.messages(id).count == 2)
    let terminal = try library.terminal(["chat", id])
    try await terminal.says("> ")
    terminal.write(line + "\r")
    try await terminal.says(sentence)
    terminal.write("still here\r")
    try await terminal.says("still here\r\n")
    terminal.write("\u{4}")
    #expect(try await terminal.end().code == 0)
  }

  @Test func `at a terminal the last messages are shown and what is typed is sent`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Typed")
    for number in 1...5 { try await library.sotto("send", id, "message \(number)") }
    let talk = try library.terminal(["chat", id])
    try await talk.says("> ")
    #expect(talk.out.contains("message 5") && talk.out.contains("message 3") && !talk.out.contains("message 2"))
    // Written, a letter taken back, one put in at the beginning, and sent.
    talk.write("ello worldd\u{7F}\u{1}H\r")
    try await talk.says("Hello world\r\n")
    try await talk.says("Certainly, at once.", times: 4)
    // A pasted text of two lines is one message.
    talk.write("\u{1B}[200~first\nsecond\u{1B}[201~\r")
    try await talk.says("first\r\nsecond\r\n")
    // The line before is brought back and changed.
    talk.write("\u{1B}[A\u{1B}[A again\r")
    try await talk.says("Hello world again\r\n")
    try await talk.says("Certainly, at once.", times: 6)
    talk.write("\u{4}")
    let outcome = try await talk.end()
    #expect(outcome.code == 0)
    let sent = try await library.messages(id).filter { $0.sender == "user" }.map(\.text)
    #expect(sent.suffix(3) == ["Hello world", "first\nsecond", "Hello world again"])
  }

  @Test func `the line is edited by whole characters and words`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Edited")
    let talk = try library.terminal(["chat", id])
    try await talk.says("> ")
    // Backspace takes the whole cook; Delete the letter at the cursor; Ctrl+W a word; Ctrl+K the rest.
    talk.write("a👩‍🍳b\u{1B}[D\u{7F}\u{5}c\u{1}\u{1B}[3~x two three\u{17}\u{5}\r")
    try await talk.says("x two bc\r\n")
    talk.write("one two\u{1B}b\u{B}ü\r")
    try await talk.says("one ü\r\n")
    try await talk.says("Certainly, at once.", times: 2)
    // Stopped by the shell and gone on with, the terminal still gives its keys.
    talk.send(signal: SIGSTOP)
    talk.send(signal: SIGCONT)
    talk.write("back\u{1}I am \r")
    try await talk.says("I am back\r\n")
    talk.write("\u{4}")
    #expect(try await talk.end().code == 0)
    let sent = try await library.messages(id).filter { $0.sender == "user" }.map(\.text)
    #expect(sent == ["x two bc", "one ü", "I am back"])
  }

  @Test func `a message from elsewhere appears above the line that is being written`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Shared")
    let talk = try library.terminal(["chat", id])
    try await talk.says("> ")
    talk.write("half")
    try await talk.says("half")
    try await library.sotto("send", id, "From elsewhere")
    try await talk.says("the message, its reply and the line below") { out in
      out.split(separator: "Certainly, at once.").last?.contains("half") == true && out.contains("From elsewhere\r\n")
    }
    talk.write(" and half\r")
    try await talk.says("half and half\r\n")
    talk.write("\u{4}")
    #expect(try await talk.end().code == 0)
    #expect(try await library.messages(id).count == 4)
  }

  @Test func `Ctrl+C stops the reply, and at the empty line leaves with 130`() async throws {
    let library = try CommandFixture([.slow])
    let talk = try library.terminal(["chat", "--agent", "slow"])
    try await talk.says("> ")
    talk.write("Talk\r")
    try await talk.says("word3 ")
    talk.write("\u{3}")
    try await talk.says("(stopped)")
    try await talk.says("the line after the reply") { $0.split(separator: "(stopped)").last?.contains("> ") == true }
    // A moment too late it stops nothing and throws nobody out; twice it ends.
    talk.write("\u{3}")
    try await talk.says("Ctrl+C once more leaves; so does Ctrl+D.")
    // Who takes longer than three seconds for the second one, on a busy machine, is told again.
    #expect(try await talk.end(pressing: "\u{3}", until: "Ctrl+C once more leaves; so does Ctrl+D.").code == 130)
    let chat = try #require(try await library.chats().first)
    let reply = try #require(try await library.messages(chat.id).last)
    #expect(reply.state == "stopped")
    #expect(reply.text.hasPrefix("word1 word2 word3"))
  }

  @Test func `dots stand while a reply is due and give way to what is typed`() async throws {
    let library = try CommandFixture([.late])
    let talk = try library.terminal(["chat", "--agent", "late"])
    try await talk.says("> ")
    talk.write("Hello\r")
    try await talk.says("• ·")
    talk.write("still here")
    try await talk.says("still here")
    talk.write("\u{15}")
    talk.write("/stop\r")
    try await talk.says("(stopped)")
    try await talk.says("an empty line") { $0.hasSuffix("\u{1B}[K\u{1B}[1;34m> \u{1B}[0m") }
    // It can be asked for once more.
    talk.write("/retry\r")
    // The second of their steps is drawn only when all of /retry is done.
    try await talk.says("the dots again") { $0.split(separator: "(stopped)").last?.contains("· •") == true }
    talk.write("\u{3}")
    try await talk.says("an empty line") { $0.hasSuffix("\u{1B}[K\u{1B}[1;34m> \u{1B}[0m") }
    talk.write("\u{4}")
    #expect(try await talk.end().code == 0)
    let chat = try #require(try await library.chats().first)
    #expect(try await library.messages(chat.id).map(\.state) == ["complete", "stopped"])
  }

  @Test func `what was typed and not sent is the chat's draft, and is there again`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Draft")
    let talk = try library.terminal(["chat", id])
    try await talk.says("> ")
    talk.write("half a thou")
    try await talk.says("half a thou")
    talk.send(signal: SIGHUP)
    #expect(try await talk.end().code == 129)
    #expect(try await library.chats()[0].draftPreview == "half a thou")
    let again = try library.terminal(["chat", id])
    try await again.says("half a thou")
    again.write("ght\r")
    try await again.says("half a thought\r\n")
    try await again.says("Certainly, at once.")
    again.write("\u{4}")
    #expect(try await again.end().code == 0)
    #expect(try await library.chats()[0].draftPreview == "")
  }

  @Test func `what is typed is the chat's draft while it is typed, and a kill leaves it there`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Draft")
    let talk = try library.terminal(["chat", id])
    try await talk.says("> ")
    talk.write("half a thou")
    while try await library.chats()[0].draftPreview != "half a thou" { try Task.checkCancellation() }
    talk.send(signal: SIGKILL)
    #expect(try await talk.end().code == 137)
    // Lines from a pipe are messages of their own; what a person was writing stays.
    #expect(try await library.sotto("chat", id, input: "From a script\n").code == 0)
    #expect(try await library.chats()[0].draftPreview == "half a thou")
    #expect(try await library.messages(id).first?.text == "From a script")
  }

  @Test func `what was put into the Trash is taken back by undo`() async throws {
    let library = try CommandFixture()
    let talk = try await library.sotto("chat", input: "/new Kept\nhello\n/delete\n/undo\nagain\n/undo\n")
    #expect(talk.code == 1)
    #expect(talk.err.contains("There is nothing to take back."))
    let chat = try #require(try await library.chats().first)
    #expect(try await library.chats().count == 1)
    #expect(chat.title == "Kept")
    #expect(try await library.messages(chat.id).filter { $0.sender == "user" }.map(\.text) == ["hello", "again"])
  }

  @Test func `a chat that goes into the Trash elsewhere makes way for a new one, with what was being written`()
    async throws
  {
    let library = try CommandFixture()
    let id = try await library.chat("Elsewhere")
    let talk = try library.terminal(["chat", id])
    try await talk.says("> ")
    talk.write("half")
    try await talk.says("half")
    try await library.sotto("delete", id)
    try await talk.says("moved to the Trash")
    try await talk.says("the line again") { $0.split(separator: "New Chat").last?.contains("half") == true }
    talk.write(" and half\r")
    try await talk.says("half and half\r\n")
    talk.write("\u{4}")
    #expect(try await talk.end().code == 0)
    let chat = try #require(try await library.chats().first)
    #expect(chat.id != id && chat.title == "half and half")
  }

  @Test func `a simple terminal has lines and no escape sequences`() async throws {
    let library = try CommandFixture()
    let talk = try library.atTerminal("chat", environment: ["TERM": "dumb"])
    try await talk.says("> ")
    talk.write("Hello\n")
    try await talk.says("Certainly, at once.")
    try await talk.says("> ", times: 2)
    talk.write("\u{4}")
    let outcome = try await talk.end()
    #expect(outcome.code == 0)
    #expect(!outcome.out.contains("\u{1B}"))
    #expect(outcome.out.ranges(of: "Hello").count == 1)
    #expect(outcome.out.ranges(of: "> ").count == 2)
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `who ends it does not wait for a picture that is never read to its end`(_ signal: Int32) async throws {
    let library = try CommandFixture()
    let bin = library.folder + "/bin"
    mkdir(bin, 0o700)
    // Not by this process: another test's child would hold a new program open for writing, and it could not be run.
    // The reader itself asks for the end, so that it comes while it reads, however busy the machine is.
    let making = try Running(
      "/bin/sh",
      [
        "-c",
        "cp \"$0\" \"$1/sotto\" && printf '#!/bin/sh\\nkill -%s $PPID; exec sleep 900\\n' \"$2\" > \"$1/sotto-pictures\" "
          + "&& chmod 700 \"$1/sotto-pictures\"", try CommandFixture.program(), bin, "\(signal)",
      ], environment: ["PATH": "/usr/bin:/bin"])
    #expect(try await making.end().code == 0)
    let talk = try Running(bin + "/sotto", ["chat"], environment: library.environment)
    talk.write("/image \(try library.file("red.png"))\n")
    let outcome = try await talk.end()
    #expect(outcome.code == 128 + signal)
    // What is said of a reader that was waited for is that it took too long.
    #expect(outcome.err == "sotto: The picture was not sent.\n", "\(outcome)")
  }
}
