/// What the user has chosen; kept in the database, each under its own key.
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

  package init(reading store: any SettingReading) throws(StoreError) {
    if let value = try store.setting("agent") { agentForNewChats = value }
    if let value = try store.setting("send") { sendsWithControl = value == "control-enter" }
    if let value = try store.setting("text-size"), let size = Int(value) { textSize = size.clamped(to: 50...300) }
    if let value = try store.setting("appearance") { appearance = Appearance(rawValue: value) ?? .system }
    if let value = try store.setting("confirm-delete") { confirmsDelete = value != "no" }
    if let value = try store.setting("read-answers-aloud") { readsAnswersAloud = value != "no" }
    if let value = try store.setting("desktop-search") { isInDesktopSearch = value != "no" }
    notifies = try store.setting("notify") != "no"
    notificationsShowText = try store.setting("notify-text") != "no"
    if let value = try store.setting("warm-chats"), let size = Int(value) { warmChats = size.clamped(to: 0...1_024) }
    if let value = try store.setting("model-idle") {
      modelIdleMinutes = value == "never" ? nil : Int(value).map { $0.clamped(to: 1...1_440) } ?? 5
    }
    reading = try ReadingStyle(reading: store)
    isWelcomed = try store.setting("welcomed") == "yes"
    hadDemo = try store.setting("had-demo") == "yes"
    if let value = try store.setting("last-chat") { lastChat = ChatID(value) }
    if let value = try store.setting("reading-positions") {
      readingPositions = value.split(separator: "\n").compactMap(ReadingPosition.init)
    }
  }

  /// Writes only what differs from `old`.
  func save(over old: Settings, in store: any SettingWriting) throws(StoreError) {
    let mine = pairs
    for (key, value) in mine where old.pairs[key] != value { try store.setSetting(key, to: value) }
  }

  private var pairs: [String: String?] {
    [
      "agent": agentForNewChats, "send": sendsWithControl ? "control-enter" : "enter", "text-size": "\(textSize)",
      "appearance": appearance.rawValue, "confirm-delete": confirmsDelete ? "yes" : "no", "warm-chats": "\(warmChats)",
      "read-answers-aloud": readsAnswersAloud ? "yes" : "no", "desktop-search": isInDesktopSearch ? "yes" : "no",
      "notify": notifies ? "yes" : "no",
      "notify-text": notificationsShowText ? "yes" : "no",
      "model-idle": modelIdleMinutes.map { "\($0)" } ?? "never", "welcomed": isWelcomed ? "yes" : "no",
      "had-demo": hadDemo ? "yes" : "no",
      "last-chat": lastChat?.description,
      "reading-positions": readingPositions.isEmpty ? nil : readingPositions.map(\.line).joined(separator: "\n"),
    ].merging(reading.pairs) { $1 }
  }
}
