import Domain
import Testing

@Suite struct FileNameTests {
  @Test(arguments: [
    ("A red square", "A red square.png"), ("", "Picture.png"), ("a/b\\..\u{0}\n c", "a b\\.. c.png"),
    ("..", "Picture.png"),
    (".hidden", "hidden.png"), ("\u{202E}gnp", "gnp.png"), (String(repeating: "é", count: 200), nil),
    (String(repeating: "👨‍👩‍👧‍👦", count: 60), nil),
  ])
  func `a picture's file is called as it came, without what would lead elsewhere`(alternative: String, name: String?) {
    let picture = Attachment(content: .remote("http://a/b"), width: 1, height: 1, alternative: alternative)
    let found = picture.fileName(as: .png)
    if let name { #expect(found == name) }
    #expect(found.utf8.count <= 190 && !found.contains("/") && found.hasSuffix(".png"))
  }

  @Test func `a drawing's file is called by its name`() {
    let picture = Attachment(content: .drawing("harbour"), width: 1, height: 1, alternative: "A harbour")
    #expect(picture.fileName(as: .png) == "harbour.png")
  }
}
