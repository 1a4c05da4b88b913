import Localization
import Testing

/// Texts without a translation, and what a translation may do with the places in one.
@Suite struct LocalizedTests {
  @Test func `a text without a translation is what the code says`() {
    let title = "Plans"
    #expect(localized("“\(title)” was moved to the Trash") == "“Plans” was moved to the Trash")
    #expect(localized("Open", context: "a button") == "Open")
  }

  @Test(arguments: [(0, "0 chats"), (1, "1 chat"), (2, "2 chats"), (21, "21 chats"), (-1, "-1 chats")])
  func `a count takes its form`(count: Int, text: String) {
    #expect(localized(count, one: "\(count) chat", other: "\(count) chats") == text)
  }

  @Test(arguments: [
    ("{2}. {1}", "5. May"), ("{1}{1}{2}", "MayMay5"), ("{3} {0} {x} {", "{3} {0} {x} {"), ("none", "none"),
    ("{{1}}", "{May}"), ("", ""),
  ])
  func `a translation puts things where its language has them`(translation: String, text: String) {
    let (month, day) = ("May", 5)
    let message: LocalizedMessage = "\(month) \(day)"
    #expect(message.key == "{1} {2}")
    #expect(message.filled(translation) == text)
  }

  @Test func `what is put in is never taken for a place`() {
    let (first, second) = ("{2}", "{1}")
    #expect(localized("\(first), \(second)") == "{2}, {1}")
  }
}
