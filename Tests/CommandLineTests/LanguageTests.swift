import FoundationEssentials
import Glibc
import Records
import TestSupport
import Testing

/// What programs read is the same in every language.
@Suite(.timeLimit(.minutes(3)))
struct LanguageTests {
  /// A chat with a title, a picture that is gone and one that is there, and one chat without a title.
  private func library() async throws -> (CommandFixture, id: String) {
    let library = try CommandFixture([.quick, .painter])
    let id = try await library.chat("Names")
    let pictures = [try library.file("red.png"), try library.file("teal.jpg", TinyPicture.jpeg)]
    for path in pictures { try await library.sotto("send", id, "--image", path) }
    let hash = try #require(try await library.messages(id).first?.pictures.first?.hash)
    unlink("\(library.home)/pictures/\(hash.prefix(2))/\(hash)")
    try await library.sotto("new", "--agent", "painter")
    let trashed = try await library.chat("Trashed")
    try await library.sotto("delete", trashed)
    try await library.sotto("backup")
    return (library, id)
  }

  @Test func `records, ends and what shells offer are the same in German`() async throws {
    let (library, id) = try await library()
    let inGerman = try TestLocale.german.environment()
    let lines = [
      ["chats", "--json"], ["chats", "--json", "--trash"], ["show", id, "--json"], ["images", id, "--json"],
      ["agents", "--json"], ["agent", id, "--json"], ["pin", id, "--json"], ["backup", "list", "--json"],
      ["demo", "remove", "--json"], ["complete", "table"], ["complete", "all-chats"], ["complete", "agents"],
      ["complete", "backups"], ["verify", "--json"], ["verify", "--json", "--details"], ["show", "none"], ["shw"],
      ["restore", id], ["delete", id, "--for-ever"], ["backup", "use", "none"], ["--version"],
    ]
    for line in lines {
      let english = try await library.start(line).end()
      let german = try await library.start(line, environment: inGerman).end()
      // What a shell offers is the part before the tab; behind it stands what a person reads.
      let isOffer = line.first == "complete"
      func read(_ text: String) -> [Substring] {
        text.split(separator: "\n").map { isOffer ? $0.prefix { $0 != "\t" } : $0 }
      }
      #expect(read(german.out) == read(english.out), "\(line)")
      #expect(german.code == english.code, "\(line)")
    }
  }

  @Test func `a picture that cannot be saved has the same reason in German`() async throws {
    let (library, id) = try await library()
    var failures: [[String?]] = []
    for (folder, environment) in [("one", [:]), ("two", try TestLocale.german.environment())] {
      let saved = try await library.start(
        ["images", id, "--json", "--save", "\(library.folder)/\(folder)"], environment: environment
      ).end()
      #expect(saved.code == 1)
      failures.append(try RecordCoding.read(AlbumRecord.self, from: saved.out).pictures.map(\.failure))
    }
    #expect(failures == [["unavailable", nil], ["unavailable", nil]])
  }

  @Test func `what people read is German, with dates and decimals as they are written there`() async throws {
    let library = try CommandFixture([.quick])
    // A language may be chosen apart from the country.
    let anotherLanguage = try TestLocale.english.environment(language: "de")
    let help = try await library.start(["--help"], environment: anotherLanguage).end().out
    #expect(help.hasPrefix("Aufruf: sotto BEFEHL [OPTIONEN]") && help.contains("Einen Chat lesen."))
    let german = try TestLocale.german.environment()
    #expect(try await library.start(["shw"], environment: german).end().err.contains("„shw“"))
    try await library.sotto("demo", "add")
    let chats = try await library.start(["chats"], environment: german).end().out
    #expect(chats.contains(/\b\d+\. (Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)\b/), "\(chats)")
    let id = try await library.chat("Bild")
    try await library.sotto("send", id, "--image", try library.file("red.png"))
    let shown = try await library.start(["show", id], environment: german).end().out
    #expect(shown.contains("Heute") && shown.contains("Bytes"), "\(shown)")
  }

  @Test func `a question is answered in German, too`() async throws {
    let library = try CommandFixture()
    let id = try await library.chat("Tea")
    let asked = try library.atTerminal("delete", id, "--for-ever", environment: TestLocale.german.environment())
    try await asked.says("„Tea“") { $0.hasSuffix("[j/N] ") }
    asked.write("Ja\n")
    #expect(try await asked.end().code == 0)
    #expect(try await library.chats().isEmpty)
  }

  @Test func `a question is answered with yes in English, whatever the language`() async throws {
    let library = try CommandFixture()
    for answer in ["y", "YES", " y "] {
      let id = try await library.chat("Tea")
      let asked = try library.atTerminal("delete", id, "--for-ever", environment: TestLocale.german.environment())
      try await asked.says("„Tea“") { $0.hasSuffix("] ") }
      asked.write(answer + "\n")
      #expect(try await asked.end().code == 0)
    }
    #expect(try await library.chats().isEmpty)
  }
}
