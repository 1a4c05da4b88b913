public import Domain

/// The chats that are put in once, so that the first launch has something to show.
public enum DemoChats {
  /// Reads the demo chats that are built in; throws where their text is not what it should be.
  public static func all() throws(DemoChatError) -> [DemoChat] {
    try all(from: PackageResources.demo_json)
  }

  static func all(from json: [UInt8]) throws(DemoChatError) -> [DemoChat] {
    let written: [ChatDTO]
    do {
      written = try JSONFile.read([ChatDTO].self, from: json)
    } catch {
      throw .malformed(error)
    }
    var chats: [DemoChat] = []
    for chat in written {
      var lines: [DemoChat.Line] = []
      for line in chat.lines { lines.append(try line.checked()) }
      chats.append(DemoChat(title: chat.title, agent: chat.agent, lines: lines))
    }
    return chats
  }

  private struct ChatDTO: Decodable {
    var title: String
    var agent: String
    var lines: [LineDTO]
  }

  private struct LineDTO: Decodable {
    enum Side: String, Decodable {
      case user, agent
    }
    var from: Side
    var minutesAgo: Int
    var text: String
    /// `Drawing.name`.
    var drawing: String?

    func checked() throws(DemoChatError) -> DemoChat.Line {
      var attachments: [Attachment] = []
      if let drawing {
        guard let known = Drawings.named(drawing) else { throw .unknownDrawing(drawing) }
        attachments = [known.attachment]
      }
      let sender: Sender = from == .user ? .user : .agent
      return DemoChat.Line(sender: sender, text: text, attachments: attachments, minutesAgo: minutesAgo)
    }
  }
}
