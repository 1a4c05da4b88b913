internal import Domain
private import Localization

extension FoundRow {
  /// What the row is called at the beginning of a sentence that it is the subject of.
  var words: String {
    switch self {
    case .chat(let title): localized("The chat “\(ShownTitle.of(title))”")
    case .message(let message):
      if let title = message.chat {
        localized("Message \(message.id) in the chat “\(ShownTitle.of(title))”")
      } else {
        localized("Message \(message.id) in a chat that is gone")
      }
    case .picture(nil): localized("A picture of a message that is gone")
    case .picture(let message?):
      if let title = message.chat {
        localized("A picture of message \(message.id) in the chat “\(ShownTitle.of(title))”")
      } else {
        localized("A picture of message \(message.id) in a chat that is gone")
      }
    case .chunk(nil): localized("A chunk of a message that is gone")
    case .chunk(let message?):
      if let title = message.chat {
        localized("A chunk of message \(message.id) in the chat “\(ShownTitle.of(title))”")
      } else {
        localized("A chunk of message \(message.id) in a chat that is gone")
      }
    case .replySettings(nil): localized("What was set for a reply that is gone")
    case .replySettings(let message?):
      if let title = message.chat {
        localized("What was set for reply \(message.id) in the chat “\(ShownTitle.of(title))”")
      } else {
        localized("What was set for reply \(message.id) in a chat that is gone")
      }
    case .draft(nil): localized("The draft in a chat that is gone")
    case .draft(let title?): localized("The draft in the chat “\(ShownTitle.of(title))”")
    case .draftPicture(nil): localized("A picture of the draft in a chat that is gone")
    case .draftPicture(let title?): localized("A picture of the draft in the chat “\(ShownTitle.of(title))”")
    case .agentState(nil): localized("What the agent remembers in a chat that is gone")
    case .agentState(let title?): localized("What the agent remembers in the chat “\(ShownTitle.of(title))”")
    case .chatSettings(nil): localized("What was set for a chat that is gone")
    case .chatSettings(let title?): localized("What was set for the chat “\(ShownTitle.of(title))”")
    case .setting(let key): localized("The setting “\(key)”")
    case .model(let name): localized("The model “\(ShownLine.within(name))”")
    case .change: localized("The log of changes")
    }
  }
}
