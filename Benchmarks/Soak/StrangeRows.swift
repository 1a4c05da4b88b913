import Domain
import FoundationEssentials
import Platform
import Sotto
import ViewModels
import Workers

/// Rounds of nonsense in the database, each in a process of its own, so that a trap or a hang is one round's. True when
/// any round failed; its seed says how to have it again.
func strangeRounds(_ rounds: Int, seed: UInt64, home: String) async -> Bool {
  var failed: [UInt64] = []
  do { try await makeTemplate(home + "/template") } catch {
    say("strange rows: the data folder to begin with cannot be made: \(error)", on: STDERR_FILENO)
    return true
  }
  for round in 0..<UInt64(rounds) {
    let status = run("/proc/self/exe", ["strange-row", "--seed", "\(seed &+ round)", "--home", home])
    if status != 0 {
      failed.append(seed &+ round)
      say("strange rows: seed \(seed &+ round) ended with \(status)", on: STDERR_FILENO)
    }
  }
  let words =
    failed.isEmpty ? "none failed" : "\(failed.count) FAILED: \(failed.map(String.init).joined(separator: " "))"
  say("strange rows: \(rounds) rounds from seed \(seed), \(words) (again: sotto-soak strange-rows --seed N --rounds 1)")
  return !failed.isEmpty
}

/// Starts a program on nothing and waits; its status as a shell has it, or 128 and the signal.
private func run(_ program: String, _ arguments: [String], environment: [String: String] = [:], isQuiet: Bool = false)
  -> Int32
{
  var command = Command([program] + arguments)
  command.environment = Command.environment(with: environment)
  if !isQuiet { (command.output, command.error) = (.inherited, .inherited) }
  do throws(CannotStart) { return try ChildProcess(command).wait().code } catch { return 127 }
}

/// The library with agents of whom those of its chats say nothing within these rounds.
private func silent(_ home: String) throws -> Composition {
  Composition(home: home, environment: try soakPersonas(beside: home))
}

/// Three demo chats, one in the Trash, one with a draft, and rows of every table.
private func makeTemplate(_ home: String) async throws {
  let composition = try silent(home)
  let open = try await composition.open()
  try await open.service.addDemo(try composition.demoChats())
  for number in 1...3 {
    let chat = try await open.service.createChat(titled: "Chat \(number)", agent: number == 1 ? "crew" : "none")
    for index in 1...9 { _ = try await open.service.send("Message \(index)", in: chat.id, leavesReply: true) }
    if number == 2 { try await open.service.moveToTrash(chat.id) }
    if number == 3 { try await open.service.saveDraft(Draft(text: "Not sent yet"), in: chat.id) }
  }
  try await open.service.changeSettings {
    $0.hadDemo = true
    $0.isWelcomed = true
  }
  await open.service.shutDown()
  await open.library.close()
  guard let raw = RawDatabase(home + "/sotto.db") else { return }
  // Nobody answers, so that no command waits for a reply that takes its time.
  raw.run("UPDATE chat SET agent = 'none'")
  // Messages beside those that are shown, also beside the first.
  raw.run(
    """
    INSERT INTO message(uid, chat_id, parent_id, sequence, sender, state, created_at, text)
    SELECT randomblob(16), chat_id, nullif(id, (SELECT min(id) FROM message WHERE chat_id = m.chat_id)), 1000 + sequence, 0, 2,
      created_at, 'Else' FROM message m
    WHERE chat_id = (SELECT id FROM chat WHERE title = 'Chat 1') AND sequence IN (1, 3, 6);
    """)
  raw.run(
    """
    INSERT INTO choice SELECT chat_id, parent_id, (SELECT other.id FROM message other WHERE other.id <> m.id
      AND other.chat_id = m.chat_id AND other.parent_id IS m.parent_id) FROM message m WHERE text = 'Else';
    """)
  raw.run("INSERT INTO branch SELECT id, id FROM message WHERE text = 'Else'")
  raw.run("UPDATE chat SET message_count = message_count + 3 WHERE title = 'Chat 1'")
  raw.run(
    """
    INSERT INTO message(uid, chat_id, parent_id, sequence, sender, state, created_at, text, model, prompt_tokens,
      reply_tokens, duration, owner)
    SELECT randomblob(16), chat_id, id, sequence + 1, 1, 1, created_at, 'grown', 'm', 1, 2, 3, randomblob(16) FROM message
      WHERE id = (SELECT tip FROM chat WHERE title = 'Chat 3');
    """)
  raw.run(
    "INSERT INTO reply_chunk(message_id, number, text) VALUES (last_insert_rowid(), 1, ' a'), (last_insert_rowid(), 2, ' b')"
  )
  raw.run(
    "UPDATE chat SET tip = (SELECT max(id) FROM message), message_count = message_count + 1 WHERE title = 'Chat 3'")
  raw.run(
    "INSERT INTO attachment(message_id, position, remote_url, width, height, alternative) VALUES (3, 7, 'https://a.example/b.png', 640, 480, 'far')"
  )
  raw.run(
    "INSERT INTO attachment(message_id, position, hash, mime, bytes, width, height, alternative) VALUES (4, 3, zeroblob(32), 'image/png', 5, 64, 48, 'near')"
  )
  raw.run(
    "INSERT INTO draft_picture SELECT id, 0, zeroblob(32), 'image/png', 5, 6, 7, 'x' FROM chat WHERE title = 'Chat 3'")
  raw.run("INSERT INTO agent_state SELECT id, '{\"count\":1,\"threshold\":3}' FROM chat WHERE title = 'Chat 3'")
}

/// One round: plants, has every command and the window's models at it, repairs, and looks what is left.
@MainActor
func strangeRow(seed: UInt64, home: String) async -> Int32 {
  // A hang ends with a signal.
  alarm(60)
  let library = "\(home)/\(seed)"
  let files = FileManager.default
  var complaints: [String] = []
  do {
    try files.createDirectory(atPath: library, withIntermediateDirectories: true)
    try files.copyItem(atPath: home + "/template/sotto.db", toPath: library + "/sotto.db")
    guard let raw = RawDatabase(library + "/sotto.db") else { return 2 }
    let before = try await StrangeLibrary(library).lines()
    var planting = Planting(raw, seed: seed)
    planting.plant(Int.random(in: 1...3, using: &planting.chance))
    let strange = StrangeLibrary(library)
    let untouched = Set(
      raw.rows("SELECT id, hex(uid) FROM chat").filter { !planting.touched.contains($0[0]) }.map { $0[1] })
    let during = try await strange.lines()
    for (chat, line) in before where untouched.contains(chat) && during[chat] != line {
      complaints.append("chat \(chat) is shown otherwise")
    }
    complaints += strange.commands(&planting.chance)
    try await strange.models()
    try await strange.service(&planting.chance)
    let messages = Set(raw.rows("SELECT id FROM message").compactMap(\.first))
    let repaired = try await silent(library).library().repair()
    let open = try await silent(library).open()
    let left = try await open.library.verify { _ in }.filter { $0.isDamage && $0.kind != "missing-pictures" }
    await open.library.close()
    complaints += left.map { "left after the repair: \($0.what)" }
    guard let after = RawDatabase(library + "/sotto.db") else { return 2 }
    let kept = Set(after.rows("SELECT id FROM message").compactMap(\.first))
    if !kept.isSuperset(of: messages) { complaints.append("the repair lost messages \(messages.subtracting(kept))") }
    let shown = try await StrangeLibrary(library).lines().values.reduce(0) { $0 + $1.count }
    if shown != kept.count { complaints.append("of \(kept.count) messages \(shown) are shown") }
    if !complaints.isEmpty { complaints.append("planted: \(planting.planted); repaired: \(repaired.mended)") }
  } catch {
    complaints.append("\(error)")
  }
  for complaint in complaints { say("seed \(seed): \(complaint)", on: STDERR_FILENO) }
  if complaints.isEmpty { try? files.removeItem(atPath: library) }
  return complaints.isEmpty ? 0 : 1
}

/// A library with nonsense in it, and those who use it.
struct StrangeLibrary {
  let home: String

  init(_ home: String) { self.home = home }

  /// Each chat's messages, walked in both directions, by the chat's name in hexadecimal digits.
  func lines() async throws -> [String: [MessageID]] {
    let open = try await silent(home).open()
    var lines: [String: [MessageID]] = [:]
    for location in [ChatLocation.list, .trash] {
      for chat in try await open.service.chats(ChatQuery(location: location, limit: 50)) {
        var line = try await open.service.messages(in: chat.id, .newest(limit: 4))
        while let first = line.first, line.count < 200 {
          let page = try await open.service.messages(in: chat.id, .before(first.id, limit: 4))
          if page.isEmpty { break }
          line = page + line
        }
        lines[chat.id.description.filter { $0 != "-" }.uppercased()] = line.map(\.id)
        // What other lines go through, too.
        var others: Set<MessageID> = []
        let shown = Set(line.map(\.id))
        for id in shown {
          for sibling in try await open.service.siblings(of: id).messages where !shown.contains(sibling) {
            try await add(sibling, and: chat.id, open.service, to: &others)
          }
        }
        lines[chat.id.description.filter { $0 != "-" }.uppercased(), default: []] += others.sorted()
        _ = try await open.service.pictures(in: chat.id, .all(limit: 50))
        if let first = line.first { _ = try await open.service.messages(in: chat.id, .after(first.id, limit: 50)) }
      }
    }
    await open.library.close()
    return lines
  }

  /// Adds the message and what follows it, by whichever branch; each once, for strange parents may go in a circle.
  private func add(
    _ id: MessageID, and chat: ChatID, _ service: ChatService, to found: inout Set<MessageID>
  ) async throws {
    guard found.insert(id).inserted else { return }
    for next in try await service.messages(in: chat, .after(id, limit: 1)) {
      for sibling in try await service.siblings(of: next.id).messages {
        try await add(sibling, and: chat, service, to: &found)
      }
    }
  }

  /// Some of the program's commands; any that ends by a signal, or not at all, is told.
  func commands(_ chance: inout SeededChance) -> [String] {
    guard let personas = try? soakPersonas(beside: home) else { return ["the personas cannot be written"] }  // told
    let sotto = "\(ProcessInfo.processInfo.environment["BUILT"] ?? "")/sotto"
    guard access(sotto, X_OK) == 0 else { return [] }
    let all = [
      ["chats"], ["chats", "--json"], ["chats", "--trash"], ["show", "1", "--all"], ["show", "2", "--json"],
      ["show", "3", "--last", "3"], ["images", "1"], ["images", "2", "--json"],
      ["images", "1", "--save", home + "/saved"],
      ["send", "1", "hello", "--no-wait"], ["send", "2", "hello"], ["rename", "1", "x"], ["pin", "2"], ["unpin", "1"],
      ["delete", "3"], ["delete", "2", "--for-ever", "--yes"], ["restore", "1"], ["backup"], ["backup", "list"],
      ["verify"], ["verify", "--json"], ["chat", "1"], ["new", "a"], ["agents"], ["demo", "remove"],
    ]
    return all.shuffled(using: &chance).prefix(4).compactMap { words in
      // `demo remove` and `delete --for-ever` are meant to lose messages; they come last and on a copy.
      let losing = words.contains("--for-ever") || words.first == "demo"
      let folder = losing ? home + "/copy" : home
      if losing { copy(to: folder) }
      let code = run(
        "/usr/bin/timeout", ["30", sotto] + words, environment: personas.merging(["SOTTO_HOME": folder]) { $1 },
        isQuiet: true)
      return (0...5).contains(code) ? nil : "sotto \(words.joined(separator: " ")) ended with \(code)"
    }
  }

  private func copy(to folder: String) {
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try? FileManager.default.copyItem(atPath: home + "/sotto.db", toPath: folder + "/sotto.db")
  }

  /// What the window does: its list, its threads, its Trash.
  @MainActor
  func models() async throws {
    let app = try silent(home).appModel()
    await app.open()
    if let library = app.library {
      await library.load()
      for row in library.list.rows.prefix(5) {
        library.open(row.id)
        await library.thread?.load()
        while await library.thread?.loadOlder() == true, library.thread?.hasOlder == true {}
        for row in library.thread?.rows ?? [] { _ = (row.details.count, row.trouble) }
      }
      await library.trash.show()
    }
    await app.shutDown()
  }

  /// What writes.
  func service(_ chance: inout SeededChance) async throws {
    let open = try await silent(home).open()
    for chat in try await open.service.chats(ChatQuery(limit: 3)) {
      do throws(StoreError) { _ = try await open.service.send("again", in: chat.id, leavesReply: true) } catch {
        // A row may name an agent that never was.
        if case .noSuchAgent = error { continue } else { throw error }
      }
      _ = try await open.service.setPinned(!chat.isPinned, chat.id)
      try await open.service.saveDraft(Draft(text: "more"), in: chat.id)
    }
    _ = try await open.library.verify { _ in }
    await open.service.shutDown()
    await open.library.close()
  }
}
