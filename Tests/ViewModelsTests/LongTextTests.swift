import Domain
import Observation
import TestLibrary
import TestSupport
import Testing
import ViewModels

@Suite(.timeLimit(.minutes(1)))
struct LongTextTests {
  nonisolated static let texts = [
    String(repeating: "x", count: 200_000),
    String(repeating: "abcdefghijklmnopqrstuvwxyz1\n", count: 5_000),
    String(repeating: "\n", count: 5_000),
    String(repeating: "words without a line end ", count: 5_000),
    String(repeating: "👩‍👩‍👧‍👦🇩🇪e\u{301}", count: 3_000),
    "a" + String(repeating: "\u{301}", count: 30_000),
    String(repeating: "\u{202B}עברית 漢字 हिन्दी\u{202C}\r\n", count: 3_000),
    String(repeating: "line\u{2028}", count: 3_000),
  ]

  @Test(arguments: texts.indices) func `All pieces together are the text, and none is too long`(index: Int) {
    let text = Self.texts[index]
    let long = LongText(text)
    let chunks = (0..<long.count).map { long.words($0) }
    #expect(long.count > 1)
    #expect(chunks.allSatisfy { $0.unicodeScalars.count <= 4_000 })
    #expect(chunks.allSatisfy { $0.unicodeScalars.count { $0 == "\n" || $0 == "\u{2028}" } <= 120 })
    // Only the line ends at which it was cut are missing.
    #expect(
      chunks.joined().filter { !$0.isNewline }.unicodeScalars.elementsEqual(
        text.filter { !$0.isNewline }.unicodeScalars))
  }

  @Test func `A piece ends between two letters`() {
    let long = LongText(String(repeating: "👩‍👩‍👧‍👦", count: 3_000))
    #expect((0..<long.count).allSatisfy { long.words($0).allSatisfy { $0 == "👩‍👩‍👧‍👦" } })
  }

  @Test func `A piece ends at a line's end or at a space where there is one`() {
    let lines = LongText(String(repeating: String(repeating: "y", count: 99) + "\n", count: 200))
    #expect(lines.words(0).count == 40 * 100 - 1)
    let words = LongText(String(repeating: "seven77 ", count: 2_000))
    #expect(words.words(0).hasSuffix("seven77 "))
  }

  @Test func `A bubble shows a short text whole and of a long one the beginning`() async throws {
    let thread = try await open(["Short", String(repeating: "z", count: 50_000)])
    let rows = thread.rows.filter { if case .message = $0.id { true } else { false } }
    let (short, long) = (rows[rows.count - 2], rows[rows.count - 1])
    #expect(short.shownText.plain == "Short" && short.shownText.hidden == .nothing)
    #expect(long.shownText.plain == String(repeating: "z", count: 1_500) && long.shownText.hidden == .rest)
    #expect(long.size == "50.0 kB" && long.text.count == 50_000)
  }

  @Test func `A reply that grows long is shown whole, also once it has ended, and may be folded then`() async throws {
    let (library, model, row) = try await streaming()
    let thread = try #require(model.thread)
    library.surroundings.advance(by: .seconds(1))
    library.puppet.say(.text(String(repeating: "a", count: 20_000) + "the end"))
    await until { row.shownText.plain.hasSuffix("the end") }
    #expect(row.shownText.hidden == .nothing && row.shownText.plain.hasPrefix("First aaa"))
    #expect(!row.shownText.isUnfolded)
    library.puppet.end()
    await until { !thread.isStreaming && row.state == .complete }
    #expect(row.shownText.hidden == .nothing && row.shownText.plain == row.text)
    #expect(row.shownText.isUnfolded && row.canUnfold)
    row.unfold(false)
    #expect(row.shownText.hidden == .rest && row.shownText.plain.utf8.count == 1_500)
    row.unfold(true)
    #expect(row.shownText.hidden == .nothing && row.shownText.plain == row.text)
  }

  @Test func `A reply that grows beyond all measure shows its end, and its beginning once it has ended`() async throws {
    let (library, model, row) = try await streaming()
    let thread = try #require(model.thread)
    library.surroundings.advance(by: .seconds(1))
    library.puppet.say(.text(String(repeating: "a", count: 220_000) + "the end"))
    await until { row.shownText.plain.hasSuffix("the end") }
    #expect(row.shownText.hidden == .beginning && row.shownText.plain.utf8.count < 9_000)
    library.puppet.end()
    await until { !thread.isStreaming && row.shownText.hidden == .rest }
    #expect(row.shownText.plain == "First " + String(repeating: "a", count: 1_494))
    #expect(row.text.hasSuffix("the end"))
  }

  @Test func `The growth of a text is told to nobody who does not show text`() async throws {
    let (library, model, row) = try await streaming()
    defer { withExtendedLifetime(model) {} }
    library.surroundings.advance(by: .seconds(1))
    var isTold = false
    withObservationTracking {
      _ = (row.message, row.trouble, row.pictures.count, row.stamp, row.hasText, row.exactTime)
    } onChange: {
      MainActor.assumeIsolated { isTold = true }
    }
    library.puppet.say(.text("and more"))
    await until { row.text.hasSuffix("and more") }
    #expect(!isTold)
    library.puppet.end()
    await until { row.message?.state == .complete }
    #expect(isTold)
  }

  @Test
  func `While a hundred chunks stream, what shows the text runs each time, and what shows anything else at most twice`()
    async throws
  {
    let (library, model, row) = try await streaming()
    defer { withExtendedLifetime(model) {} }
    let text = Follower { _ = row.shownText }
    let others = [
      "name": Follower { _ = row.spoken(agent: "Puppet") },
      "bubble": Follower { _ = (row.hasText, row.pictures.count) },
      "time": Follower { _ = (row.stamp, row.showsStamp, row.state, row.exactTime) },
      "trouble": Follower { _ = row.trouble }, "run": Follower { _ = row.beginsRun },
      "details": Follower { _ = row.message },
    ]
    for step in 1...100 {
      library.surroundings.advance(by: .seconds(1))
      library.puppet.say(.text("word\(step) "))
      await until { row.text.hasSuffix("word\(step) ") }
      for follower in [text] + others.values { follower.frame() }
    }
    #expect(text.runs > 100)
    #expect(others.filter { $1.runs > 1 }.keys.sorted() == [])
    library.puppet.end()
    await until { row.state == .complete }
    for follower in [text] + others.values { follower.frame() }
    #expect(others.filter { $1.runs > 2 }.keys.sorted() == [])
    #expect(row.spoken(agent: "Puppet").hasPrefix("Puppet: First word1 word2 "))
  }

  @Test func `A screen reader hears that a reply is being written, and its words once they are all there`() async throws
  {
    let (library, model, row) = try await streaming()
    defer { withExtendedLifetime(model) {} }
    #expect(row.spoken(agent: "Puppet").hasPrefix("Puppet: Still writing. "))
    library.puppet.end()
    await until { row.state == .complete }
    #expect(row.spoken(agent: "Puppet").hasPrefix("Puppet: First. "))
  }

  @Test func `A screen reader hears sentences, the beginning of a long text, and its length`() async throws {
    let thread = try await open(["Keep it to yourselves.", String(repeating: "word ", count: 2_000)])
    let rows = thread.rows.filter { if case .message = $0.id { true } else { false } }
    let (short, long) = (rows[rows.count - 2].spoken(agent: "Crew"), rows[rows.count - 1].spoken(agent: "Crew"))
    #expect(short.hasPrefix("You: Keep it to yourselves. ") && !short.contains(".."))
    #expect(long.utf8.count < 2_200 && long.contains("word … 10.0 kB in all. "))
  }

  @Test func `Tokens and speed are told of models only`() async throws {
    let (library, model, row) = try await streaming()
    defer { withExtendedLifetime(model) {} }
    library.puppet.say(.usage(ReplyUsage(model: "Puppet", replyTokens: 108, milliseconds: 4_000)))
    library.puppet.end()
    await until { row.message?.usage?.replyTokens == 108 }
    #expect(row.details.map(\.name) == ["Sent", "Answered by", "Length"])
  }

  /// A chat with these messages of the user.
  private func open(_ texts: [String]) async throws -> ThreadModel {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 2)
    for text in texts { _ = try await library.service.send(text, in: chat.id) }
    let model = try await openModel(library)
    let thread = try await openThread(chat.id, in: model)
    return thread
  }

  /// A chat in which a reply has begun with "First ".
  private func streaming() async throws -> (TestLibrary, LibraryModel, ThreadRow) {
    let library = try await TestLibrary()
    let chat = try await library.chat(messages: 2)
    let model = try await openModel(library)
    let thread = try await openThread(chat.id, in: model)
    thread.draft = "Go on"
    thread.send()
    await library.puppet.asked(times: 1)
    library.puppet.say(.text("First "))
    await until { thread.texts.last == "First " }
    return (library, model, try #require(thread.rows.last))
  }
}

/// Reads something as an effect of the window does: now, and before a frame if it has changed since.
private final class Follower {
  private(set) var runs = 0
  private let read: () -> Void
  private var isDirty = false

  init(_ read: @escaping () -> Void) {
    self.read = read
    run()
  }

  func frame() { if isDirty { run() } }

  private func run() {
    runs += 1
    isDirty = false
    withObservationTracking(read) { [weak self] in MainActor.assumeIsolated { self?.isDirty = true } }
  }
}
