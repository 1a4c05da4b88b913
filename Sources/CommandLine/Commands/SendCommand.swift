import Domain
import Localization
import Sotto
import ViewModels
import Wording

/// `send`: one message, and the reply as it grows.
enum SendCommand {
  static func run(_ context: CommandContext) async throws {
    let wanted = try PicturesToSend(context)
    try await context.open { open in
      var chat = try await ChatName(service: open.service, nearness: .beginning).find(context.operand, in: .list)
      let agent = try await context.agent(open)
      let text = try text(context, hasPictures: !wanted.isEmpty)
      let pictures = try await wanted.add(to: open.service.pictures)
      if let agent, agent != chat.agent {
        try await open.service.setAgent(agent, in: chat.id)
        chat = try await open.service.chat(chat.id) ?? chat
      }
      if context.invocation.flags.contains("no-wait") {
        let receipt = try await open.service.send(text, attachments: pictures, in: chat.id, leavesReply: true)
        let sent = try await open.service.chat(chat.id) ?? chat
        return tell(receipt, sent, isLeft: true, context, open.service)
      }
      if let agent { try await ask(for: agent, in: chat.id, open) }
      let library = try await open.model(context)
      // What a script sends to is not what a person had open last.
      library.open(chat, isRemembered: false, byPerson: false)
      await library.whenRead()
      guard let thread = library.thread else { throw Failure(.library, library.readOnly) }
      let outcome: Result<Void, any Error>
      do { outcome = .success(try await SendAndWait(context, open.service, library, thread).run(text, pictures)) } catch
      {
        outcome = .failure(error)
      }
      await library.shutDown()
      try outcome.get()
    }
  }

  /// Whoever names a model asks for it: also one that is not loaded by itself any more is.
  private static func ask(for agent: String, in chat: ChatID, _ open: StartedLibrary) async throws {
    let entry = try await open.models.entries().first { $0.model.agent == agent }
    guard let entry, entry.model.loadFault != nil else { return }
    let settings = try await open.service.chatSettings(of: chat)
    try await open.models.load(entry.id, context: settings.parameters.contextLength, anyway: false)
  }

  /// The words after the chat, else what comes in on stdin; with pictures, their caption or nothing.
  private static func text(_ context: CommandContext, hasPictures: Bool) throws -> String {
    let words = context.invocation.operands.dropFirst()
    let reads = Array(words) == ["-"] || words.isEmpty && !hasPictures
    if words.isEmpty, reads, context.terminal.isInputTerminal {
      throw Failure(
        .usage, localized("“sotto send” wants a text after the chat, or one that is piped in."),
        hint: context.invocation.hint)
    }
    var text = context.invocation.values["caption"] ?? words.joined(separator: " ")
    if reads { text = try StandardInput.text() }
    guard text.allSatisfy(\.isWhitespace) else { return text }
    guard hasPictures else {
      if words.isEmpty {
        throw Failure(
          .usage, localized("“sotto send” wants a text after the chat, or one that is piped in; nothing came in."),
          hint: context.invocation.hint)
      }
      throw Failure(.usage, localized("A blank message is not sent."), hint: context.invocation.hint)
    }
    return ""
  }

  /// A send that names its chat by anything but the title or the whole id says where it went: numbers of a list move with
  /// every reply, and a part of a title or an id is easily another chat's.
  static func sayWhere(_ chat: Chat, _ context: CommandContext) {
    let isNamed = ChatID(context.operand) == chat.id || context.operand == chat.shownTitle
    if !isNamed { context.warn(localized("Sent to “\(Terminal.oneLine(chat.shownTitle))”.")) }
  }

  /// Says what became of the send where no reply follows.
  static func tell(
    _ receipt: ChatService.Receipt, _ chat: Chat, isLeft: Bool, _ context: CommandContext, _ service: ChatService
  ) {
    if context.isJSON { JSONPrinter(context).sent(receipt, in: chat) }
    sayWhere(chat, context)
    let agent = service.agentName(of: chat)
    if receipt.reply == nil {
      context.warn(localized("Sent. \(agent) owes no reply yet."))
    } else if isLeft {
      context.warn(
        localized("Sent. \(agent)'s reply is left to the window, or to the next “sotto send” or “sotto chat”."))
    }
  }
}
