import Domain
import Localization
import Records
import Sotto
import Wording

/// `verify`: checks the whole library, and mends it when asked to.
enum VerifyCommand {
  static func run(_ context: CommandContext) async throws {
    // While it is mended, nobody may have it open, this program included.
    let repaired = context.invocation.flags.contains("repair") ? try await context.composition.library().repair() : nil
    let wantsDetails = context.invocation.flags.contains("details")
    let (found, extent, models) = try await context.open { open in
      (
        try await verify(open.library, context), try await open.library.extent(),
        wantsDetails ? try await VerifiedModels(open.models) : nil
      )
    }
    // What the repair's own opening found is damage, though a second one only remarks on it.
    let told = repaired?.findings ?? []
    let findings = told + found.filter { one in !told.contains { $0.what == one.what } }
    let cage = wantsDetails ? await cage(context) : nil
    let isSound = !findings.contains(where: \.isDamage)
    if context.isJSON {
      context.out.line(
        VerificationRecord(
          findings, read: extent, repaired: repaired, pictureReader: cage, engine: models?.engine,
          models: models?.entries, keptChats: models?.keptChats))
    } else {
      if let repaired { tell(repaired, context) }
      tell(cage, context)
      for line in models?.lines ?? [] { context.out.line(Terminal.oneLine(line)) }
      for finding in findings {
        context.out.line(
          finding.isDamage
            ? localized("Damage: \(Terminal.oneLine(finding.sentence))")
            : localized("Remark: \(Terminal.oneLine(finding.sentence))"))
      }
      context.out.line(words(extent))
      if isSound {
        // What was set aside is neither sound nor damaged, and may hold what is missing.
        let isAll = !findings.contains { ["damaged-log", "set-aside"].contains($0.kind) }
        context.out.line(isAll ? localized("All is well.") : localized("What is there is well."))
      }
    }
    guard isSound else {
      throw Failure(
        .failed, localized("The data folder is damaged."),
        hint: repaired == nil
          ? localized(
            "“sotto verify --repair” mends what can be mended; “sotto backup list” shows what you can go back to.")
          : localized("“sotto backup list” shows what you can go back to."))
    }
  }

  private static func cage(_ context: CommandContext) async -> Result<[ReaderRestraint], PictureError> {
    do throws(PictureError) { return .success(try await context.composition.readersCage()) } catch {
      return .failure(error)
    }
  }

  /// Says on a terminal how far it is.
  private static func verify(_ library: any OpenLibrary, _ context: CommandContext) async throws -> [Finding] {
    let line = StatusLine(context)
    guard line.isPossible else { return try await library.verify { _ in } }
    let (progress, told) = AsyncStream.makeStream(
      of: VerificationProgress.self, bufferingPolicy: .bufferingNewest(1))
    let showing = Task {
      for await part in progress { line.draw(context.terminal.styled(words(part), .dim)) }
      line.hide()
    }
    defer { told.finish() }
    let findings = try await library.verify { told.yield($0) }
    told.finish()
    await showing.value
    return findings
  }

  private static func words(_ progress: VerificationProgress) -> String {
    switch progress {
    case .database: localized("Reading the database…")
    case .pictures(let part): localized("Reading the pictures… \(PercentText.of(part))")
    case .backups: localized("Reading the backups…")
    }
  }

  private static func tell(_ cage: Result<[ReaderRestraint], PictureError>?, _ context: CommandContext) {
    switch cage {
    case .success(let restraints): for one in restraints { context.out.line(Terminal.oneLine(one.sentence)) }
    case .failure(let error): context.out.line(Terminal.oneLine(error.sentence))
    case nil: break
    }
  }

  private static func tell(_ repaired: RepairReport, _ context: CommandContext) {
    for mending in repaired.mended {
      context.out.line(localized("Repaired: \(Terminal.oneLine(mending.sentence))"))
    }
    if let aside = repaired.aside {
      context.out.line(localized("The database as it was lies in \(Terminal.oneLine(aside))."))
    } else if repaired.mended.isEmpty {
      context.out.line(localized("There was nothing to repair; nothing was changed."))
    }
  }

  /// `Read: 3 chats, 20 messages, 2 pictures, no backup.`
  private static func words(_ extent: LibraryExtent) -> String {
    let (chats, messages) = (extent.chats, extent.messages)
    let (pictures, backups) = (extent.pictures, extent.backups)
    let parts = [
      chats == 0 ? localized("no chat") : localized(chats, one: "\(chats) chat", other: "\(chats) chats"),
      messages == 0
        ? localized("no message") : localized(messages, one: "\(messages) message", other: "\(messages) messages"),
      pictures == 0
        ? localized("no picture") : localized(pictures, one: "\(pictures) picture", other: "\(pictures) pictures"),
      backups == 0
        ? localized("no backup") : localized(backups, one: "\(backups) backup", other: "\(backups) backups"),
    ]
    return localized("Read: \(parts.joined(separator: ", ")).")
  }
}
