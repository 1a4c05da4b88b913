public import Domain
private import Localization

/// Going to a message, wherever in the chat it is.
extension ThreadModel {
  /// Takes the reader to a message of this chat: far above what is loaded, or on another branch, which is then the one that
  /// is shown. Of several requests the last one counts. `going` says what came of it.
  public func show(message id: MessageID) {
    guard !hasLeft else { return }
    going.request(id)
    // Before that there is nothing to go about in; reading the chat ends with going there.
    if phase == .ready { goToRequestedMessage() }
  }

  /// Goes to the message that was requested last. One after the other, as on the way another branch may be chosen.
  func goToRequestedMessage() {
    guard going.begin() else { return }
    work.begin { [self] in
      while let id = going.wanted, !hasLeft { await go(to: id) }
      going.end()
    }
  }

  /// Tries once; where it was overtaken it changes nothing, and is to be tried again.
  private func go(to id: MessageID) async {
    // What is there and up to date is only scrolled to; what is being read meanwhile is still wanted.
    if !window.readings.isStale, row(of: .message(id)) != nil { return arrive(at: id) }
    let mine = beginReading()
    do throws(StoreError) {
      let page = deletions.hides(id) ? nil : try await page(around: id)
      let isCurrent = isReading(mine) && going.wanted == id
      if isCurrent, let page {
        reset(to: page)
        rebuild()
        arrive(at: id)
      } else if isCurrent {
        miss(id)
      }
    } catch .noSuchMessage {
      if going.wanted == id { miss(id) }
    } catch {
      going.giveUp(id)
      notices.tell(error)
    }
    end(mine)
  }

  /// The messages around this one. First the branch on which it is is shown. Nil where it is not in the chat.
  private func page(around id: MessageID) async throws(StoreError) -> Page? {
    if let page = try await pageOnLine(around: id) { return page }
    guard try await service.message(id)?.chat == chat.id, going.wanted == id else { return nil }
    try await service.choose(id)
    return try await pageOnLine(around: id)
  }

  private func arrive(at id: MessageID) {
    let row = row(of: .message(id))
    going.arrive(at: id, hasRow: row != nil)
    if let row { shown.highlight(row) }
  }

  private func miss(_ id: MessageID) {
    going.miss(id)
    notices.tell(localized("This message was deleted"))
  }

  /// Where to scroll now; nil where no one asked since the last call. A face calls again whenever `going` changes.
  public func takeScrollTarget() -> ScrollTarget? {
    // Whoever asks is told of the next one; what is nil already does not change.
    going.hasTarget ? going.takeTarget() : nil
  }
}
