public import Domain

/// What is done to one message.
extension ThreadModel {
  /// Asks again for a reply that failed, was stopped or was interrupted.
  public func retry(_ id: MessageID) {
    library?.perform { [service, weak library] () throws(StoreError) in
      await library?.deletions.carryOut()
      try await service.retry(id)
    }
  }

  /// Deletes a message: it goes from the screen at once, and for ever once an Undo is not offered any more. A reply that
  /// is still coming is stopped.
  public func delete(_ id: MessageID) {
    if window.messages.contains(where: { $0.id == id && $0.isUnfinished }) {
      library?.perform { [service] () throws(StoreError) in try await service.stopReply(id) }
    }
    library?.deletions.delete(id)
  }
}
