/// What is to be done so that a summary stands above a message of the line.
enum SummaryStep: Hashable {
  /// The last one is due: whoever claims it makes it, and it stays where it is.
  case claim(MessageID)
  /// The last one came to nothing. A person has it moved there first, where it stands higher up.
  case makeAgain(MessageID, movedAfter: MessageID?)
  /// A new one is made there.
  case insert(after: MessageID)
  /// It is being made, it stands there whole, or nothing is above the message.
  case leave

  /// - Parameters:
  ///   - last: the last summary of the line, or of what is above the reply that wants one.
  ///   - isAskedFor: whether a person asks for it, and not a reply.
  init(above below: Message, last: Message?, isAskedFor: Bool) {
    guard let parent = below.parent else {
      self = .leave
      return
    }
    self =
      switch last {
      case let last? where last.state == .queued: .claim(last.id)
      case let last? where last.canBeAskedAgain:
        .makeAgain(last.id, movedAfter: isAskedFor && last.sequence < below.sequence ? last.newParent(parent) : nil)
      case let last? where last.state == .streaming || last.id == parent: .leave
      default: .insert(after: parent)
      }
  }
}

extension Message {
  /// The message that it is to follow, where it does not and can.
  fileprivate func newParent(_ wanted: MessageID) -> MessageID? { parent == wanted || id == wanted ? nil : wanted }

  /// What moves a summary down to where it leaves room, above `below`; nil where it stands there, or is not to be made any more.
  ///
  /// - Parameter isAgain: whether it was asked for once more.
  func newPlace(above below: Message, isAgain: Bool) -> MessageID? {
    guard isAgain ? canBeAskedAgain : state == .queued, below.chat == chat, let parent = below.parent,
      below.sequence > sequence
    else { return nil }
    return newParent(parent)
  }
}
