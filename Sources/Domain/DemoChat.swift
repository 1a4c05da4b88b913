/// A chat that comes with the app, to show what it looks like.
public struct DemoChat: Hashable, Sendable {
  /// One message of a demo chat.
  public struct Line: Hashable, Sendable {
    /// Who says it.
    public var sender: Sender
    /// What is said; may be empty where there are pictures.
    public var text: String
    /// Pictures that come with the program.
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

  /// What the chat is called.
  public var title: String
  /// `AgentProfile.id`.
  public var agent: String
  /// Its messages, oldest first.
  public var lines: [Line]

  public init(title: String, agent: String, lines: [Line]) {
    self.title = title
    self.agent = agent
    self.lines = lines
  }

  /// `Chat.source` of such chats.
  public static let source = "demo"
}
