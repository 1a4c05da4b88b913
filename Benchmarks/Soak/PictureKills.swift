import Domain
import FoundationEssentials
import Platform
import Sotto
import Storage

/// Takes in pictures and sends them without pause; message and picture are printed once the send is acknowledged.
func sendPicturesForEver(home: String) async {
  do {
    let service = try await Composition(home: home, environment: try soakPersonas(beside: home)).open().service
    let chat =
      if let chat = try await service.chats(ChatQuery(limit: 1)).first { chat.id } else {
        try await service.createChat(titled: nil, agent: "none").id
      }
    var count = 0
    while true {
      count += 1
      // Most small, so that many are killed; some large enough for a kill to come while they are read.
      let width = count % 8 == 0 ? 1_600 : Int.random(in: 150...400)
      let noise = Drawing.noise(width: width, height: width * 3 / 4)
      let picture = try await service.pictures.add(.bytes(noise, name: "Noise"))
      // As the window does it, which keeps a draft of what was picked.
      if count % 2 == 0 { try await service.saveDraft(Draft(pictures: [picture]), in: chat) }
      let receipt = try await service.send("", attachments: [picture], in: chat)
      guard case .kept(let kept) = picture.content else { exit(4) }
      say("\(receipt.message.id) \(kept.hash)")
    }
  } catch {
    say("sotto-soak: \(error)", on: STDERR_FILENO)
    exit(3)
  }
}

/// Kills a process that takes in pictures, and looks each time at what it left. True when anything is not as it should be.
func killPictureRounds(_ rounds: Int, home: String) async -> Bool {
  var count = PictureCount()
  var all: [Acknowledged] = []
  for round in 1...rounds {
    let delay = UInt32.random(in: 2_000...250_000)
    let killed = killOnce("send-pictures", home: home, after: delay, waitsForWord: delay % 2 == 0)
    let acknowledged = killed.lines.compactMap(Acknowledged.init)
    if acknowledged.isEmpty { count.barren += 1 }
    count.leftBehind += killed.leftBehind
    count.unfinished += unfinished(in: home)
    all += acknowledged
    do {
      let store = try await SQLiteLibrary(at: home, surroundings: SystemSurroundings()).open()
      try await store.sweepPictures()
      try await count.look(at: store, for: acknowledged)
      await store.close()
      count.damaged += unfinished(in: home)
    } catch {
      count.damaged += 1
      say("the data folder does not open: \(error)")
    }
    if round % 25 == 0 {
      say("round \(round): \(all.count) acknowledged, \(count.missing) missing, \(count.damaged) damaged")
    }
  }
  do {
    // Two days later: what no row names is set aside, and nothing else is.
    try age(home + "/pictures")
    let store = try await SQLiteLibrary(at: home, surroundings: SystemSurroundings()).open()
    count.orphans = try await store.sweepPictures()
    try await count.look(at: store, for: all)
    let left = try await store.verify()
    for finding in left { say("left after the sweep: \(finding.what)") }
    count.damaged += left.count
    await store.close()
  } catch {
    count.damaged += 1
    say("the data folder does not open: \(error)")
  }
  say(
    "kill -9 during imports: \(rounds) rounds, \(all.count) acknowledged pictures, \(count.missing) missing, "
      + "\(count.damaged) damaged, \(count.orphans) orphans set aside and \(count.unfinished) unfinished files removed by the "
      + "sweep, \(count.leftBehind) readers left alive, \(count.barren) rounds were killed before the first acknowledgement"
  )
  return count.missing > 0 || count.damaged > 0 || count.leftBehind > 0 || all.isEmpty
}

/// A picture whose send has returned.
private struct Acknowledged {
  let message: MessageID
  let hash: PictureHash

  init?(_ line: String) {
    let words = line.split(separator: " ")
    guard words.count == 2, let message = MessageID(words[0]), let hash = PictureHash(words[1]) else { return nil }
    self.message = message
    self.hash = hash
  }
}

private struct PictureCount {
  var missing = 0
  var damaged = 0
  var orphans = 0
  var unfinished = 0
  var leftBehind = 0
  var barren = 0

  /// Every acknowledged picture is there in all its sizes, and the whole library is sound: each row has its file, and each
  /// file the hash that it is named for.
  mutating func look(at store: SQLiteStore, for acknowledged: [Acknowledged]) async throws {
    for one in acknowledged {
      let message = try await store.read { reading throws(StoreError) in try reading.message(one.message) }
      let hashes = message?.attachments.map { attachment -> PictureHash? in
        if case .kept(let kept) = attachment.content { kept.hash } else { nil }
      }
      var isThere = hashes == [one.hash]
      for size in PictureSize.allCases where isThere {
        isThere = try await store.pictures.bytes(of: one.hash, size) != nil
      }
      if !isThere { missing += 1 }
    }
    let findings = try await store.verify().filter(\.isDamage)
    damaged += findings.count
    for finding in findings { say("damage: \(finding.what)") }
  }
}

/// Files that an import had begun.
private func unfinished(in home: String) -> Int {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: home + "/pictures")) ?? []
  return names.count { $0.utf8.count != 2 }
}

/// Makes every picture two days old.
private func age(_ folder: String) throws {
  let old = timespec(tv_sec: time(nil) - 2 * 86_400, tv_nsec: 0)
  for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
    utimensat(AT_FDCWD, "\(folder)/\(path)", [old, old], 0)
  }
}
