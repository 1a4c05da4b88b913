import Markdown
import Testing

@Suite struct SummaryTests {
  @Test(arguments: [
    ("one\ntwo\r\n\n  three\tfour", "one two three four"), ("# Title\n\nText", "Title Text"),
    ("###### Six\n####### Seven", "Six ####### Seven"), ("#hashtag", "#hashtag"),
    ("- one\n- two\n* three\n+ four", "one two three four"), ("1. one\n2. two", "1. one 2. two"),
    ("> quoted\n>> twice", "quoted twice"), ("above\n---\nbelow\n* * *\nend\n___", "above below end"),
    ("| a | b |\n|---|:-:|\n| 1 | 2 |", "a b 1 2"),
    ("```swift\nlet a = b * c * d\n# not a heading\n---\n```\nafter", "let a = b * c * d # not a heading --- after"),
    ("~~~\n__init__\n~~~", "__init__"), ("```one line```", "one line"), ("a\u{2028}b  \nc", "a b c"),
    ("**bold** and *slanted* and __bold__ and _slanted_", "bold and slanted and bold and slanted"),
    ("***both*** and ~~gone~~", "both and gone"), ("**a *b* c**", "a b c"), ("これは**重要**です", "これは重要です"),
    ("use `a * b` and ``x`y``", "use a * b and x`y"),
    ("see [the docs](https://example.org/a_(b)) now", "see the docs now"), ("![a **big** cat](cat.png)!", "a big cat!"),
    ("(**bold**), \"*slanted*\"", "(bold), \"slanted\""), ("", ""), (" \n", ""),
  ])
  func `is one line without marks`(text: String, line: String) {
    #expect(Summary.line(of: text, limit: 160) == line)
  }

  @Test(arguments: [
    "5*3 = 15", "5 * 3 * 2", "snake_case_name and __init", "a ~ b, ~10, ~/notes", "price* and *terms", "½ ~~ 1",
    "it's `open", "<b>", "a < b > c", "👩‍👩‍👧‍👦 🇮🇳", "1_000_000", "**", "~", "#", "-5 °C", "---", "***", "```", "-",
    "$5 and $6",
    "<think>Hm.</think> It is four.",
  ])
  func `keeps what only looks like a mark, and a text of nothing but marks`(text: String) {
    #expect(Summary.line(of: text, limit: 160) == text)
  }

  @Test func `is cut at its limit`() {
    #expect(Summary.line(of: "**abc**def", limit: 6) == "abcdef")
    #expect(Summary.line(of: "**abc**defg", limit: 6) == "abcdef…")
    #expect(Summary.line(of: String(repeating: "word ", count: 1_000_000), limit: 9) == "word word…")
    #expect(Summary.line(of: String(repeating: "[*`_~ ", count: 200_000), limit: 160).count == 161)
  }
}
