import Domain
import TestLibrary
import TestSupport
import Testing
import ViewModels

/// Picking whole messages.
@Suite(.timeLimit(.minutes(1)))
final class PickingTests {
  private let windows = Windows()

  private func opened(_ library: TestLibrary, messages: Int) async throws -> (LibraryModel, ThreadModel, [ThreadRow]) {
    let chat = try await library.chat(titled: "One", messages: messages)
    let (model, thread) = try await windows.open(chat.id, in: library)
    return (model, thread, thread.rows.filter { if case .message = $0.id { true } else { false } })
  }

  @Test func `A range follows the last message that was picked alone, and takes back what it had too many of`()
    async throws
  {
    let library = try await TestLibrary()
    let (_, thread, rows) = try await opened(library, messages: 6)
    #expect(rows.allSatisfy { $0.isPicked == nil })
    thread.pick(rows[0])
    thread.pick(rows[2])
    thread.pick(through: rows[5])
    #expect(rows.map(\.isPicked) == [true, false, true, true, true, true])
    thread.pick(through: rows[3])
    #expect(rows.map(\.isPicked) == [true, false, true, true, false, false])
    thread.pick(rows[0])
    #expect(thread.pickedCount == 2)
    thread.endPicking()
    #expect(!thread.picking.isOn && rows.allSatisfy { $0.isPicked == nil })
  }

  @Test func `They are copied in their order, each with its speaker and its time, also from far above`() async throws {
    let library = try await TestLibrary()
    let (_, thread, rows) = try await opened(library, messages: 300)
    thread.pick(rows[rows.count - 1])
    thread.pick(rows[rows.count - 2])
    // What is far below is let go on the way up.
    while thread.hasOlder { await thread.loadOlder() }
    #expect(thread.hasNewer && thread.pickedCount == 2)
    thread.pick(try #require(thread.rows.first { $0.text == "Message 1" && thread.canPick($0) }))
    let text = try #require(await thread.pickedText())
    let parts = text.split(separator: "\n\n")
    #expect(parts.count == 3)
    #expect(parts[0].hasPrefix("You, ") && parts[0].hasSuffix(":\nMessage 1"))
    #expect(parts[1].hasPrefix("You, ") && parts[1].hasSuffix(":\nMessage 299"))
    #expect(parts[2].hasPrefix("Puppet, ") && parts[2].hasSuffix(":\nMessage 300"))
    thread.endPickingAfterCopy()
    #expect(windows.newest?.text == "3 messages copied" && !thread.picking.isOn)
  }

  @Test func `They are deleted together with one Undo, and one that has gone meanwhile is not counted`() async throws {
    let library = try await TestLibrary()
    let (model, thread, rows) = try await opened(library, messages: 5)
    for row in rows[1...3] { thread.pick(row) }
    let gone = try await library.saved(in: thread.chat.id)[3].id
    try await library.service.deleteMessages([gone])
    await until { thread.pickedCount == 2 }
    thread.deletePicked()
    #expect(thread.texts == ["Message 1", "Message 5"] && !thread.picking.isOn)
    let notice = try #require(windows.newest)
    #expect(notice.text == "2 messages deleted")
    notice.action?()
    await until { thread.texts == ["Message 1", "Message 2", "Message 3", "Message 5"] }
    await model.shutDown()
  }
}
