internal import Domain
import EngineWire

extension LoadedModel {
  /// What a reply would read. A cancelled task calls it off.
  func view(
    of request: ReplyRequest, _ id: UInt64, _ kind: EngineQuestion.Kind
  ) async -> Result<ContextView, ContextFault> {
    var local: LocalPrompt
    do throws(Unmade) {
      local = try await LocalPrompt.read(request, context: length(for: request))
    } catch {
      if case .failed(let failure) = error { return .failure(.failed(failure)) }
      return .failure(.calledOff)
    }
    let most = max(0, request.parameters.maximumTokens ?? 0)
    // What a chat was cut at stays with it.
    local.prompt.chat = chats?.number(of: request.chat) ?? 0
    let prompt = local.prompt
    // Most templates make nothing of no messages, and nothing was said.
    guard prompt.messages.contains(where: { $0.role != .system }) else {
      return .success(view(EngineEvent.Extent(tokens: 0), [], of: local, most: most))
    }
    do throws(EngineFailure) {
      if kind == .summaryPlace {
        let place = try await SummaryPlace(in: local).find { part throws(EngineFailure) in
          switch try await ask(.measure(id: id, part, maximumTokens: most), id) {
          case .measured(_, let extent)?: return extent
          case .refused(_, let refusal)? where refusal.code == .tooLong: return nil
          default: throw .refused(EngineRefusal(.stopped))
          }
        }
        return .success(view(EngineEvent.Extent(tokens: 0, firstMessage: place), [], of: local, most: most))
      }
      let order: EngineOrder =
        kind == .pieces
        ? .render(id: id, prompt, maximumTokens: most) : .measure(id: id, prompt, maximumTokens: most)
      switch try await ask(order, id) {
      case .measured(_, let extent)?: return .success(view(extent, [], of: local, most: most))
      case .rendered(_, let extent, let pieces)?: return .success(view(extent, pieces, of: local, most: most))
      case .refused(_, let refusal)? where refusal.code != .stopped: return .failure(.failed(refusal.replyFailure))
      default: return .failure(.calledOff)
      }
    } catch {
      if case .refused = error { return .failure(.calledOff) }
      return .failure(.failed(.died))
    }
  }

  /// Asks the engine something that is answered at once; nil where nobody wants to know any more.
  private func ask(_ order: EngineOrder, _ id: UInt64) async throws(EngineFailure) -> EngineEvent? {
    let answer = try await process.answer(to: order) { $0.answers(id) }
    // If it has not begun, it need not. One that has gone answers nothing anyway.
    if answer == nil { Task { try? await process.send(.stop(id: id)) } }
    return answer
  }

  private func view(
    _ extent: EngineEvent.Extent, _ pieces: [EngineEvent.Piece], of local: LocalPrompt, most: Int
  ) -> ContextView {
    // As the engine keeps it free for the reply.
    let length = local.prompt.contextLength
    let quarter = length / 4
    return ContextView(
      extent: ContextExtent(
        length: length, room: length - (most > 0 ? min(most, quarter) : quarter), used: extent.tokens,
        firstMessage: local.firstMessage(extent.firstMessage)),
      pieces: pieces.map {
        ContextPiece(local.origin(of: $0), tokens: $0.tokens, text: $0.text, of: $0.message.flatMap(local.source))
      },
      leftOut: local.count(before: extent.firstMessage ?? 0))
  }
}

extension EngineEvent {
  fileprivate func answers(_ question: UInt64) -> Bool {
    switch self {
    case .measured(let id, _), .rendered(let id, _, _), .refused(let id, _): id == question
    default: false
    }
  }
}

extension LocalPrompt {
  fileprivate func origin(of piece: EngineEvent.Piece) -> ContextPiece.Origin {
    switch piece.origin {
    case .template: return .template
    case .special: return .special
    case .message:
      guard let index = piece.message, prompt.messages.indices.contains(index) else { return .message(nil) }
      if isSummary(index) { return .message(.summary) }
      return switch prompt.messages[index].role {
      case .system: .instructions
      case .user: .message(.user)
      case .assistant: .message(.agent)
      }
    }
  }
}
