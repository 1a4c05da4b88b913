internal import Domain
import EngineWire

extension LoadedModel {
  /// What a reply would read. A cancelled task calls it off.
  func view(
    of request: ReplyRequest, _ id: UInt64, wantsPieces: Bool
  ) async -> Result<ContextView, ContextFault> {
    let local: LocalPrompt
    do throws(Unmade) {
      local = try await LocalPrompt.read(request, context: length(for: request))
    } catch {
      if case .failed(let failure) = error { return .failure(.failed(failure)) }
      return .failure(.calledOff)
    }
    let most = max(0, request.parameters.maximumTokens ?? 0)
    var prompt = local.prompt
    // What a chat was cut at stays with it.
    prompt.chat = chats?.number(of: request.chat) ?? 0
    // Most templates make nothing of no messages, and nothing was said.
    guard prompt.messages.contains(where: { $0.role != .system }) else {
      return .success(view(EngineEvent.Extent(tokens: 0), [], of: local, most: most))
    }
    let order: EngineOrder =
      wantsPieces
      ? .render(id: id, prompt, maximumTokens: most) : .measure(id: id, prompt, maximumTokens: most)
    do throws(EngineFailure) {
      switch try await process.answer(to: order, { $0.answers(id) }) {
      case .measured(_, let extent): return .success(view(extent, [], of: local, most: most))
      case .rendered(_, let extent, let pieces): return .success(view(extent, pieces, of: local, most: most))
      case .refused(_, let refusal) where refusal.code != .stopped: return .failure(.failed(refusal.replyFailure))
      default:
        // If it has not begun, it need not. One that has gone answers nothing anyway.
        Task { try? await process.send(.stop(id: id)) }
        return .failure(.calledOff)
      }
    } catch {
      return .failure(.failed(.died))
    }
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
      return switch prompt.messages[index].role {
      case .system: .instructions
      case .user: .message(.user)
      case .assistant: .message(.agent)
      }
    }
  }
}
