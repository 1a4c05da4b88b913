/// Drafts: what was typed and not sent, kept per chat.
extension ChatService {
  /// Keeps the draft. A chat that exists only in memory is saved with its first words, and an untitled chat that has
  /// nothing in it any more is not kept.
  public func saveDraft(_ draft: Draft, in id: ChatID, new: Chat? = nil) async throws(StoreError) {
    try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in
      guard let chat = try store.chat(id) else {
        guard !draft.isBlank else { return ((), []) }
        guard let new else { throw .noSuchChat }
        try store.insert(new)
        try store.setDraft(draft, in: id)
        return ((), [.saved(try store.chat(id) ?? new)])
      }
      guard try store.draft(in: id) ?? Draft() != draft else { return ((), []) }
      if draft.isBlank, new != nil, chat.titleOrigin == .automatic, try store.tip(of: id) == nil {
        try store.remove(id)
        return ((), [.removed(id)])
      }
      try store.setDraft(draft, in: id)
      return ((), [.saved(try store.chat(id) ?? chat)])
    }
  }
}
