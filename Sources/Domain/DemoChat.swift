/// A chat that comes with the app, to show what it looks like.
public struct DemoChat: Hashable, Sendable {
  public struct Line: Hashable, Sendable {
    public var sender: Sender
    public var text: String
    public var attachments: [Attachment]
    /// Minutes before the moment the demo is put in.
    public var minutesAgo: Int

    public init(sender: Sender, text: String, attachments: [Attachment] = [], minutesAgo: Int) {
      self.sender = sender
      self.text = text
      self.attachments = attachments
      self.minutesAgo = minutesAgo
    }
  }

  public var title: String
  /// `AgentProfile.id`.
  public var agent: String
  public var lines: [Line]

  public init(title: String, agent: String, lines: [Line]) {
    self.title = title
    self.agent = agent
    self.lines = lines
  }

  /// `Chat.source` of such chats.
  public static let source = "demo"
}
