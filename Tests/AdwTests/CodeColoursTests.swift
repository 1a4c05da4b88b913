import Adw
import Platform
import Testing
import WindowSupport

extension WindowFixtureTests {
  @Suite struct CodeColoursTests {
    private let colours = CodeColours()

    /// A block of code, shown to the end of its colouring.
    private func coloured(_ text: String, _ language: String) async -> CodeColouring {
      let colouring = CodeColouring(language: language, by: colours) { _ in }
      colouring.show(text)
      #expect(await WindowFixture.wait { !colours.isBusy }, "\(language) is never done.")
      return colouring
    }

    /// The style of the first letter of a part of the text.
    private func style(of part: String, in text: String, _ colouring: CodeColouring) throws -> CodeStyle? {
      let start = try #require(text.firstRange(of: part)).lowerBound
      let byte = text.utf8.distance(from: text.startIndex, to: start)
      return colouring.spans(in: byte..<byte + 1).first?.style
    }

    @Test(
      "words of the language, strings and comments have colours of their own",
      arguments: [
        ("swift", "let a = \"text\" // why", "let", "\"text", "// why"),
        ("python", "import a\nb = 'text'  # why", "import", "'text", "# why"),
        ("js", "const a = 'text'; // why", "const", "'text", "// why"),
        ("html", "<p id=\"text\">a</p><!-- why -->", "p id", "\"text", "<!-- why"),
        ("sh", "if a; then b 'text'; fi # why", "if", "'text", "# why"),
        ("bash", "for a in b; do c \"text\"; done # why", "for", "\"text", "# why"),
        ("rs", "fn main() { let a = \"text\"; } // why", "fn", "\"text", "// why"),
        ("c++", "int a; return \"text\"; // why", "return", "\"text", "// why"),
        ("sql", "SELECT 'text' FROM a -- why", "SELECT", "'text", "-- why"),
        ("kt", "fun a() = \"text\" // why", "fun", "\"text", "// why"),
        ("go", "func a() string { return \"text\" } // why", "func", "\"text", "// why"),
        ("tsx", "const a: string = 'text'; // why", "const", "'text", "// why"),
        ("dockerfile", "FROM a\nRUN b \"text\"\n# why", "FROM", "\"text", "# why"),
        ("c#", "class A { string b = \"text\"; } // why", "class", "\"text", "// why"),
        ("toml", "a = true\nb = \"text\" # why", "true", "\"text", "# why"),
        ("latex", "\\section{a} $b$ % why", "\\section", "$b", "% why"),
      ])
    func kinds(language: String, text: String, word: String, string: String, comment: String) async throws {
      let colouring = await coloured(text, language)
      let styles = try [word, string, comment].map { try style(of: $0, in: text, colouring) }
      for (part, style) in zip([word, string, comment], styles) { #expect(style != nil, "\(part) in \(language)") }
      for appearance in CodeAppearance.allCases.prefix(2) {
        let looks = styles.compactMap { $0?.look(in: appearance) }
        for (index, look) in looks.enumerated() { #expect(!looks[..<index].contains(look), "\(looks) in \(language)") }
      }
    }

    @Test func `code in several languages at once is told its colours, each of them`() async throws {
      var told: Set<String> = []
      let languages = ["swift", "python", "js", "c"]
      let all = languages.map { name in
        let colouring = CodeColouring(language: name, by: colours) { _ in told.insert(name) }
        colouring.show("return 1")
        return colouring
      }
      #expect(await WindowFixture.wait { told.count == languages.count }, "\(told)")
      #expect(all.allSatisfy { !$0.spans.isEmpty })
    }

    @Test func `in JSON strings differ from keys, and numbers and words look like keys, as the scheme has it`()
      async throws
    {
      let text = "{\"key\": true, \"other\": 12, \"more\": \"text\"}"
      let colouring = await coloured(text, "json")
      let styles = try ["\"key", "true", "12", "\"text"].map { try style(of: $0, in: text, colouring) }
      #expect(!styles.contains(nil) && Set(styles).count == 2 && styles[3] != styles[0])
    }

    @Test(
      "code without a language, in one that nobody knows, and text stay plain",
      arguments: ["", "text", "brainfuck", "csv", "../x", "x;y"])
    func plain(language: String) async {
      #expect(await coloured("if let a = \"text\" # why", language).spans.isEmpty)
    }

    @Test func `where the library is missing all code stays plain`() async {
      let colours = CodeColours(library: "libnot-there.so.5")
      let colouring = CodeColouring(language: "swift", by: colours) { _ in }
      colouring.show("let a = 1")
      #expect(await WindowFixture.wait { !colours.isBusy })
      #expect(colouring.spans.isEmpty)
    }

    @Test("code that grows gets the colours that it has as a whole", arguments: CodeSamples.all)
    func growing(sample: CodeSample) async {
      let whole = await coloured(sample.text, sample.language)
      #expect(!whole.spans.isEmpty)
      // Has buffers of its own: those of the text that grows are not taken from it.
      let others = CodeColours()
      let letters = Array(sample.text)
      for most in [1, 9, 60] {
        let colouring = CodeColouring(language: sample.language, by: colours) { _ in }
        var (count, step) = (0, 0)
        while count < letters.count {
          step += 1
          count = min(letters.count, count + 1 + step * 7_919 % most)
          colouring.show(String(letters[..<count]))
          guard step % 3 == 0 else { continue }
          await WindowFixture.wait { !colours.isBusy }
          guard most > 1 else { continue }
          let part = CodeColouring(language: sample.language, by: others) { _ in }
          part.show(String(letters[..<count]))
          await WindowFixture.wait { !others.isBusy }
          #expect(colouring.spans == part.spans, "\(sample.language) by \(most), \(count)")
        }
        await WindowFixture.wait { !colours.isBusy }
        #expect(colouring.spans == whole.spans, "\(sample.language) by \(most)")
      }
    }

    @Test func `the bytes of spans are those of the text, whatever its letters are`() async throws {
      let text = "let ä = \"日本 😀\" // é\r\nlet b = 1 // \u{2028}\n\u{FFFC} let c = \"\u{FEFF}x\"\n"
      let colouring = await coloured(text, "swift")
      for part in ["\"日本 😀\"", "// é", "let b", "let c", "\"\u{FEFF}x\""] {
        #expect(try style(of: part, in: text, colouring) != nil, "\(part)")
      }
      let bytes = Array(text.utf8)
      for span in colouring.spans { #expect(String(validating: bytes[span.range], as: UTF8.self) != nil) }
      #expect(
        zip(colouring.spans, colouring.spans.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
    }

    @Test func `colours come after the call, and are told by the bytes that they change`() async {
      var told: [Range<Int>] = []
      let colouring = CodeColouring(language: "swift", by: colours) { told.append($0) }
      colouring.show("let a = 1\nlet b = 2")
      #expect(colouring.spans.isEmpty && told.isEmpty)
      await WindowFixture.wait { !told.isEmpty }
      #expect(told == [0..<19])
      let known = colouring.spans
      colouring.show("let a = 1\nlet b = 2\nlet c")
      #expect(colouring.spans.starts(with: known) && colouring.spans.count > known.count, "a line more is not coloured")
      #expect(told.count == 1)
    }

    @Test func `a text that has become another one meanwhile gets none of the old one's colours`() async {
      var told = 0
      let colouring = CodeColouring(language: "swift", by: colours) { _ in told += 1 }
      colouring.show("let a = 1")
      colouring.show("a b c d e f")
      await WindowFixture.wait { !colours.isBusy }
      #expect(colouring.spans.isEmpty && told == 0)
      colouring.show("let a = 1\nlet b = 2\nlet c = 3")
      await WindowFixture.wait { !colours.isBusy }
      #expect(told == 1)
      // What comes before the first line that differs keeps its colours, and nothing after it.
      let first = Array(colouring.spans(in: 0..<10))
      colouring.show("let a = 1\nxyz b = 2\nlet c = 3")
      #expect(colouring.spans == first)
      await WindowFixture.wait { !colours.isBusy }
      #expect(colouring.spans == (await coloured("let a = 1\nxyz b = 2\nlet c = 3", "swift")).spans)
    }

    @Test func `code that nobody shows any more is not coloured`() async {
      var told = 0
      var colouring: CodeColouring? = CodeColouring(language: "swift", by: colours) { _ in told += 1 }
      colouring?.show("let a = 1")
      colouring = nil
      await WindowFixture.wait { !colours.isBusy }
      #expect(told == 0 && colours.languages.isEmpty)
    }

    @Test func `six languages are kept, those used last, until all are let go`() async {
      for language in ["swift", "c", "go", "java", "rust", "swift", "toml", "xml"] {
        #expect(!(await coloured("if true \"a\" <a>", language)).spans.isEmpty)
      }
      #expect(colours.languages == ["go", "java", "rust", "swift", "toml", "xml"])
      let colouring = await coloured("let a = 1", "swift")
      colours.letGo()
      colouring.show("let a = 1\nlet b = 2")
      await WindowFixture.wait { !colours.isBusy }
      #expect(colouring.spans == (await coloured("let a = 1\nlet b = 2", "swift")).spans)
    }

    @Test func `dark has other colours than light, and all of them can be read`() async {
      var count = 0
      for sample in CodeSamples.all {
        let colouring = await coloured(sample.text, sample.language)
        for style in Set(colouring.spans.map(\.style)) {
          let looks = CodeAppearance.allCases.map { style.look(in: $0) }
          for (appearance, look) in zip(CodeAppearance.allCases, looks) {
            guard let color = look.color else { continue }
            #expect(color.contrast(with: appearance.background) >= appearance.leastContrast)
            count += 1
          }
          if looks[0].color != nil { #expect(looks[0].color != looks[1].color) }
        }
      }
      #expect(count > 50)
      for appearance in CodeAppearance.allCases {
        #expect(appearance.foreground.contrast(with: appearance.background) > 12)
      }
    }
  }
}

@Suite struct CodeStyleTests {
  @Test func `any colour that a scheme may have can be read after it was mended, and is kept if it could be before`() {
    for red in stride(from: 0.0, through: 1, by: 0.125) {
      for green in stride(from: 0.0, through: 1, by: 0.125) {
        for blue in stride(from: 0.0, through: 1, by: 0.125) {
          let look = CodeLook(color: Color(red: red, green: green, blue: blue), isBold: true, isItalic: false)
          let style = CodeStyle(light: look, dark: look)
          for appearance in CodeAppearance.allCases {
            let mended = style.look(in: appearance)
            let contrast = mended.color?.contrast(with: appearance.background) ?? 0
            #expect(contrast >= appearance.leastContrast && mended.isBold && !mended.isItalic)
          }
        }
      }
    }
    let dark = Color(red: 0.2, green: 0, blue: 0.4)
    let kept = CodeStyle(light: CodeLook(color: dark, isBold: false, isItalic: true), dark: .plain)
    #expect(kept.look(in: .light) == CodeLook(color: dark, isBold: false, isItalic: true))
    #expect(kept.look(in: .dark) == .plain)
  }
}
