import Domain
import Observation
import TestLibrary
import TestSupport
import Testing
import ViewModels

/// Of which replies the desktop tells, in which words, and for how long.
@Suite(.timeLimit(.minutes(1)))
final class NotificationTests {
  private let windows = Windows()

  /// A desktop that notes what it is told.
  @Observable final class Desktop {
    var shown: [ChatID: ReplyNotification] = [:]
    var count = 0

    init(_ model: LibraryModel) {
      model.notifications.onShow = { [weak self] notification in
        self?.shown[notification.chat] = notification
        self?.count += 1
      }
      model.notifications.onWithdraw = { [weak self] chat in self?.shown[chat] = nil }
    }
  }

  /// Two chats, a window in front of the second, and a question in the first that is being answered.
  private func asked(in library: TestLibrary) async throws -> (
    model: LibraryModel, desktop: Desktop, chat: Chat, other: Chat
  ) {
    let chat = try await library.chat(titled: "Soup", messages: 2)
    let other = try await library.chat(titled: "Other", messages: 2)
    let (model, thread) = try await windows.open(chat.id, in: library)
    await model.start()
    let desktop = Desktop(model)
    thread.draft = "What goes in?"
    thread.send()
    await library.puppet.asked(times: 1)
    model.open(other.id)
    await windows.idle()
    return (model, desktop, chat, other)
  }

  @Test func `A reply in a chat that is not in sight is told with its first words, and no more once it is read`()
    async throws
  {
    let library = try await TestLibrary()
    let (model, desktop, chat, _) = try await asked(in: library)
    library.puppet.say(.reasoning("They want soup"), .text("Leeks\nand salt"))
    library.puppet.end()
    await until { !desktop.shown.isEmpty }
    let told = try #require(desktop.shown[chat.id])
    #expect(told.title == "Soup" && told.text == "Leeks and salt")
    #expect(try await library.saved(in: chat.id).last?.id == told.message)
    model.open(chat.id)
    await until { desktop.shown.isEmpty }
    #expect(desktop.count == 1)
  }

  @Test func `None is told of a chat in sight, nor of one whose reply was stopped`() async throws {
    let library = try await TestLibrary()
    let (model, desktop, chat, _) = try await asked(in: library)
    model.open(chat.id)
    await windows.idle()
    library.puppet.say(.text("Leeks"))
    library.puppet.end()
    let thread = try #require(model.thread)
    await until { thread.texts.last == "Leeks" && !thread.isReplying }
    thread.draft = "And then?"
    thread.send()
    await library.puppet.asked(times: 2)
    model.setActive(false)
    await windows.idle()
    thread.stop()
    await until { !thread.isReplying }
    #expect(desktop.count == 0)
    model.setActive(true)
    thread.draft = "Go on"
    thread.send()
    await library.puppet.asked(times: 3)
    model.setActive(false)
    await windows.idle()
    library.puppet.say(.text("Salt"))
    library.puppet.end()
    await until { desktop.shown[chat.id]?.text == "Salt" }
    model.setActive(true)
    await until { desktop.shown.isEmpty }
  }

  @Test func `One that failed is told in other words`() async throws {
    let library = try await TestLibrary()
    let (model, desktop, chat, _) = try await asked(in: library)
    library.puppet.say(.text("Lee"))
    library.puppet.die()
    await until { !desktop.shown.isEmpty }
    let failed = try #require(try await library.saved(in: chat.id).last)
    #expect(failed.state == .failed && desktop.shown[chat.id]?.message == failed.id)
    #expect(desktop.shown[chat.id]?.text.contains("Lee") == false)
    model.settings.change { $0.notificationsShowText = false }
    await until { desktop.shown.isEmpty }
  }

  @Test func `What the message says is told only where that is wanted, and nothing where nothing is`() async throws {
    let library = try await TestLibrary()
    let (model, desktop, chat, other) = try await asked(in: library)
    model.settings.change { $0.notificationsShowText = false }
    library.puppet.say(.text("A secret"))
    library.puppet.end()
    await until { !desktop.shown.isEmpty }
    #expect(desktop.shown[chat.id]?.text == "New message")
    model.settings.change { $0.notifies = false }
    await until { desktop.shown.isEmpty }
    model.open(chat.id)
    let thread = try #require(model.thread)
    await until { thread.phase == .ready }
    thread.draft = "Another"
    thread.send()
    await library.puppet.asked(times: 2)
    model.open(other.id)
    await windows.idle()
    library.puppet.end()
    await until { model.unread.count == 1 }
    await windows.idle()
    #expect(desktop.count == 1)
  }

  @Test func `Of two processes on one data folder the one that made the reply tells, and reading in the other ends it`()
    async throws
  {
    let library = try await TestLibrary()
    let (_, desktop, chat, other) = try await asked(in: library)
    let second = try await TestLibrary(in: library.folder, surroundings: ManualSurroundings(now: 1_736_000_000_000))
    let (elsewhere, _) = try await windows.open(other.id, in: second)
    await elsewhere.start()
    let there = Desktop(elsewhere)
    library.puppet.say(.text("Leeks"))
    library.puppet.end()
    await until { desktop.count == 1 && elsewhere.unread.count == 1 }
    #expect(there.count == 0)
    elsewhere.open(chat.id)
    await until { desktop.shown.isEmpty }
  }

  @Test func `Nothing is left on the desktop by a program that has ended, nor of a chat in the Trash`() async throws {
    let library = try await TestLibrary()
    let (model, desktop, chat, _) = try await asked(in: library)
    library.puppet.say(.text("Leeks"))
    library.puppet.end()
    await until { desktop.count == 1 }
    model.moveToTrash(chat.id)
    await until { desktop.shown.isEmpty }
    model.restore(chat.id, opening: true)
    await until { model.thread?.chat.id == chat.id && model.thread?.phase == .ready }
    let thread = try #require(model.thread)
    thread.draft = "And then?"
    thread.send()
    await library.puppet.asked(times: 2)
    model.setActive(false)
    await windows.idle()
    library.puppet.say(.text("Salt"))
    library.puppet.end()
    await until { desktop.count == 2 }
    await model.shutDown()
    #expect(desktop.shown.isEmpty)
  }
}
