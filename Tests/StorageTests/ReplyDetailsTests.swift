import Domain
import Testing
import TestSupport

@testable import Storage

/// What a reply cost and with what it was made, on the disk.
@Suite(.timeLimit(.minutes(1)))
struct ReplyDetailsTests {
  let fixture = FolderFixture()

  private var settings: ReplyParameters {
    var settings = ReplyParameters()
    for parameter in ReplyParameter.ofReplies { settings[parameter] = parameter.range.upperBound }
    settings.temperature = 0.7
    settings.reasoning = false
    return settings
  }

  private func reply(_ number: Int, settings: ReplyParameters?) -> Message {
    var reply = newMessage(number, sender: .agent, text: "Well")
    reply.usage = ReplyUsage(
      model: "tiny", promptTokens: 1_204, knownTokens: 1_100, replyTokens: 12, milliseconds: 34,
      firstTokenMilliseconds: 567)
    reply.context = ReplyContext(length: 4_096)
    reply.settings = settings
    return reply
  }

  @Test func `All of it is read again, also after a restart, and what is not known stays so`() async throws {
    var store = try await fixture.open()
    var bare = newMessage(3, sender: .agent, text: "Hm")
    bare.usage = ReplyUsage(model: "tiny")
    let written = [reply(1, settings: settings), reply(2, settings: ReplyParameters()), bare]
    try await store.write { store throws(StoreError) in
      try store.insert(newChat(1))
      for message in written { try store.append(message) }
    }
    await store.close()
    store = try await fixture.open()
    let read = try await store.messages()
    #expect(read.map(\.usage) == written.map(\.usage))
    #expect(read.map(\.settings) == [settings, ReplyParameters(), nil])
    #expect(try await store.verify() == [])
  }

  @Test func `What a reply is saved with later takes the place of what was there, and goes with the message`()
    async throws
  {
    let store = try await fixture.open()
    var first = reply(1, settings: settings)
    let (again, last) = (reply(2, settings: ReplyParameters()), reply(2, settings: nil))
    first.state = .streaming
    let begun = first
    try await store.write { store throws(StoreError) in
      try store.insert(newChat(1))
      try store.append(begun)
      try store.append(reply(2, settings: settings))
    }
    try await store.write { store throws(StoreError) in try store.update(again) }
    #expect(try await store.message(2)?.settings == ReplyParameters())
    try await store.write { store throws(StoreError) in try store.update(last) }
    #expect(try await store.message(2)?.settings == nil)
    #expect(try await store.message(1)?.settings == settings)
    try await store.write { store throws(StoreError) in try store.remove(messageID(1)) }
    #expect(try fixture.connection(.reading).number("SELECT count(*) FROM reply_settings") == 0)
  }

  @Test func `A library of format 6 is converted with its replies, of which no more is known than before`() async throws
  {
    try fixture.folder.make()
    try OpenDatabases.make(fixture.folder.database)
    let old = try fixture.connection()
    try old.migrate(Array(Migration.all.prefix(6)))
    try old.script(
      """
      INSERT INTO chat(id, uid, title, title_origin, agent, created_at, last_at, preview, unread, pinned, message_count)
      VALUES (1, x'01900000000070008000000000000001', 'Chat 1', 1, 'model:0101010101010101', 1, 1, '', 0, 0, 1);
      INSERT INTO message(id, uid, chat_id, sequence, sender, state, created_at, text, model, prompt_tokens, reply_tokens,
        duration, context_length)
      VALUES (1, x'01910000000070008000000000000001', 1, 1, 1, 2, 1, 'Well', 'tiny', 9, 8, 7, 4096);
      UPDATE chat SET tip = 1;
      """)
    let store = try await fixture.open()
    #expect(try fixture.connection(.reading).format() == today)
    let read = try #require(try await store.messages().first)
    #expect(read.usage == ReplyUsage(model: "tiny", promptTokens: 9, replyTokens: 8, milliseconds: 7))
    #expect(read.context == ReplyContext(length: 4_096) && read.settings == nil)
    #expect(try await store.verify() == [])
    #expect(Files.names(in: fixture.folder.backups).count == 1)
  }

  @Test(arguments: [
    "UPDATE message SET known_tokens = -1, first_token_duration = 9223372036854775807",
    "UPDATE reply_settings SET temperature = 9e999, top_p = -1, top_k = -9223372036854775808, seed = 9223372036854775807",
    "UPDATE reply_settings SET min_p = 7, repeat_penalty = 0, frequency_penalty = -1e300, presence_penalty = 99",
    "UPDATE reply_settings SET reasoning = 7, maximum_tokens = -1", "UPDATE reply_settings SET message_id = 77",
  ])
  func `What a damaged row says harms nobody, is found, and is mended`(damage: String) async throws {
    var store = try await fixture.open()
    let written = reply(1, settings: settings)
    try await store.write { store throws(StoreError) in
      try store.insert(newChat(1))
      try store.append(written)
    }
    await store.close()
    let connection = try fixture.connection()
    try connection.script("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; \(damage)")
    store = try await fixture.open()
    let read = try #require(try await store.message(1))
    #expect(read.text == "Well" && read.usage?.knownTokens ?? 0 >= 0)
    if let settings = read.settings {
      #expect(throws: Never.self) { try ChatSettings(parameters: settings).check() }
    }
    #expect(try await store.verify().contains(where: \.isDamage))
    await store.close()
    _ = try await fixture.library().repair()
    store = try await fixture.open()
    #expect(try await store.verify().filter(\.isDamage) == [])
    #expect(try await store.messages().count == 1)
  }
}
