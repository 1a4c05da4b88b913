/// What `--json` writes; a name that is missing there fails to decode, unless it may be null.
struct ChatRecord: Decodable {
  var id: String
  var number: Int?
  var title: String
  var agent: String
  var created_at: String
  var last_activity_at: String
  var preview: String
  var preview_sender: String?
  var unread_count: Int
  var message_count: Int
  var is_pinned: Bool
  var trashed_at: String?
  var draft_preview: String
  var source: String?
}

struct MessageRecord: Decodable {
  struct Picture: Decodable {
    var kind: String
    var name: String
    var width: Int
    var height: Int
    var alternative: String
    var bytes: Int?
    var format: String?
    var hash: String?
    var host: String?
  }
  struct Figures: Decodable {
    var model: String
    var prompt_tokens: Int?
    var reply_tokens: Int?
    var milliseconds: Int?
  }
  var id: String
  var chat: String
  var sequence: Int
  var sender: String
  var state: String
  var text: String
  var pictures: [Picture]
  var created_at: String
  var failure: String?
  var usage: Figures?
  var reasoning: String?
  var reasoning_milliseconds: Int?
}

struct ShownRecord: Decodable {
  var chat: ChatRecord
  var messages: [MessageRecord]
}

/// One line of `send --json` or `chat --json`.
struct EventRecord: Decodable {
  var event: String
  var chat: ChatRecord?
  var message: MessageRecord?
  var reply: String?
  var text: String?
  var part: Double?
}
