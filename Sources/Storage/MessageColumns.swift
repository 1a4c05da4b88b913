import Domain

extension ColumnList<Message> {
  /// What the table `message` holds of a message, but for its uid and its place. Of a reply that is growing, text and
  /// reasoning are read with the chunks that came since.
  static let messages = ColumnList(columns: [
    Column("sender") {
      .integer($0.sender.rawValue)
    } decode: {
      $2.sender = Sender(rawValue: Int($0.integer($1))) ?? .agent
    },
    Column(
      "text",
      reading: "CASE WHEN message.state < 2 THEN message.text || \(ChunkKind.text.joined) ELSE message.text END"
    ) {
      .text($0.text)
    } decode: {
      $2.text = $0.text($1)
    },
    Column("state") {
      .integer($0.state.rawValue)
    } decode: {
      $2.state = MessageState(number: $0.integer($1), of: $2.sender, hasText: !$2.text.isEmpty)
    },
    Column("created_at") {
      .time($0.createdAt)
    } decode: {
      $2.createdAt = $0.time($1).shown
    },
    Column(
      "reasoning",
      reading: """
        CASE WHEN message.state < 2 THEN nullif(coalesce(message.reasoning, '') || \(ChunkKind.reasoning.joined), '')
          ELSE message.reasoning END
        """
    ) {
      .text($0.reasoning)
    } decode: {
      $2.reasoning = $0.optionalText($1)
    },
    Column("reasoning_duration") {
      .integer($0.reasoningMilliseconds)
    } decode: {
      $2.reasoningMilliseconds = $0.optionalCount($1).map { Int64($0) }
    },
    Column("failure") {
      .text($0.failure?.code)
    } decode: {
      $2.failure = $0.optionalText($1, atMost: Valid.wordsBytes).map(ReplyFailure.init(code:))
    },
    // What follows of what a reply cost is kept only beside its model.
    Column("model") {
      .text($0.usage?.model)
    } decode: {
      $2.usage = $0.optionalText($1, atMost: Valid.nameBytes).map { ReplyUsage(model: $0) }
    },
    Column("prompt_tokens") {
      .integer($0.usage?.promptTokens)
    } decode: {
      $2.usage?.promptTokens = $0.optionalCount($1)
    },
    Column("known_tokens") {
      .integer($0.usage?.knownTokens)
    } decode: {
      $2.usage?.knownTokens = $0.optionalCount($1)
    },
    Column("reply_tokens") {
      .integer($0.usage?.replyTokens)
    } decode: {
      $2.usage?.replyTokens = $0.optionalCount($1)
    },
    Column("duration") {
      .integer($0.usage?.milliseconds)
    } decode: {
      $2.usage?.milliseconds = $0.optionalCount($1).map { Int64($0) }
    },
    Column("first_token_duration") {
      .integer($0.usage?.firstTokenMilliseconds)
    } decode: {
      $2.usage?.firstTokenMilliseconds = $0.optionalCount($1).map { Int64($0) }
    },
    Column("context_length") {
      .integer($0.context?.length)
    } decode: {
      if !$0.isNull($1) { $2.context = ReplyContext(length: $0.count($1), firstMessage: nil) }
    },
    Column("context_start") {
      $0.context?.firstMessage.map { .uid($0) } ?? .null
    } decode: {
      $2.context?.firstMessage = $0.uid($1)
    },
  ])
}

extension MessageState {
  /// Only what an agent makes is anything but whole, and one that is only due has no text: it would be written over.
  fileprivate init(number: Int64, of sender: Sender, hasText: Bool) {
    guard sender.isByAgent, let state = MessageState(rawValue: Int(number)) else {
      self = .complete
      return
    }
    self = state == .queued && hasText ? .streaming : state
  }
}
