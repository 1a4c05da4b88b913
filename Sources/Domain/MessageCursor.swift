/// Which of a chat's messages are read.
public enum MessageScope: Hashable, Sendable {
  /// Those that are shown.
  case line
  /// All, by whichever branch, in the order of their numbers.
  case allBranches
}

/// Which of a chat's messages are read first.
public enum MessageOrder: Hashable, Sendable {
  case oldestFirst
  case newestFirst
}

/// A place in a chat, from which its messages are read on, a page at a time. It holds no transaction and no rows.
///
/// The place is the last message that was given. Where that one is deleted meanwhile, it is the message given before it,
/// and so on; where all of the last page are gone, the numbers of messages say where reading goes on. So a message that
/// is in the chat all the time and is not moved comes once. Where the line changes, a line is read to its end by the branch
/// on which it was begun.
///
/// A reply or summary that is still to be made may be moved: it is no place while another message is.
struct MessageCursor: Hashable, Sendable {
  private struct Given: Hashable, Sendable {
    var place: MessagePlace
    /// Whether it was still to be made, or could be asked for again, when it was given.
    var mayMove: Bool

    var id: MessageID { place.id }

    init(_ message: Message) {
      place = MessagePlace(message)
      mayMove = message.isUnfinished || message.sender == .summary && message.canBeAskedAgain
    }

    init(_ place: MessagePlace) {
      self.place = place
      mayMove = false
    }
  }

  let chat: ChatID
  let scope: MessageScope
  let order: MessageOrder
  /// The last page, in the order in which it was read.
  private var given: [Given]
  /// Whether nothing followed the last page.
  private(set) var isAtEnd = false

  /// - Parameter known: what was read already of the chat, in this order; nothing of it comes again.
  init(_ chat: ChatID, _ scope: MessageScope = .line, _ order: MessageOrder, beyond known: [Message] = []) {
    self.chat = chat
    self.scope = scope
    self.order = order
    given = known.map(Given.init)
  }

  /// A cursor that reads the line upwards from a message.
  init(_ chat: ChatID, before message: MessageID) {
    self.init(chat, .line, .newestFirst)
    given = [Given(MessagePlace(id: message, number: .max))]
  }

  /// The next messages, at most `limit`, in the cursor's order. Empty at the end; elsewhere only where all that was read
  /// had been given before.
  mutating func next(_ limit: Int, in store: any StoreReading) throws(StoreError) -> [Message] {
    guard !isAtEnd else { return [] }
    let (anchor, passedOver) = try anchor(in: store)
    // What was passed over comes again.
    let wanted = limit + passedOver
    var read = try page(beyond: anchor, wanted, in: store)
    isAtEnd = read.count < wanted
    if read.isEmpty { return [] }
    let known = Set(given.map(\.id))
    let firstTooMany = read.indices.filter { !known.contains(read[$0].id) }.dropFirst(limit).first
    if let firstTooMany {
      read.removeSubrange(firstTooMany...)
      isAtEnd = false
    }
    let new = read.filter { !known.contains($0.id) }
    let again = Set(read.map(\.id))
    let last = read.map(Given.init)
    // Where something came again, more of it may be on the next page. What may move can come again on any, and is no place
    // to go on from.
    let keepsAll = new.count < read.count || last.allSatisfy(\.mayMove)
    given = given.filter { !again.contains($0.id) && (keepsAll || $0.mayMove) } + last
    return new
  }

  private func page(
    beyond anchor: MessagePlace?, _ limit: Int, in store: any StoreReading
  ) throws(StoreError) -> [Message] {
    switch (scope, order) {
    case (.allBranches, _): return try store.allMessages(in: chat, order, beyond: anchor, limit: limit)
    case (.line, .oldestFirst):
      if let anchor { return try store.messages(in: chat, .after(anchor.id, limit: limit)) }
      guard let first = try store.firstMessage(of: chat) else { return [] }
      return try store.messages(in: chat, .around(first.id, before: 0, after: limit - 1))
    case (.line, .newestFirst):
      let page = anchor.map { MessagePage.before($0.id, limit: limit) } ?? .newest(limit: limit)
      return try store.messages(in: chat, page).reversed()
    }
  }

  /// What the next page begins behind, with the number that it has now, nil where the page begins with the chat's first
  /// or last message; and how many that were given behind it are there and were passed over.
  private func anchor(in store: any StoreReading) throws(StoreError) -> (MessagePlace?, passedOver: Int) {
    var movable: MessagePlace?
    var passedOver = 0
    for known in given.reversed() {
      guard let message = try store.message(known.id), message.chat == chat else { continue }
      if !known.mayMove { return (MessagePlace(message), passedOver) }
      movable = movable ?? MessagePlace(message)
      passedOver += 1
    }
    if movable != nil { return (movable, 0) }
    guard let reached = given.last, scope == .line else { return (given.last?.place, 0) }
    // None is left: the nearest on the line among those on the side from which the reading comes.
    var back = MessageCursor(chat, .allBranches, order == .oldestFirst ? .newestFirst : .oldestFirst)
    back.given = [reached]
    repeat {
      for message in try back.next(Self.step, in: store) where try store.isOnLine(message.id) {
        return (MessagePlace(message), 0)
      }
    } while !back.isAtEnd
    return (nil, 0)
  }

  private static let step = 20
}
