import Domain
import Testing

@Suite struct `A link to a chat` {
  private static let id = "018f3a5e-7c21-7000-8000-0123456789ab"

  @Test func `says what it leads to, and is read again`() throws {
    let chat = try #require(ChatID(Self.id))
    #expect(ChatLink(to: chat).description == "sotto:chat/\(Self.id)")
    #expect(ChatLink(ChatLink(to: chat).description)?.chat == chat)
  }

  @Test(arguments: ["sotto:/chat/", "sotto:///chat/", "SOTTO:chat/", "Sotto:Chat/"])
  func `is the same as desktops may write it`(beginning: String) throws {
    #expect(ChatLink(beginning + Self.id)?.chat == ChatID(Self.id))
    #expect(ChatLink.isOwn(beginning + Self.id))
  }

  @Test(arguments: [
    "", "sotto:", "sotto:chat", "sotto:chat/", "sotto:chat/7", "sotto:message/\(id)", "sotto:chat/\(id)/x",
    "sotto:chat/\(id)?x", "https:chat/\(id)", "chat/\(id)", "sotto:\(id)", "sotto:chat/../\(id)",
    "sotto:chat/" + String(repeating: "0", count: 100_000),
  ])
  func `is nothing else`(address: String) { #expect(ChatLink(address) == nil) }
}
