import Domain

extension ColumnList<Chat> {
  /// What the table `chat` holds of a chat, but for its uid, and for what its messages and its draft make of it.
  static let chats = ColumnList(columns: [
    Column("title") {
      .text($0.title)
    } decode: {
      $2.title = $0.text($1, atMost: Valid.lineBytes)
    },
    Column("title_origin") {
      .integer($0.titleOrigin.number)
    } decode: {
      $2.titleOrigin = TitleOrigin(number: $0.integer($1), hasTitle: !$2.title.isEmpty)
    },
    Column("agent") {
      .text($0.agent)
    } decode: {
      $2.agent = $0.text($1, atMost: Valid.lineBytes)
    },
    Column("created_at") {
      .time($0.createdAt)
    } decode: {
      $2.createdAt = $0.time($1).shown
    },
    Column("last_at") {
      .time($0.lastActivityAt)
    } decode: {
      $2.lastActivityAt = $0.time($1)
    },
    Column("preview") {
      .text($0.preview.text)
    } decode: {
      $2.preview.text = $0.text($1, atMost: Valid.lineBytes)
    },
    Column("preview_sender") {
      .integer($0.preview.sender?.rawValue)
    } decode: {
      $2.preview.sender = $0.optionalInteger($1).map { $0 == 0 ? .user : .agent }
    },
    Column("unread") {
      .integer($0.unreadCount)
    } decode: {
      $2.unreadCount = $0.count($1)
    },
    Column("pinned") {
      .flag($0.isPinned)
    } decode: {
      $2.isPinned = $0.flag($1)
    },
    Column("trashed_at") {
      .time($0.trashedAt)
    } decode: {
      $2.trashedAt = $0.optionalTime($1)
    },
    Column("source") {
      .text($0.source)
    } decode: {
      $2.source = $0.optionalText($1, atMost: Valid.lineBytes)
    },
  ])
}

extension TitleOrigin {
  /// As a file keeps it: 0 for what no user gave, with a title or without, 1 for one that a user gave.
  var number: Int { self == .manual ? 1 : 0 }

  init(number: Int64, hasTitle: Bool) {
    self = number != 0 ? .manual : hasTitle ? .automatic : .untitled
  }
}
