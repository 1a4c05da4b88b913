import Records
import Testing

@Suite(.timeLimit(.minutes(3)))
struct RenderingTests {
  private static let answer = """
    # Tea

    It is **hot** and `green`, see [the leaf](https://tea.example/leaf).

    - first
    - second
      1. inner

    > quoted words

    ```swift
    let cup = 1
    ```

    | Name | Size |
    |:-----|-----:|
    | 茶 | 1 |
    | cup of tea | 20 |

    2 * 3 * 4, \u{1B}]0;x\u{7} and **\u{9B}31m**
    """

  private static let writer = Persona(id: "writer", name: "Writer", texts: [answer])

  /// What a program reads.
  private static let layout = [
    "# Tea", "", "It is hot and green, see the leaf <https://tea.example/leaf>.", "", "• first", "• second",
    "  1. inner", "",
    "│ quoted words", "", "    let cup = 1", "", "Name       │ Size", "───────────┼─────", "茶         │    1",
    "cup of tea │   20", "", "2 * 3 * 4, ␛]0;x␇ and �31m",
  ]

  @Test func `what an agent writes is laid out, without attributes for programs`() async throws {
    let library = try CommandFixture([Self.writer])
    let id = try await library.chat("Tea", agent: "writer")
    try await library.sotto("send", id, "**Tea**, please")
    let shown = try await library.sotto("show", id)
    #expect(shown.out.contains("\n" + Self.layout.joined(separator: "\n") + "\n"), "\(shown.out)")
    #expect(!shown.out.contains("\u{1B}"))
    // The list reads it by the same rules.
    #expect(try await library.chats().first?.preview.hasPrefix("Tea It is hot and green, see the leaf. first") == true)
    // What people write is shown as they did.
    #expect(shown.out.contains("\n**Tea**, please\n"))
    let raw = try await library.sotto("show", id, "--raw")
    #expect(raw.out.contains("It is **hot** and `green`") && raw.out.contains("| 茶 | 1 |"))
    #expect(!raw.out.contains("\u{1B}"))
  }

  @Test func `the marks of directions are a program's where it wants texts as they are, and never a terminal's`()
    async throws
  {
    let turned = "one \u{202E}two\u{202C} \u{2067}three\u{2069} \u{1B}]0;x\u{7}"
    let library = try CommandFixture([Persona(id: "writer", name: "Writer", texts: [turned])])
    let id = try await library.chat("Turned", agent: "writer")
    try await library.sotto("send", id, "Turn")
    #expect(
      try await library.sotto("show", id, "--raw").out.contains(
        "one \u{202E}two\u{202C} \u{2067}three\u{2069} ␛]0;x␇\n"))
    #expect(try await library.sotto("show", id).out.contains("one two three"))
    #expect(try await library.atTerminal("show", id, "--raw").end().out.contains("one two three ␛]0;x␇"))
  }

  @Test func `of a host in other letters it is said beside the link how it is asked for`() async throws {
    let text = "See https://сотто.рф/x and [the bank](https://раypal.com/), or https://example.org."
    let library = try CommandFixture([Persona(id: "writer", name: "Writer", texts: [text])])
    let id = try await library.chat("Links", agent: "writer")
    try await library.sotto("send", id, "Where?")
    let shown = try await library.sotto("show", id).out
    let line =
      "See https://сотто.рф/x (xn--n1aahfa.xn--p1ai) and the bank <https://раypal.com/> (xn--ypal-43d9g.com), or https://example.org."
    #expect(shown.contains(line), "\(shown)")
  }

  @Test func `at a terminal it has attributes, and none where NO_COLOR is set`() async throws {
    let library = try CommandFixture([Self.writer])
    let id = try await library.chat("Tea", agent: "writer")
    try await library.sotto("send", id, "Tea")
    let shown = try await library.atTerminal("show", id).end().out
    for part in [
      "\u{1B}[1mTea\u{1B}[0m\r\n", "\u{1B}[1mhot\u{1B}[0m and \u{1B}[36mgreen\u{1B}[0m",
      "\u{1B}[4mthe leaf\u{1B}[0m\u{1B}[2m <https://tea.example/leaf>\u{1B}[0m",
      "\u{1B}[2m│ \u{1B}[0mquoted words",
    ] { #expect(shown.contains(part), "\(part)") }
    #expect(!shown.contains("\u{1B}]") && !shown.contains("\u{7}") && !shown.contains("\u{9B}"))
    let plain = try await library.atTerminal("show", id, environment: ["NO_COLOR": "1"]).end().out
    #expect(plain.contains(Self.layout.joined(separator: "\r\n")), "\(plain)")
    #expect(!plain.contains("\u{1B}"))
  }

  @Test func `words and cells are broken at the terminal's width, below what they stand in`() async throws {
    let words = (1...40).map { "word\($0)" }.joined(separator: " ")
    let text = "- \(words)\n\n> \(words)\n\n| a | b |\n|--|--|\n| x | \(words) |\n"
    let library = try CommandFixture([Persona(id: "writer", name: "Writer", texts: [text])])
    let id = try await library.chat("Wide", agent: "writer")
    try await library.sotto("send", id, "Wide")
    let shown = try await library.atTerminal("show", id, environment: ["NO_COLOR": "1"]).end().out
    let lines = shown.split(separator: "\r\n").map(String.init)
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines)")
    for margin in ["  word", "│ word", "  │ word"] { #expect(lines.contains { $0.hasPrefix(margin) }, "\(margin)") }
    let written = lines.joined(separator: " ").split(separator: " ").filter { $0.hasPrefix("word") }.map(String.init)
    #expect(written == Array((0..<3).map { _ in (1...40).map { "word\($0)" } }.joined()))
  }

  @Test func `a conversation writes it while it comes, and nothing twice`() async throws {
    let library = try CommandFixture([Self.writer])
    let id = try await library.chat("Tea", agent: "writer")
    let talk = try library.start("chat", id, environment: ["NO_COLOR": "1"])
    talk.write("Tea\n")
    talk.closeInput()
    let out = try await talk.end().out
    #expect(out.contains("\n" + Self.layout.joined(separator: "\n") + "\n"), "\(out)")
  }
}
