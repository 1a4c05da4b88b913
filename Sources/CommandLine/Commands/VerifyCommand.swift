import Domain
import Sotto

/// `verify`: checks the whole house, and mends it when asked to.
enum VerifyCommand {
  static func run(_ session: Session) async throws {
    // While it is mended, nobody may have it open, this program included.
    let repaired = session.invocation.flags.contains("repair") ? try await session.composition.repair() : nil
    let (found, extent) = try await session.open { open in (try await open.verify(), try await open.extent()) }
    // What the repair's own opening found is damage, though a second one only remarks on it.
    let told = repaired?.findings ?? []
    let findings = told + found.filter { one in !told.contains { $0.sentence == one.sentence } }
    let cage = session.invocation.flags.contains("details") ? await session.composition.readersCage() : []
    let isSound = !findings.contains(where: \.isDamage)
    if session.isJSON {
      session.out.line(json(findings, extent, repaired, cage, isSound: isSound).text)
    } else {
      if let repaired { tell(repaired, session) }
      for sentence in cage { session.out.line(Terminal.oneLine(sentence)) }
      for finding in findings {
        session.out.line((finding.isDamage ? "Damage: " : "Remark: ") + Terminal.oneLine(finding.sentence))
      }
      session.out.line(words(extent))
      if isSound { session.out.line("All is well.") }
    }
    guard isSound else {
      throw Failure(
        .failed, "The house is damaged.",
        hint: repaired == nil
          ? "“sotto verify --repair” mends what can be mended; “sotto backup list” shows what you can go back to."
          : "“sotto backup list” shows what you can go back to.")
    }
  }

  private static func tell(_ repaired: Composition.Repaired, _ session: Session) {
    for sentence in repaired.mended { session.out.line("Repaired: " + Terminal.oneLine(sentence)) }
    if let aside = repaired.aside {
      session.out.line("The database as it was lies in \(Terminal.oneLine(aside)).")
    } else if repaired.mended.isEmpty {
      session.out.line("There was nothing to repair; nothing was changed.")
    }
  }

  private static func json(
    _ findings: [OpenHouse.Finding], _ extent: OpenHouse.Extent, _ repaired: Composition.Repaired?, _ cage: [String],
    isSound: Bool
  ) -> JSON {
    var members: [(String, JSON)] = [
      ("is_sound", .bool(isSound)),
      (
        "findings",
        .array(
          findings.map { .object([("is_damage", .bool($0.isDamage)), ("sentence", .string($0.sentence))]) })
      ),
      (
        "read",
        .object([
          ("chats", .number(extent.chats)), ("messages", .number(extent.messages)),
          ("pictures", .number(extent.pictures)), ("backups", .number(extent.backups)),
        ])
      ),
    ]
    if let repaired {
      members.append(("repaired", .array(repaired.mended.map { .string($0) })))
      members.append(("set_aside", .string(repaired.aside)))
    }
    if !cage.isEmpty { members.append(("picture_reader", .array(cage.map { .string($0) }))) }
    return .object(members)
  }

  /// `Read: 3 chats, 20 messages, 2 pictures, no backup.`
  private static func words(_ extent: OpenHouse.Extent) -> String {
    let parts = [
      count(extent.chats, "chat"), count(extent.messages, "message"), count(extent.pictures, "picture"),
      count(extent.backups, "backup"),
    ]
    return "Read: " + parts.joined(separator: ", ") + "."
  }

  private static func count(_ count: Int, _ thing: String) -> String {
    count == 0 ? "no \(thing)" : count == 1 ? "1 \(thing)" : "\(count) \(thing)s"
  }
}
