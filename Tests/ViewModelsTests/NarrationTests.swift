import Domain
import Observation
import TestLibrary
import TestSupport
import Testing
import ViewModels

/// All that was said so far.
@Observable
final class Heard {
  var words: [String] = []
}

/// What screen readers say of answers that come.
@Suite(.timeLimit(.minutes(1)))
struct NarrationTests {
  private let windows = Windows()

  /// An open chat in which Puppet was asked something, and what is heard there.
  private func asked(in library: TestLibrary, readsAloud: Bool = true) async throws -> (LibraryModel, Heard) {
    let (model, thread) = try await windows.open(try await library.chat(messages: 2).id, in: library)
    model.settings.change { $0.readsAnswersAloud = readsAloud }
    let heard = Heard()
    model.narration.onSay = { heard.words.append($0) }
    thread.draft = "Hello"
    thread.send()
    await library.puppet.asked(times: 1)
    return (model, heard)
  }

  /// Lets the voice speak on until so many things were said.
  private func listen(_ heard: Heard, for count: Int, in library: TestLibrary) async {
    let time = Task {
      // What is said last is still being said when the time stands still again.
      while !Task.isCancelled, heard.words.count < count {
        if let wait = library.surroundings.nextWake, wait < .seconds(10) { library.surroundings.advance(by: wait) }
        await Task.yield()
      }
    }
    await until { heard.words.count >= count }
    time.cancel()
  }

  /// Has the reply go on, and waits until it is on screen.
  private func say(_ text: String, in library: TestLibrary, _ model: LibraryModel) async {
    library.puppet.say(.text(text))
    await measured(library) { model.thread?.rows.last?.text.hasSuffix(text) == true }
  }

  @Test func `An answer's beginning, its finished paragraphs and its end are said, one after the other`() async throws {
    let library = try await TestLibrary()
    let (model, heard) = try await asked(in: library)
    await say("One *thing*.\n\nAnother", in: library, model)
    #expect(heard.words == ["Puppet is writing…"])
    await listen(heard, for: 2, in: library)
    #expect(heard.words.last == "One thing.")
    await say(
      " thing.\n\n- [x] a\n- b\n\n```swift\nlet x = 1\nlet y = 2\n```\n\n| A |\n| - |\n| B |\n\nEnd", in: library, model
    )
    await listen(heard, for: 3, in: library)
    #expect(heard.words.last == "Another thing. Done: a. b. Code, 2 lines. A table with 1 row")
    library.puppet.end()
    await measured(library) { model.thread?.isReplying == false }
    await listen(heard, for: 4, in: library)
    #expect(heard.words.last == "End. Answer finished")
    #expect(heard.words.count == 4, "nothing is said twice")
  }

  @Test func `Without the paragraphs an answer's beginning and end are said`() async throws {
    let library = try await TestLibrary()
    let (model, heard) = try await asked(in: library, readsAloud: false)
    library.puppet.say(.reasoning("Well"))
    await listen(heard, for: 1, in: library)
    await say("One.\n\nTwo.\n\nThree.", in: library, model)
    await listen(heard, for: 2, in: library)
    library.puppet.end(.stopped)
    await measured(library) { model.thread?.isReplying == false }
    await listen(heard, for: 3, in: library)
    #expect(heard.words == ["Puppet is thinking…", "Puppet is writing…", "Stopped"])
  }

  @Test func `Nothing is said of a chat that is not in sight, nor later what came meanwhile`() async throws {
    let library = try await TestLibrary()
    let (model, heard) = try await asked(in: library)
    model.setActive(false)
    await say("One.\n\nTwo.\n\nThr", in: library, model)
    #expect(heard.words.isEmpty)
    model.setActive(true)
    #expect(heard.words == ["Puppet is writing…"])
    await say("ee.\n\nFour", in: library, model)
    await listen(heard, for: 2, in: library)
    #expect(heard.words.last == "Three.")
    model.setActive(false)
    library.puppet.end()
    await measured(library) { model.thread?.isReplying == false }
    model.setActive(true)
    #expect(heard.words.count == 2)
  }

  @Test func `Where nobody listens nothing is said, and who begins to listen hears of what grows`() async throws {
    let library = try await TestLibrary()
    let (model, heard) = try await asked(in: library)
    model.narration.onSay = nil
    await say("One.\n\nTwo", in: library, model)
    model.narration.onSay = { heard.words.append($0) }
    await say(" and more.\n\nThree", in: library, model)
    await listen(heard, for: 2, in: library)
    #expect(heard.words == ["Puppet is writing…", "One. Two and more."])
    library.puppet.end()
  }
}
