import Domain
import Testing
import TestSupport

@testable import Storage

/// What is set for a chat, on the disk.
@Suite(.timeLimit(.minutes(1)))
struct ChatSettingsTests {
  let fixture = FolderFixture()

  private var all: ChatSettings {
    var settings = ChatSettings(instructions: "Answer briefly.\nIn German: äöü", overflow: .summarise)
    for parameter in ReplyParameter.allCases { settings.parameters[parameter] = parameter.range.upperBound }
    settings.parameters.temperature = 0.7
    settings.parameters.reasoning = false
    return settings
  }

  private func settings(_ store: SQLiteStore, of number: Int = 1) async throws -> ChatSettings {
    try await store.read { store throws(StoreError) in try store.settings(of: chatID(number)) }
  }

  private func set(_ settings: ChatSettings, _ store: SQLiteStore) async throws(StoreError) {
    try await store.write { store throws(StoreError) in try store.setSettings(settings, of: chatID(1)) }
  }

  @Test func `What is set for a chat is read again, also after a restart, and is that chat's alone`() async throws {
    var store = try await fixture.open()
    try await store.fill(messages: 2)
    try await store.fill(chat: 2, messages: 0)
    #expect(try await settings(store) == ChatSettings())
    try await set(all, store)
    await store.close()
    store = try await fixture.open()
    #expect(try await settings(store) == all)
    #expect(try await settings(store, of: 2) == ChatSettings())
    for overflow in ContextOverflow.allCases {
      try await set(ChatSettings(overflow: overflow), store)
      #expect(try await settings(store).overflow == overflow)
    }
    try await set(ChatSettings(), store)
    #expect(try await settings(store) == ChatSettings())
    #expect(try fixture.connection(.reading).number("SELECT count(*) FROM chat_settings") == 0)
    #expect(try await store.verify() == [])
  }

  @Test func `What cannot be set is refused, and what was set stays`() async throws {
    let store = try await fixture.open()
    try await store.fill(messages: 1)
    try await set(all, store)
    for number in [Double.nan, .infinity, -.infinity, 5.1, -0.1] {
      var settings = all
      settings.parameters.temperature = number
      let refused = settings
      await #expect(throws: StoreError.unfitSettings(.outOfRange(.temperature))) { try await set(refused, store) }
    }
    let long = ChatSettings(instructions: String(repeating: "é", count: 32_769))
    await #expect(throws: StoreError.unfitSettings(.longInstructions(bytes: 65_538))) { try await set(long, store) }
    #expect(try await settings(store) == all)
    await #expect(throws: StoreError.noSuchChat) {
      try await store.write { [all] store throws(StoreError) in try store.setSettings(all, of: chatID(9)) }
    }
  }

  @Test func `Another process hears for which chat something was set, and reads what the last one wrote`() async throws
  {
    let one = try await fixture.open()
    let other = try await fixture.open()
    try await one.fill(messages: 1)
    var heard = other.changesByOtherProcesses().makeAsyncIterator()
    try await set(all, one)
    var change = await heard.next()
    while change?.chatSettings.isEmpty == true { change = await heard.next() }
    #expect(change?.chatSettings == [chatID(1)])
    try await set(ChatSettings(instructions: "Mine"), other)
    #expect(try await settings(one).instructions == "Mine")
  }

  @Test func `A library of format 4 is converted with its chats and models, and its chats take settings`() async throws
  {
    try fixture.folder.make()
    try OpenDatabases.make(fixture.folder.database)
    let old = try fixture.connection()
    try old.migrate(Array(Migration.all.prefix(4)))
    try old.script(
      """
      INSERT INTO chat(id, uid, title, title_origin, agent, created_at, last_at, preview, unread, pinned, message_count)
      VALUES (1, x'01900000000070008000000000000001', 'Chat 1', 1, 'model:0101010101010101', 1, 1, '', 0, 0, 1);
      INSERT INTO message(id, uid, chat_id, sequence, sender, state, created_at, text)
      VALUES (1, x'01910000000070008000000000000001', 1, 1, 0, 2, 1, 'Hello');
      UPDATE chat SET tip = 1;
      INSERT INTO model(fingerprint, name, path, bytes, modified_at, inode, device, architecture, quantisation,
        has_template, thinks, added_at)
      VALUES (zeroblob(32), 'Llama', '/m', 1, 1, 1, 1, 'llama', 'Q4_0', 1, 1, 1);
      """)
    let store = try await fixture.open()
    #expect(try fixture.connection(.reading).format() == today)
    #expect(try await store.messages().map(\.text) == ["Hello"])
    let models = try await store.read { store throws(StoreError) in try store.models() }
    #expect(models.map(\.name) == ["Llama"])
    #expect(models.first?.facts.recommended == ReplyParameters())
    #expect(try await settings(store) == ChatSettings())
    try await set(all, store)
    #expect(try await settings(store) == all)
    #expect(try await store.verify() == [])
    #expect(Files.names(in: fixture.folder.backups).count == 1)
  }

  @Test(arguments: [
    "temperature = 9e999, top_p = -1, top_k = -9223372036854775808, seed = 9223372036854775807",
    "min_p = 7, repeat_penalty = 0, frequency_penalty = -1e300, presence_penalty = 99, context_length = 1",
    "reasoning = 7, overflow = 99, maximum_tokens = -1", "instructions = CAST(x'41ff0042' AS TEXT)",
    "instructions = replace(hex(zeroblob(250000)), '00', 'é')", "chat_id = 77",
  ])
  func `What a damaged row says harms nobody, is found, and is mended`(damage: String) async throws {
    var store = try await fixture.open()
    try await store.fill(messages: 1)
    try await set(all, store)
    await store.close()
    try fixture.connection().script("UPDATE chat_settings SET \(damage)")
    store = try await fixture.open()
    let read = try await settings(store)
    #expect(throws: Never.self) { try read.check() }
    #expect(!read.instructions.contains("\0"))
    let isFound = try await store.verify().contains(where: \.isDamage)
    #expect(isFound || damage.hasPrefix("instructions = replace"))
    await store.close()
    _ = try await fixture.library().repair()
    store = try await fixture.open()
    #expect(try await store.verify().filter(\.isDamage) == [])
    #expect(try await store.messages().count == 1)
  }
}
