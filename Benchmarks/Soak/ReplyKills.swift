import Domain
import FoundationEssentials
import Platform
import Sotto
import Storage
import Workers

/// Has two models reply in four chats without pause. Each growth of a reply is printed once it is told to whoever shows it,
/// with the time, and each end once it is saved.
func replyForEver(home: String) async {
  do {
    let library = try await EchoLibrary(home: home)
    let service = library.service
    let events = await service.events()
    Task {
      for await event in events {
        switch event {
        case .streamed(let id, _, let text): say(Growth(reply: id, length: text.count, isWhole: false).line)
        case .messageSaved(let message) where message.sender == .agent && !message.isDue:
          let isWhole = !message.isUnfinished
          say(Growth(reply: message.id, length: message.text.count, isWhole: isWhole).line)
        default: break
        }
      }
    }
    try await library.allowLoads()
    try await service.start()
    var chats = try await service.chats(ChatQuery(limit: 100))
    for (index, letter) in "ABCD".enumerated() where !chats.contains(where: { EchoLibrary.letter(of: $0) == letter }) {
      chats.append(try await library.chat(letter, agent: index % 2))
    }
    while true {
      for chat in chats { _ = try await service.send("\(EchoLibrary.letter(of: chat) ?? "?")", in: chat.id) }
      // Those that would go on for long are stopped after a while.
      let end = milliseconds() + 3_000
      while try await !service.unfinishedReplies().isEmpty, milliseconds() < end {
        try await Task.sleep(for: .milliseconds(20))
      }
      for chat in chats { try await service.stopReply(in: chat.id) }
      try await library.allowLoads()
    }
  } catch {
    say("sotto-soak: \(error)", on: STDERR_FILENO)
    exit(3)
  }
}

/// Kills the app or its engine while replies stream, and looks each time what was on screen and is not on the disk. True when
/// anything is not as it should be.
func killReplyRounds(_ rounds: Int, home: String) async -> Bool {
  var count = ReplyCount()
  for round in 1...rounds {
    do {
      let killed = try killReply(home: home, alsoEngine: round % 2 == 0)
      count.leftBehind += killed.leftBehind
      let store = try await SQLiteLibrary(at: home + "/library", surroundings: SystemSurroundings()).open()
      try await count.look(at: store, for: killed)
      await store.close()
    } catch {
      count.complaints.append("round \(round): \(error)")
    }
    if round % 25 == 0 { say("round \(round): \(count.words)") }
  }
  for complaint in count.complaints.prefix(20) { say(complaint, on: STDERR_FILENO) }
  say("kill -9 during replies: \(rounds) rounds, \(count.words)")
  return !count.complaints.isEmpty || count.leftBehind > 0 || count.replies == 0
}

private struct KilledReplies {
  var growths: [Growth]
  /// In milliseconds.
  var time: Int
  var leftBehind: Int
}

/// Starts a process that has replies made, kills its engine after a while or not, and then itself.
private func killReply(home: String, alsoEngine: Bool) throws -> KilledReplies {
  var output = try Pipe()
  var command = Command(["sotto-soak", "reply", "--home", home], program: "/proc/self/exe")
  command.environment = Command.environment()
  command.output = .descriptor(output.writing)
  command.error = .inherited
  command.group = .session
  let child = try ChildProcess(command)
  output.closeWriting()
  _ = output.hasInput(within: 20_000)
  // Its words are few enough to wait in the pipe.
  if alsoEngine {
    usleep(.random(in: 0...600_000))
    for engine in engines(where: { $1 == child.id }) { kill(engine, SIGKILL) }
  }
  usleep(.random(in: 10_000...1_800_000))
  let time = milliseconds()
  child.kill()
  child.wait()
  let growths = String(decoding: output.read(), as: UTF8.self).split(separator: "\n").compactMap(Growth.init)
  return KilledReplies(growths: growths, time: time, leftBehind: leftBehind(by: child.id))
}

/// How much of a reply was told, and when.
private struct Growth {
  var time = milliseconds()
  let reply: MessageID
  let length: Int
  /// Whether that is all of it, and on the disk.
  let isWhole: Bool

  init(reply: MessageID, length: Int, isWhole: Bool) {
    (self.reply, self.length, self.isWhole) = (reply, length, isWhole)
  }

  init?(_ line: Substring) {
    let words = line.split(separator: " ")
    guard words.count == 4, let time = Int(words[0]), let reply = MessageID(words[1]), let length = Int(words[2]) else {
      return nil
    }
    self.init(reply: reply, length: length, isWhole: words[3] == "whole")
    self.time = time
  }

  var line: String { "\(time) \(reply) \(length) \(isWhole ? "whole" : "part")" }
}

private struct ReplyCount {
  var replies = 0
  var failed = 0
  var leftBehind = 0
  /// How long before a kill the oldest words were told that were not on the disk, in milliseconds.
  var worst = 0
  var complaints: [String] = []

  /// What was told this long ago is on the disk: each second it is saved, and that takes some time of a busy machine.
  private static let limit = 1_500

  var words: String {
    "\(replies) replies seen, \(failed) of them failed, the oldest words lost were told \(worst) ms before, "
      + "\(complaints.count) complaints, \(leftBehind) engines left alive"
  }

  mutating func look(at store: SQLiteStore, for killed: KilledReplies) async throws {
    let messages = try await store.read { reading throws(StoreError) in
      var all: [(message: Message, letter: Character)] = []
      for chat in try reading.chats(ChatQuery(limit: 100)) {
        for message in try reading.messages(in: chat.id, .newest(limit: 10_000)) {
          all.append((message, EchoLibrary.letter(of: chat) ?? "?"))
        }
      }
      return all
    }
    for (message, letter) in messages {
      if let complaint = EchoLibrary.complaint(about: message, letter: letter) { complaints.append(complaint) }
    }
    let saved = Dictionary(messages.map { ($0.message.id, $0.message) }) { first, _ in first }
    for (reply, growths) in Dictionary(grouping: killed.growths, by: \.reply) {
      replies += 1
      guard let message = saved[reply] else {
        complaints.append("a reply is gone")
        continue
      }
      if message.state == .failed { failed += 1 }
      if let whole = growths.first(where: \.isWhole), message.text.count != whole.length || message.isUnfinished {
        complaints.append("a reply that had ended with \(whole.length) letters has \(message.text.count)")
      }
      if let lost = growths.filter({ $0.length > message.text.count }).map({ killed.time - $0.time }).max() {
        worst = max(worst, lost)
        if lost > Self.limit { complaints.append("words are lost that were shown \(lost) ms before") }
      }
    }
    let findings = try await store.verify().filter(\.isDamage)
    complaints += findings.map { "damage: \($0.what)" }
  }
}

/// Of a clock that all processes have in common.
private func milliseconds() -> Int {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return now.tv_sec * 1_000 + now.tv_nsec / 1_000_000
}
