import Domain
import Testing

@Suite struct `A text is emoji alone` {
  @Test(arguments: [
    "👍", "👍🏽", "☝🏿", "👩‍👩‍👧‍👦", "🏳️‍🌈", "❤️", "❤️‍🔥", "🇩🇪", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "1️⃣", "#️⃣", "☺️", "©️", "🤷🏻‍♀️", "👍👍👍", "🇩🇪🇫🇷🇮🇹", "👍 🎉", "\n🎉\n",
    "👨🏽‍❤️‍💋‍👨🏿👩🏽‍❤️‍💋‍👩🏿👨‍👩‍👧‍👧",
  ])
  func `when it is one to three of them, whatever they are made of`(text: String) { #expect(text.isEmojiAlone) }

  @Test(arguments: [
    "", " ", "\n", "1", "123", "#", "*", "©", "®", "™", "❤\u{FE0E}", "☺", "a", "👍 ok", "ok 👍", "👍.", "👍👍👍👍", "👍👍👍 👍",
    "🇩",
    "🇩🇪🇫", "1\u{20E3}1", "\u{200D}", "\u{FE0F}", "👍\u{301}", ":)", "→", "Ⅷ", "🎉\u{0}",
    String(repeating: "👍", count: 100_000),
  ])
  func `and not when it is anything else or more`(text: String) { #expect(!text.isEmojiAlone) }
}
