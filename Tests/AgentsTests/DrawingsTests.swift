import Domain
import FoundationEssentials
import Testing

@testable import Agents

@Suite struct `The drawings` {
  @Test func `are five, each with its file, size and words`() throws {
    #expect(Drawings.all.map(\.name) == ["harbour", "mountains", "desk", "rain", "garden"])
    #expect(Set(Drawings.all.map(\.alternative)).count == 5)
    for drawing in Drawings.all {
      let svg = String(decoding: try #require(Drawings.svg(named: drawing.name)), as: UTF8.self)
      #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
      #expect(svg.hasSuffix("</svg>\n"))
      #expect(svg.contains("width=\"\(drawing.width)\" height=\"\(drawing.height)\""))
      #expect(drawing.alternative.hasPrefix("Drawing of "))
      #expect(
        drawing.attachment
          == Attachment(
            content: .drawing(drawing.name), width: 480, height: 320, alternative: drawing.alternative))
    }
  }

  @Test func `are small and need nothing from outside`() throws {
    for drawing in Drawings.all {
      let svg = String(decoding: try #require(Drawings.svg(named: drawing.name)), as: UTF8.self)
      #expect(svg.utf8.count < 4_096)
      for foreign in ["<script", "<image", "<text", "<foreignObject", "href=\"http", "url(http", "<!ENTITY", "@import"]
      {
        #expect(!svg.contains(foreign))
      }
    }
  }

  @Test(arguments: ["", "Harbour", "harbour.svg", "../personas", "cat"])
  func `of other names are not there`(name: String) {
    #expect(Drawings.svg(named: name) == nil)
    #expect(Drawings.named(name) == nil)
  }
}
