import Domain
import Localization
import Platform
import Records
import Sotto
import ViewModels
import Wording

/// `context`: what a chat's model would see now, piece by piece.
enum ContextCommand {
  static func run(_ context: CommandContext) async throws {
    try await context.open { open in
      let chat = try await ChatName(service: open.service, nearness: .part).find(context.operand, in: .anywhere)
      let agent = open.service.agentName(of: chat)
      let view = try await view(chat, agent, open.service, context)
      let isSummarisedFirst = try await open.service.context.summarisesFirst(in: chat.id)
      if context.isJSON {
        return context.out.line(ContextRecord(view, of: chat, isSummarisedFirst: isSummarisedFirst))
      }
      context.out.line(ShowCommand.title(chat, agent, context))
      context.out.line(view.summary(isSummarisedFirst: isSummarisedFirst))
      for row in await ContextLensRow.rows(of: view, agent: agent, open.service) {
        context.out.line()
        context.out.line(
          context.terminal.styled(Terminal.oneLine(row.title), .bold) + context.terminal.styled("  " + row.tokens, .dim)
        )
        context.out.line(Terminal.harmless(row.whole))
        try context.out.checkReader()
      }
    }
  }

  /// As the model says it, which is loaded for that; a signal calls it off.
  private static func view(
    _ chat: Chat, _ agent: String, _ service: ChatService, _ context: CommandContext
  ) async throws -> ContextView {
    let anyway = context.invocation.flags.contains("anyway")
    let draft = try await service.draft(in: chat.id)
    let events = ConsoleEvents()
    events.takeSignals([SIGINT, SIGTERM, SIGHUP])
    let statusLine = StatusLine(context)
    let (parts, part) = AsyncStream.makeStream(of: Double?.self, bufferingPolicy: .bufferingNewest(1))
    let showing = Task {
      for await part in parts { statusLine.show(.loading(ReplyProgress(part: part)), of: agent) }
    }
    defer {
      showing.cancel()
      statusLine.hide()
    }
    do {
      return try await events.untilEnded {
        try await service.context.loadedView(of: chat, with: draft, anyway: anyway) { part.yield($0) }
      }
    } catch let fault as ContextFault {
      if case .calledOff = fault { throw Failure(.interrupted) }
      throw Failure(.failed, fault.sentence(agent: agent))
    }
  }
}
