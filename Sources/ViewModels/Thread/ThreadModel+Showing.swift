public import Domain
private import Localization

/// Where a face is to scroll.
public enum ScrollTarget: Hashable, Sendable {
  /// The end of the thread, which is followed from there on.
  case end
  /// A message that the reader was to be taken to. It gets the keyboard, too.
  case message(MessageID)
}

/// A message that the reader was to be taken to, and what came of it.
public enum RequestedMessage: Hashable, Sendable {
  /// It is looked for and read, with what stands around it.
  case loading(MessageID)
  case shown(MessageID)
  /// It is not in the chat any more.
  case gone(MessageID)
}

/// Going to a message, wherever in the chat it is.
extension ThreadModel {
  /// How long the row of a message that was gone to is highlighted.
  static let highlightTime = Duration.seconds(2)

  /// Takes the reader to a message of this chat: far above what is loaded, or on another branch, which is then the one that
  /// is shown. Of several requests the last one counts. `requestedMessage` says what came of it.
  public func show(message id: MessageID) {
    guard !hasLeft else { return }
    requestedMessage = .loading(id)
    // Before that there is nothing to go about in; reading the chat ends with going there.
    if phase == .ready { goToRequestedMessage() }
  }

  /// Goes to the message that was requested last. One after the other, as on the way another branch may be chosen.
  func goToRequestedMessage() {
    guard !isGoing else { return }
    isGoing = true
    work.begin { [self] in
      while case .loading(let id) = requestedMessage, !hasLeft { await go(to: id) }
      isGoing = false
    }
  }

  /// Tries once; where it was overtaken it changes nothing, and is to be tried again.
  private func go(to id: MessageID) async {
    // What is there and up to date is only scrolled to; what is being read meanwhile is still wanted.
    if !isStale, rowsByID[.message(id)] != nil { return arrive(at: id) }
    let mine = beginReading()
    do throws(StoreError) {
      let page = deletions.hides(id) ? nil : try await page(around: id)
      let isCurrent = isReading(mine) && requestedMessage == .loading(id)
      if isCurrent, let page {
        reset(to: page)
        rebuild()
        arrive(at: id)
      } else if isCurrent {
        miss(id)
      }
    } catch .noSuchMessage {
      if requestedMessage == .loading(id) { miss(id) }
    } catch {
      if requestedMessage == .loading(id) { requestedMessage = nil }
      notices.tell(error)
    }
    end(mine)
  }

  /// The messages around this one. First the branch on which it is is shown. Nil where it is not in the chat.
  private func page(around id: MessageID) async throws(StoreError) -> Page? {
    if let page = try await pageOnLine(around: id) { return page }
    guard try await service.message(id)?.chat == chat.id, requestedMessage == .loading(id) else { return nil }
    try await service.choose(id)
    return try await pageOnLine(around: id)
  }

  private func arrive(at id: MessageID) {
    requestedMessage = .shown(id)
    // A reply that is only due has no row of its own; the dots are at the end.
    guard let row = rowsByID[.message(id)] else { return scrollTarget = .end }
    scrollTarget = .message(id)
    highlight(row)
  }

  private func miss(_ id: MessageID) {
    requestedMessage = .gone(id)
    notices.tell(localized("This message was deleted"))
  }

  private func highlight(_ row: ThreadRow) {
    highlighting?.cancel()
    for other in rows where other.isHighlighted { other.isHighlighted = false }
    row.isHighlighted = true
    highlighting = Task { [surroundings = clock.surroundings] in
      guard await surroundings.slept(for: Self.highlightTime), !Task.isCancelled else { return }
      row.isHighlighted = false
    }
  }

  /// Where to scroll now; nil where nobody asked since the last call. A face calls again whenever `scrollTarget` changes.
  public func takeScrollTarget() -> ScrollTarget? {
    guard let target = scrollTarget else { return nil }
    scrollTarget = nil
    return target
  }
}
