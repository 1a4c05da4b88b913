import Domain
import Testing

/// Parts of one draft that belong to several who write at once.
struct DraftTests {
  @Test(arguments: [
    ("", "", "y", "y"), ("x", "x", "xx", "xx"), ("x", "", "y", "x\ny"), ("x\ny", "x", "", "y"), ("x\ny", "y", "", "x"),
    ("x\ny\nz", "y", "yy", "x\nyy\nz"), ("x\ny", "z", "w", "x\ny\nw"), ("x\ny", "z", "", "x\ny"),
    ("one\ntwo\nthree", "two\nthree", "2", "one\n2"), ("xy", "x", "", "xy"), ("x\n\ny", "x\n", "z", "z\ny"),
    ("x\nx", "x", "", "x"), ("x", "x", " ", " "), ("x\ny", "y", " ", "x"), ("x", " ", "y", "x\ny"),
  ])
  func `Only one's own lines are exchanged`(whole: String, part: String, other: String, result: String) {
    #expect(Draft(text: whole).replacing(Draft(text: part), by: Draft(text: other)) == Draft(text: result))
  }

  @Test(arguments: [
    ("x\ny", "x", true), ("x\ny", "y", true), ("x\ny", "", true), ("xy", "x", false), ("", "x", false),
    ("a\nb\nc", "b\nc", true), ("a\nb\nc", "a\nc", false),
  ])
  func `A part is there with all its lines together or not at all`(whole: String, part: String, isThere: Bool) {
    #expect(Draft(text: whole).contains(Draft(text: part)) == isThere)
  }

  @Test func `Only one's own pictures are exchanged`() {
    let pictures = ["one", "two", "three"].map {
      Attachment(content: .drawing($0), width: 1, height: 1, alternative: $0)
    }
    let whole = Draft(text: "x\ny", pictures: [pictures[0], pictures[1], pictures[0]])
    let sent = whole.replacing(Draft(text: "x", pictures: [pictures[0]]), by: Draft())
    #expect(sent == Draft(text: "y", pictures: [pictures[1], pictures[0]]))
    #expect(whole.contains(Draft(pictures: [pictures[0], pictures[0]])))
    #expect(!sent.contains(Draft(pictures: [pictures[0], pictures[0]])))
    #expect(sent.replacing(Draft(), by: Draft(pictures: [pictures[2]])).pictures.count == 3)
  }
}
