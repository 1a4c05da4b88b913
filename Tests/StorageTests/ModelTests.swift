import Domain
import Testing
import TestSupport

@testable import Storage

/// The records of local models.
@Suite(.timeLimit(.minutes(1)))
struct ModelTests {
  let fixture = FolderFixture()

  private func id(_ number: UInt8) throws -> ModelID {
    try #require(ModelID(bytes: Array(repeating: number, count: 32)))
  }

  private func model(_ number: UInt8, name: String = "Llama") throws -> LocalModel {
    let facts = ModelFacts(
      name: name, architecture: "llama", parameters: 1_235_814_432, quantisation: "Q4_K_M", sizeLabel: "1B", layers: 16,
      contextLength: 131_072, contextBytesPerToken: 32_768, licence: ModelLicence(name: "llama3.2", link: "https://a"),
      hasTemplate: true, thinks: true)
    let file = ModelFile(
      path: "/models/\(number).gguf", bytes: 804_000_000, modifiedAt: 1_700_000_000_123_456_789, inode: -5, device: 7)
    return LocalModel(id: try id(number), name: name, facts: facts, file: file, addedAt: time(1_000))
  }

  private func bare(_ number: UInt8) throws -> LocalModel {
    LocalModel(
      id: try id(number), name: "bare.gguf", facts: ModelFacts(architecture: "mamba", hasTemplate: false),
      file: ModelFile(path: "/b", bytes: 0, modifiedAt: 0, inode: 0, device: 0), addedAt: time(2_000))
  }

  private func models(_ store: SQLiteStore) async throws -> [LocalModel] {
    try await store.read { store throws(StoreError) in try store.models() }
  }

  @Test func `What is saved of a model is read again, also after a restart, and what is removed is gone`() async throws
  {
    let (one, other) = (try model(1), try bare(2))
    let store = try await fixture.open()
    try await store.write { store throws(StoreError) in
      try store.save(one)
      try store.save(other)
    }
    #expect(try await models(store) == [one, other])
    await store.close()
    let again = try await fixture.open()
    var moved = one
    moved.file.path = "/elsewhere"
    moved.name = "Renamed"
    let new = moved
    try await again.write { store throws(StoreError) in try store.save(new) }
    #expect(try await models(again) == [moved, other])
    let (gone, goneAgain) = try await again.write { store throws(StoreError) in
      (try store.remove(one.id), try store.remove(one.id))
    }
    #expect((gone, goneAgain) == (true, false))
    #expect(try await models(again) == [other])
    #expect(try await again.verify() == [])
  }

  @Test func `A model whose load ended the engine says so until it was loaded again`() async throws {
    let model = try model(1)
    let store = try await fixture.open()
    try await store.write { store throws(StoreError) in
      try store.save(model)
      try store.beginLoad(of: model.id)
    }
    #expect(try await models(store).map(\.endedEngine) == [false])
    try await store.write { store throws(StoreError) in try store.endLoad(of: model.id, endedEngine: true) }
    #expect(try await models(store).map(\.endedEngine) == [true])
    // What is known of the file is saved again, and that is not forgotten.
    try await store.write { store throws(StoreError) in try store.save(model) }
    #expect(try await models(store).map(\.endedEngine) == [true])
    try await store.write { store throws(StoreError) in
      try store.beginLoad(of: model.id)
      try store.endLoad(of: model.id, endedEngine: false)
    }
    #expect(try await models(store).map(\.endedEngine) == [false])
  }

  @Test func `A model that a process was loading when it ended says so, and one that a living one loads does not`()
    async throws
  {
    let model = try model(1)
    let store = try await fixture.open()
    let other = try await fixture.open()
    try await store.write { store throws(StoreError) in
      try store.save(model)
      try store.beginLoad(of: model.id)
    }
    #expect(try await models(other).map(\.loadFault) == [nil])
    await store.close()
    #expect(try await models(other).map(\.loadFault) == [.loadCutOff(name: "Llama")])
    // Somebody asks for it.
    try await other.write { store throws(StoreError) in try store.forgetLoad(of: model.id) }
    #expect(try await models(other).map(\.loadFault) == [nil])
  }

  @Test func `Another process hears that models came, went and ended the engine, and of nothing else`() async throws {
    let model = try model(1)
    let one = try await fixture.open()
    let other = try await fixture.open()
    var heard = other.modelChangesByOtherProcesses().makeAsyncIterator()
    let all = other.changesByOtherProcesses()
    try await one.fill(messages: 2)
    try await one.write { store throws(StoreError) in try store.save(model) }
    _ = await heard.next()
    #expect(try await models(other) == [model])
    try await one.write { store throws(StoreError) in try store.endLoad(of: model.id, endedEngine: true) }
    _ = await heard.next()
    #expect(try await models(other).map(\.endedEngine) == [true])
    try await one.write { store throws(StoreError) in try store.remove(model.id) }
    _ = await heard.next()
    #expect(try await models(other) == [])
    for await change in all where change.modelsChanged {
      #expect(change.messages.isSubset(of: [messageID(1), messageID(2)]))
      break
    }
    await other.close()
    #expect(await heard.next() == nil)
  }

  @Test func `A library of format 3 is converted with its chats, and takes models`() async throws {
    try fixture.folder.make()
    try OpenDatabases.make(fixture.folder.database)
    let old = try fixture.connection()
    try old.migrate(Array(Migration.all.prefix(3)))
    try old.script(
      """
      INSERT INTO chat(id, uid, title, title_origin, agent, created_at, last_at, preview, unread, pinned, message_count)
      VALUES (1, x'01900000000070008000000000000001', 'Chat 1', 1, 'model:0101010101010101', 1, 1, '', 0, 0, 1);
      INSERT INTO message(id, uid, chat_id, sequence, sender, state, created_at, text)
      VALUES (1, x'01910000000070008000000000000001', 1, 1, 0, 2, 1, 'Hello');
      UPDATE chat SET tip = 1;
      """)
    let store = try await fixture.open()
    #expect(try fixture.connection(.reading).format() == today)
    #expect(try await store.messages().map(\.text) == ["Hello"])
    #expect(try await models(store) == [])
    let model = try model(1)
    try await store.write { store throws(StoreError) in try store.save(model) }
    #expect(try await models(store).map(\.agent) == [try await store.chat(1)?.agent])
    #expect(try await store.verify() == [])
    #expect(Files.names(in: fixture.folder.backups).count == 1)
  }

  @Test(arguments: [
    "bytes = 9223372036854775807, parameters = -5, layers = 1e15, context_length = -9223372036854775808",
    "name = CAST(x'41ff00' AS TEXT), path = CAST(x'2fff' AS TEXT), licence = CAST(x'ff' AS TEXT)",
    "has_template = 7, thinks = -1, ended_engine = 9, load_owner = x'00', added_at = 9223372036854775807",
    "fingerprint = x'00'", "name = replace(hex(zeroblob(2500000)), '00', 'é')",
  ])
  func `What a damaged row says of a model hides no other, stops nobody, and is mended`(damage: String) async throws {
    let (one, other) = (try model(1), try model(2))
    var store = try await fixture.open()
    try await store.write { store throws(StoreError) in
      try store.save(one)
      try store.save(other)
    }
    await store.close()
    try fixture.connection().script("UPDATE model SET \(damage) WHERE id = 1")
    store = try await fixture.open()
    let found = try await models(store)
    #expect(found.last == other)
    for model in found {
      #expect(model.file.bytes >= 0 && model.facts.parameters ?? 0 >= 0 && Timestamp.showable.contains(model.addedAt))
      #expect(model.name.utf8.count <= Valid.lineBytes && !model.name.contains("\0"))
    }
    await store.close()
    _ = try await fixture.library().repair()
    store = try await fixture.open()
    #expect(try await models(store).last == other)
    #expect(try await store.verify().filter(\.isDamage) == [])
  }

  @Test func `A model without a valid fingerprint is found and dropped by a repair`() async throws {
    let model = try model(1)
    var store = try await fixture.open()
    try await store.write { store throws(StoreError) in try store.save(model) }
    try fixture.connection().script("UPDATE model SET fingerprint = x'00', bytes = -3")
    #expect(
      try await store.verify().map(\.what)
        == [
          .wrongNumber(.model(name: "Llama"), column: "bytes"), .modelWithoutID(row: 1),
        ]
        .reversed())
    await store.close()
    #expect(try await fixture.library().repair().mended.map(\.kind) == [.looseRows])
    store = try await fixture.open()
    #expect(try await models(store) == [])
    #expect(try await store.findingsNow() == [])
  }
}
