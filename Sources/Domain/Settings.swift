/// What the user has chosen; kept in the database, each under its own key.
///
/// A new preference is a property, whose initial value is the default, and a row in `preferences`.
public struct Settings: Hashable, Sendable {
  /// Whether the window is light or dark.
  public enum Appearance: String, Sendable, CaseIterable {
    case system, light, dark
  }

  /// `AgentProfile.id` for new chats.
  public var agentForNewChats = "crew"
  /// Who answers in the new chats of somebody who is new; written into a library that nobody has used yet.
  public static let agentOfNewPeople = ModelID.builtIn.agent
  /// True: Ctrl+Enter sends and Enter breaks the line.
  public var sendsWithControl = false
  /// Text size in per cent.
  public var textSize = usualTextSize
  /// The text size of somebody who has chosen none.
  public static let usualTextSize = 100
  /// How messages are shown.
  public var reading = ReadingStyle()
  /// Light, dark, or as the desktop is.
  public var appearance = Appearance.system
  /// Ask before a chat goes to the Trash by key or menu; deleting for ever always asks.
  public var confirmsDelete = true
  /// Screen readers say each paragraph of an answer once it is finished; else only that one begins and ends.
  public var readsAnswersAloud = true
  /// The titles of chats are found by the desktop's search.
  public var isInDesktopSearch = true
  /// The desktop tells of replies that come while nobody looks.
  public var notifies = true
  /// It tells their first words, too; else only in which chat.
  public var notificationsShowText = true
  /// How many gigabytes on the disk may hold what models have read of chats; 0 keeps none.
  public var warmChats = 4
  /// After so many minutes without a message a local model is unloaded; nil for never.
  public var modelIdleMinutes: Int? = 5
  /// The first-run page was seen.
  public var isWelcomed = false
  /// The demo chats were put in once; never again by themselves.
  public var hadDemo = false
  /// The chat that was open last.
  public var lastChat: ChatID?
  /// Where the reader was in chats that were left elsewhere than at their end, the last one last.
  public private(set) var readingPositions: [ReadingPosition] = []

  public init() {}

  /// The sizes offered, for all text and for messages.
  public static let textSizes = [80, 90, 100, 110, 125, 150, 175, 200]

  /// Makes all text one of the sizes offered larger, or smaller.
  public mutating func stepTextSize(larger isLarger: Bool) {
    let size = textSize
    let next = isLarger ? Self.textSizes.first { $0 > size } : Self.textSizes.last { $0 < size }
    if let next { textSize = next }
  }

  /// The quotas offered for warm chats, in gigabytes.
  public static let warmChatQuotas = [0, 1, 2, 4, 8, 16, 32]

  /// The times offered after which a model is unloaded.
  public static let modelIdleChoices: [Int?] = [1, 5, 15, 60, nil]

  /// After so long without a message a local model is unloaded; nil for never.
  public var modelIdle: Duration? { modelIdleMinutes.map { .seconds($0 * 60) } }

  /// Chats whose places are kept.
  private static let maximumReadingPositions = 40

  /// Keeps where the reader is in a chat; nil for at its end.
  public mutating func keep(_ position: ReadingPosition?, in chat: ChatID) {
    guard position != readingPositions.last(where: { $0.chat == chat }) else { return }
    readingPositions.removeAll { $0.chat == chat }
    if let position { readingPositions = (readingPositions + [position]).suffix(Self.maximumReadingPositions) }
  }

  /// Which preferences the library keeps, under which keys and as which texts. A property without a row here is not kept.
  static let preferences: [Preference] = [
    Preference("agent", \.agentForNewChats, .text),
    Preference("send", \.sendsWithControl, .words("control-enter", "enter")),
    Preference("text-size", \.textSize, .number(in: 50...300)),
    Preference("message-text-size", \.reading.textSize, .number(in: 50...300)),
    Preference("message-font", \.reading.font, .name(upTo: 256)),
    Preference("compact", \.reading.isCompact, .yesOrNo),
    Preference("message-looks", \.reading.looks, .looks),
    Preference("appearance", \.appearance, .word),
    Preference("confirm-delete", \.confirmsDelete, .yesOrNo),
    Preference("read-answers-aloud", \.readsAnswersAloud, .yesOrNo),
    Preference("desktop-search", \.isInDesktopSearch, .yesOrNo),
    Preference("notify", \.notifies, .yesOrNo),
    Preference("notify-text", \.notificationsShowText, .yesOrNo),
    Preference("warm-chats", \.warmChats, .number(in: 0...1_024)),
    Preference("model-idle", \.modelIdleMinutes, .number(in: 1...1_440, orNone: "never")),
    Preference("welcomed", \.isWelcomed, .yesOrNo),
    Preference("had-demo", \.hadDemo, .yesOrNo),
    Preference("last-chat", \.lastChat, .id),
    Preference("reading-positions", \.readingPositions, .positions),
  ]

  package init(reading store: any SettingReading) throws(StoreError) {
    self.init()
    for preference in Self.preferences {
      if let text = try store.setting(preference.key) { preference.take(text, &self) }
    }
  }

  /// Changes the settings in the store, and writes only the preferences whose texts are different then.
  @discardableResult
  package static func change(
    in store: any SettingWriting, _ change: (inout Settings) -> Void
  ) throws(StoreError) -> (settings: Settings, isDifferent: Bool) {
    let old = try Settings(reading: store)
    var new = old
    change(&new)
    for preference in preferences {
      let text = preference.text(new)
      if text != preference.text(old) { try store.setSetting(preference.key, to: text) }
    }
    return (new, new != old)
  }

  /// Whether the store keeps a text for the property, even that of its default.
  static func keeps(_ property: PartialKeyPath<Settings>, in store: any SettingReading) throws(StoreError) -> Bool {
    guard let preference = preferences.first(where: { $0.property == property }) else { return false }
    return try store.setting(preference.key) != nil
  }
}
