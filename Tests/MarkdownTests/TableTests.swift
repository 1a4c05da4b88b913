import Markdown
import Testing

@Suite struct TableTests {
  private func table(_ text: String) -> Table? {
    guard case .table(let table) = Document.blocks(of: text).first?.content else { return nil }
    return table
  }

  @Test func `a table is written with its columns aligned`() throws {
    let table = try #require(self.table("|Flour|Time|Note|x\n|-|-:|:-:|:--\n|Rye|3 h|**dark**|\n|日本|12 h|a|b"))
    #expect(
      table.markdown == """
        | Flour | Time |   Note   | x   |
        | ----- | ---: | :------: | :-- |
        | Rye   |  3 h | **dark** |     |
        | 日本  | 12 h |    a     | b   |
        """)
  }

  @Test(arguments: [
    "*a* **b** ~~c~~ `d` ***e***", #"a \| b `c \| d` \*not\* \_it\_"#,
    "[words](https://example.org/a(b)c) and <https://x.example>",
    "[*in* a `link`](https://example.org 'title')", "www.example.org a@b.example https://example.org/x_y_z",
    "a<br>b", #"\<b> &amp;lt; &lt;i&gt; a & b < c"#, "snake_case _x_ 2 * 3 * 4", "``a ` b`` `` ` ``",
    #"$x_1$ costs \$5 and \$6"#,
    #"\[x] [x] [a]\(b) \\ \\\\ c:\\dir"#, "~ ~~ ~a b~ c", "👩‍👩‍👧 עברית", "**a**b *c*d",
    "![a picture](https://example.org/p.png)",
  ])
  func `a table that is copied and read again is the same`(cell: String) throws {
    let table = try #require(self.table("| \(cell) | b |\n|---|:-:|\n| \(cell) | \(cell) |"))
    #expect(self.table(table.markdown) == table, "\(table.markdown)")
  }
}
