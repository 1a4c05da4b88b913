internal import Domain
internal import Wording

/// What helps a reply of a local model that failed, beside trying again.
public enum ReplyRemedy: Hashable, Sendable {
  /// To say where the model's file is now.
  case findFile
  /// To load the model although it needs more memory than is free.
  case loadAnyway
}

extension LibraryModel {
  /// Nil where nothing helps but to try again, or who answers now is not the model that failed.
  public func remedy(for row: ThreadRow, in thread: ThreadModel) -> ReplyRemedy? {
    switch fault(of: row, in: thread) {
    case .notFound, .changed: AgentKind(of: thread.chat.agent) == .model(.builtIn) ? nil : .findFile
    case .tooLarge, .largeContext: .loadAnyway
    default: nil
    }
  }

  /// Asks again for a reply, after what can be put right without asking: a file that was only touched is taken as it is now,
  /// and a model that ended the engine, or was cut off, is loaded once more, for that is what was asked for.
  public func tryAgain(_ row: ThreadRow, in thread: ThreadModel) {
    switch fault(of: row, in: thread) {
    case .changed: retry(row, in: thread, after: .check(at: nil))
    case .endedEngine, .loadCutOff: retry(row, in: thread, after: .load(anyway: false))
    default: retry(row, in: thread, after: nil)
    }
  }

  /// Takes the file as the model's, if it is, and asks again.
  ///
  /// - Parameter path: absolute.
  public func find(at path: String, for row: ThreadRow, in thread: ThreadModel) {
    retry(row, in: thread, after: .check(at: path))
  }

  /// Loads the model in any case, and asks again.
  public func loadAnyway(for row: ThreadRow, in thread: ThreadModel) {
    retry(row, in: thread, after: .load(anyway: true))
  }

  private func retry(_ row: ThreadRow, in thread: ThreadModel, after mending: ModelsModel.Mending?) {
    guard case .message(let reply) = row.id else { return }
    guard let mending else { return thread.retry(reply) }
    let agent = thread.chat.agent
    parts.work.begin { [models, service = parts.service, chat = thread.chat.id] in
      // What cannot be read is told by the reply.
      let settings = try? await service.chatSettings(of: chat)
      if await models.mend(agent, mending, context: settings?.parameters.contextLength) { thread.retry(reply) }
    }
  }

  /// What was wrong with the model that still answers in the chat.
  private func fault(of row: ThreadRow, in thread: ThreadModel) -> ModelFault? {
    guard readOnly == nil, row.state == .failed, AgentKind(of: thread.chat.agent).isModel,
      case .model(let fault)? = row.message?.failure, fault.name == thread.agent?.profile.name
    else { return nil }
    return fault
  }
}

extension ModelFault {
  /// The model that it speaks of, where that can be put right.
  fileprivate var name: String? {
    switch self {
    case .notFound(let name), .changed(let name), .endedEngine(let name), .loadCutOff(let name),
      .tooLarge(let name, _, _), .largeContext(let name, _, _, _):
      name
    default: nil
    }
  }
}
