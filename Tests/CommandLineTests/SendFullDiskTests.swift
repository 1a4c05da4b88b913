import Domain
import Glibc
import Records
import TestLibrary
import TestSupport
import Testing

/// The disk is full and stays full: a command ends with a sentence, and nothing is lost.
@Suite(.timeLimit(.minutes(3)), .enabled(if: SmallDisk.canMount, "needs the right to mount"))
struct SendFullDiskTests {
  @Test func `a send says how many replies are before its own, ends when none can be saved, and all stay owed`()
    async throws
  {
    let disk = try #require(SmallDisk(at: newTemporaryFolder("sotto-disk"), megabytes: 14))
    // Its first word comes long after the disk is full.
    let begins = Persona.Range(least: 3, most: 3)
    let persona = Persona(id: "quick", name: "Quick", delaySeconds: begins, texts: ["Certainly, at once."])
    let library = try CommandFixture([persona], home: disk.path + "/home")
    let id = try await library.chat("Full")
    for number in 1...3 {
      #expect(try await library.sotto("send", id, "Earlier \(number)", "--no-wait").code == 0)
    }
    let sending = try library.start("send", id, "Mine", "--json")
    sending.closeInput()
    try await sending.says("\"sent\"")
    disk.fill()
    let outcome = try await sending.end()
    #expect(outcome.code == 4)
    #expect(outcome.err.contains("3 earlier replies"), "\(outcome.err)")
    #expect(outcome.err.contains("is full"), "\(outcome.err)")
    #expect(outcome.err.contains("4 replies stay owed"), "\(outcome.err)")
    disk.empty()
    func owed() async throws -> [String] {
      try await library.messages(id).filter { $0.sender == "agent" }.map(\.state)
    }
    #expect(try await owed() == Array(repeating: "queued", count: 4))
    let next = try await library.sotto("send", id, "After")
    #expect(next.code == 0)
    #expect(next.err.contains("4 earlier replies"), "\(next.err)")
    #expect(try await owed() == Array(repeating: "complete", count: 5))
  }

  @Test func `a delete that finds no room even in the reserve says what would help`() async throws {
    let disk = try #require(SmallDisk(at: newTemporaryFolder("sotto-disk"), kilobytes: 2_000))
    let library = try CommandFixture([.quick], home: disk.path + "/home")
    let large = try await library.chat("Large")
    let text = String(repeating: "0123456789", count: 50_000)
    #expect(try await library.sotto("send", large, "--no-wait", input: text).code == 0)
    let small = try await library.chat("Small")
    disk.fill()
    let refused = try await library.sotto("delete", large, "--for-ever", "--yes")
    #expect(refused.code == 4)
    #expect(refused.err.contains("is full"), "\(refused.err)")
    #expect(refused.err.contains("as much room as the chat holds"), "\(refused.err)")
    // And that helps.
    #expect(try await library.sotto("delete", small, "--for-ever", "--yes").code == 0)
    disk.empty()
    #expect(try await library.sotto("delete", large, "--for-ever", "--yes").code == 0)
  }

  @Test func `a delete that finds room for a part of a long chat says where the rest lies`() async throws {
    let disk = try #require(SmallDisk(at: newTemporaryFolder("sotto-disk"), kilobytes: 3_000))
    let library = try CommandFixture([.quick], home: disk.path + "/home")
    try await library.chat("Small")
    let id = try await plant(in: library.home)
    disk.fill()
    let refused = try await library.sotto("delete", id, "--for-ever", "--yes")
    #expect(refused.code == 4)
    #expect(refused.err.contains("is full"), "\(refused.err)")
    #expect(refused.err.contains("The rest lies in the Trash"), "\(refused.err)")
    #expect(try await library.chats().map(\.title) == ["Small"])
    #expect(try await library.chats("--trash").map(\.messageCount) == [11])
    disk.empty()
    #expect(try await library.sotto("delete", id, "--for-ever", "--yes").code == 0)
  }

  /// A chat that begins with a large message and goes on with more small ones than go at once; returns its id.
  private func plant(in home: String) async throws -> String {
    let library = try await TestLibrary(in: home)
    var chat = library.service.newChat(agent: "quick")
    (chat.title, chat.titleOrigin) = ("Long", .manual)
    var messages: [Message] = []
    for number in 0...260 {
      let text = number == 0 ? String(repeating: "0123456789", count: 70_000) : "Short"
      messages.append(
        Message(
          id: library.surroundings.newID(), chat: chat.id, parent: messages.last?.id, sender: .user, text: text,
          createdAt: library.surroundings.now()))
    }
    try await library.service.insert(chat, messages: messages)
    await library.close()
    return chat.id.description
  }
}
