import Domain
import Localization
import Records
import Sotto
import Wording

/// `models states`: what models have read of chats and is kept on the disk.
enum StatesCommand {
  static func run(_ open: StartedLibrary, _ context: CommandContext) async throws {
    let kept = await open.models.keptChats()
    if context.invocation.flags.contains("clear") { return try await clear(kept, open, context) }
    let quota = Int64(try await open.service.currentSettings().warmChats).times(1_000_000_000)
    let models = try await open.models.entries().map(\.model)
    var states: [KeptChatsRecord.State] = []
    let times = TimeColumn(context)
    for one in kept {
      let chat = try await open.service.chat(one.chat)
      let model = models.first { $0.id.short == one.model }
      if context.isJSON {
        states.append(KeptChatsRecord.State(one, title: chat?.titleInWords, name: model?.name))
      } else {
        let words = [
          chat?.shownTitle ?? localized("a chat that is gone"), model?.name ?? one.model, ByteCount.text(one.bytes),
        ]
        context.out.line(
          ChatName.short(one.chat) + "  " + times.text(one.usedAt) + "  "
            + words.map(Terminal.oneLine).joined(separator: " · "))
      }
    }
    if context.isJSON { return context.out.line(KeptChatsRecord(states, quota: open.models.canKeepChats ? quota : 0)) }
    context.warn(summary(of: kept, quota, open))
  }

  /// How much there is of how much there may be.
  private static func summary(of kept: [KeptChat], _ quota: Int64, _ open: StartedLibrary) -> String {
    guard open.models.canKeepChats else {
      return localized("Nothing is kept in a data folder that is encrypted or may only be read.")
    }
    guard quota > 0 else { return localized("Nothing is kept: chats are not kept warm.") }
    return localized("\(ByteCount.text(kept.bytes)) of \(ByteCount.text(quota)) are used.")
  }

  private static func clear(_ kept: [KeptChat], _ open: StartedLibrary, _ context: CommandContext) async throws {
    try open.checkWriting()
    await open.models.clearKeptChats()
    context.tell(
      localized(
        kept.count, one: "Removed \(kept.count) state, \(ByteCount.text(kept.bytes)).",
        other: "Removed \(kept.count) states, \(ByteCount.text(kept.bytes))."),
      ["removed": Int64(kept.count), "bytes": kept.bytes])
  }
}
