/// Drafts: what was typed and not sent, kept per chat.
extension ChatService {
  /// Keeps the draft. A chat that exists only in memory is saved with its first words, and an untitled chat that has
  /// nothing in it any more is not kept.
  ///
  /// - Parameter part: what the caller has in the chat's draft so far, as it read or saved it last. Only that is
  ///   exchanged; what another process has written there stays. Nil exchanges all of it.
  public func saveDraft(
    _ draft: Draft, replacing part: Draft? = nil, in id: ChatID, new: Chat? = nil
  ) async throws(StoreError) {
    // Mostly all is well, and then nobody is held up by a look.
    if draft == part, try await self.draft(in: id).contains(draft) { return }
    try await commit { store throws(StoreError) -> (Void, [ChatEvent]) in
      guard let chat = try store.chat(id) else {
        guard !draft.isBlank else { return ((), []) }
        guard let new else { throw .noSuchChat }
        try store.insert(new)
        try store.setDraft(draft, in: id)
        return ((), [.saved(try store.chat(id) ?? new)])
      }
      let saved = try store.draft(in: id) ?? Draft()
      let next = saved.replacing(part ?? saved, by: draft)
      guard saved != next else { return ((), []) }
      try store.setDraft(next, in: id)
      if new != nil, try Self.holdsNothing(id, in: store) {
        try store.remove(id)
        return ((), [.removed(id)])
      }
      return ((), [.saved(try store.chat(id) ?? chat)])
    }
  }
}
