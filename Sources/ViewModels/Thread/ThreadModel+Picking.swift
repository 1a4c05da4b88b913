import Domain
private import Localization
internal import Wording

/// Picking whole messages.
extension ThreadModel {
  /// How many are picked.
  public var pickedCount: Int { picking.ids.count { !deletions.hides($0) } }

  /// Whether this row can be picked: one that says something by somebody.
  public func canPick(_ row: ThreadRow) -> Bool {
    guard case .message = row.id else { return false }
    return row.sender != .summary && row.state != .queued
  }

  /// Picks a message, or no longer, and begins with picking where that is new.
  public func pick(_ row: ThreadRow) {
    guard !hasLeft, case .message(let id) = row.id, canPick(row) else { return }
    picking.toggle(id)
    showPicked()
  }

  /// Picks all from the message that was picked last to this one.
  public func pick(through row: ThreadRow) {
    guard let anchor = picking.anchor,
      let first = rows.firstIndex(where: { $0.id == .message(anchor) }),
      let last = rows.firstIndex(where: { $0 === row })
    else { return pick(row) }
    picking.pick(
      rows[min(first, last)...max(first, last)].filter(canPick).compactMap { row in
        if case .message(let id) = row.id { id } else { nil }
      })
    showPicked()
  }

  /// Picks none any more.
  public func endPicking() {
    guard picking.isOn else { return }
    picking.end()
    showPicked()
  }

  /// The picked messages as text, each behind its speaker and its time; nil after a word to the user where they cannot be
  /// read, or none of them is there any more.
  public func pickedText() async -> String? {
    guard picking.isOn else { return nil }
    let ids = picking.ids
    var found = window.messages.filter { ids.contains($0.id) }
    do throws(StoreError) {
      for id in ids.subtracting(found.map(\.id)) {
        if let message = try await service.message(id) { found.append(message) }
      }
    } catch {
      notices.tell(error.sentence)
      return nil
    }
    let shown = found.filter { !deletions.hides($0.id) }.sorted { $0.sequence < $1.sequence }
    guard !shown.isEmpty else {
      tellNotCopied(nil)
      return nil
    }
    return shown.map(copied).joined(separator: "\n\n")
  }

  /// Says that what is picked was copied, and picks none any more.
  public func endPickingAfterCopy() {
    let count = pickedCount
    notices.tell(localized(count, one: "\(count) message copied", other: "\(count) messages copied"))
    endPicking()
  }

  /// Deletes what is picked; all of it can be had back by one Undo.
  public func deletePicked() {
    let ids = picking.ids
    guard !isReadOnly, !ids.isEmpty else { return }
    endPicking()
    delete(ids)
  }

  /// Somebody's words as they stand in a copy of several messages.
  private func copied(_ message: Message) -> String {
    let row = shown.row(for: message)
    let who = message.sender == .user ? localized("You") : row.speaker(agent: agentName)
    let when = clock.text.full(message.createdAt)
    let said = message.attachments.map(\.spoken) + (row.hasText ? [row.plainText] : [])
    return localized("\(who), \(when):", context: "above a copied message") + "\n" + said.joined(separator: "\n")
  }

  func showPicked() {
    for row in rows {
      let picked: Bool? = if canPick(row), case .message(let id) = row.id { picking.isPicked(id) } else { nil }
      row.set(\.isPicked, picked)
    }
  }
}
