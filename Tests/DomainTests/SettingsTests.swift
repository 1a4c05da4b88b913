import Domain
import Testing

/// Settings as a library keeps them: each preference as a text under its own key.
struct SettingsTests {
  /// A preference that has another value than its default.
  struct Change: Sendable, CustomTestStringConvertible {
    /// The property, as a mirror names it.
    var property: String
    var key: String
    /// What is kept.
    var text: String
    var make: @Sendable (inout Settings) -> Void

    init(_ property: String, _ key: String, _ text: String, make: @escaping @Sendable (inout Settings) -> Void) {
      self.property = property
      self.key = key
      self.text = text
      self.make = make
    }

    var testDescription: String { property }
  }

  private static let chat = ChatID(high: 1, low: 2)
  private static let message = MessageID(high: 3, low: 4)

  /// One for each preference. The keys and texts are those of old libraries.
  static let changes = [
    Change("agentForNewChats", "agent", "sage") { $0.agentForNewChats = "sage" },
    Change("sendsWithControl", "send", "control-enter") { $0.sendsWithControl = true },
    Change("textSize", "text-size", "125") { $0.textSize = 125 },
    Change("reading.textSize", "message-text-size", "150") { $0.reading.textSize = 150 },
    Change("reading.font", "message-font", "A \"Font\"") { $0.reading.font = "A \"Font\"" },
    Change("reading.isCompact", "compact", "yes") { $0.reading.isCompact = true },
    Change("reading.looks", "message-looks", "bubble mini\nfull-width a long name") {
      $0.reading.choose(.fullWidth, for: "a long name")
      $0.reading.choose(.bubble, for: "mini")
    },
    Change("appearance", "appearance", "dark") { $0.appearance = .dark },
    Change("confirmsDelete", "confirm-delete", "no") { $0.confirmsDelete = false },
    Change("readsAnswersAloud", "read-answers-aloud", "no") { $0.readsAnswersAloud = false },
    Change("isInDesktopSearch", "desktop-search", "no") { $0.isInDesktopSearch = false },
    Change("notifies", "notify", "no") { $0.notifies = false },
    Change("notificationsShowText", "notify-text", "no") { $0.notificationsShowText = false },
    Change("warmChats", "warm-chats", "0") { $0.warmChats = 0 },
    Change("modelIdleMinutes", "model-idle", "never") { $0.modelIdleMinutes = nil },
    Change("isWelcomed", "welcomed", "yes") { $0.isWelcomed = true },
    Change("hadDemo", "had-demo", "yes") { $0.hadDemo = true },
    Change("lastChat", "last-chat", "\(chat)") { $0.lastChat = chat },
    Change("readingPositions", "reading-positions", "\(chat) \(message) -12") {
      $0.keep(ReadingPosition(chat: chat, message: message, offset: -12), in: chat)
    },
  ]

  @Test func `Each stored property of the settings is a preference`() {
    #expect(Set(Self.properties(of: Settings()).keys) == Set(Self.changes.map(\.property)))
    #expect(Set(Self.changes.map(\.key)).count == Self.changes.count)
  }

  @Test(arguments: changes)
  func `A changed preference is kept as one text, and read again`(change: Change) throws {
    let store = KeptSettings()
    var changed = Settings()
    change.make(&changed)
    let defaults = Self.properties(of: Settings())
    #expect(Self.properties(of: changed).filter { $0.value != defaults[$0.key] }.map(\.key) == [change.property])
    let (saved, isDifferent) = try Settings.change(in: store, change.make)
    #expect(saved == changed && isDifferent)
    #expect(store.texts == [change.key: change.text])
    #expect(try Settings(reading: store) == changed)
  }

  @Test func `All preferences together are kept, and are the defaults again when they are changed back`() throws {
    let store = KeptSettings()
    let (saved, _) = try Settings.change(in: store) { for change in Self.changes { change.make(&$0) } }
    #expect(store.texts == Dictionary(uniqueKeysWithValues: Self.changes.map { ($0.key, $0.text) }))
    #expect(try Settings(reading: store) == saved)
    try Settings.change(in: store) { $0 = Settings() }
    #expect(try Settings(reading: store) == Settings())
    let forgotten = ["message-font", "message-looks", "last-chat", "reading-positions"]
    #expect(Set(store.texts.keys) == Set(Self.changes.map(\.key)).subtracting(forgotten))
  }

  @Test func `An idle time is kept as its minutes`() throws {
    let store = KeptSettings()
    try Settings.change(in: store) { $0.modelIdleMinutes = 60 }
    #expect(store.texts == ["model-idle": "60"])
    #expect(try Settings(reading: store).modelIdleMinutes == 60)
  }

  /// Any text is an agent's id or a font's name.
  @Test(arguments: changes.filter { !["agent", "message-font"].contains($0.key) }, ["", "unreadable", "\n 1 yes"])
  func `A text that cannot be read leaves the default`(change: Change, text: String) throws {
    #expect(try Settings(reading: KeptSettings([change.key: text])) == Settings())
  }

  @Test func `A font without a name is the default, and a long name is cut`() throws {
    #expect(try Settings(reading: KeptSettings(["message-font": ""])) == Settings())
    let long = KeptSettings(["message-font": String(repeating: "a", count: 300)])
    #expect(try Settings(reading: long).reading.font == String(repeating: "a", count: 256))
  }

  @Test(arguments: [
    ("text-size", "49", "50"), ("text-size", "100000", "300"), ("message-text-size", "-1", "50"),
    ("message-text-size", "301", "300"), ("warm-chats", "-1", "0"), ("warm-chats", "1025", "1024"),
    ("model-idle", "0", "1"), ("model-idle", "1441", "1440"),
  ])
  func `A number outside its range is read as the nearest in it`(key: String, text: String, nearest: String) throws {
    let read = try Settings(reading: KeptSettings([key: text]))
    #expect(read != Settings())
    #expect(try read == Settings(reading: KeptSettings([key: nearest])))
  }

  @Test func `Nothing is written that did not change`() throws {
    let store = KeptSettings(["text-size": "100000", "appearance": "unreadable", "notify": "no"])
    let (settings, isDifferent) = try Settings.change(in: store) {
      $0.textSize = 300
      $0.notifies = false
      $0.isWelcomed = false
    }
    #expect(!isDifferent && settings.textSize == 300)
    #expect(store.written.isEmpty)
    try Settings.change(in: store) { $0.confirmsDelete = false }
    #expect(store.written == ["confirm-delete"])
    #expect(store.texts["text-size"] == "100000" && store.texts["appearance"] == "unreadable")
  }

  /// The stored properties by their names, with their values as text; those of the reading style each by itself.
  private static func properties(of settings: Settings) -> [String: String] {
    var found: [String: String] = [:]
    for (name, value) in Mirror(reflecting: settings).children {
      guard let name else { continue }
      if value is ReadingStyle {
        for (part, value) in Mirror(reflecting: value).children {
          found["\(name).\(part ?? "")"] = String(reflecting: value)
        }
      } else {
        found[name] = String(reflecting: value)
      }
    }
    return found
  }
}

/// The settings of a library in memory.
private final class KeptSettings: SettingWriting {
  private(set) var texts: [String: String]
  /// The keys under which something was written, in order.
  private(set) var written: [String] = []

  init(_ texts: [String: String] = [:]) { self.texts = texts }

  func setting(_ key: String) -> String? { texts[key] }

  func setSetting(_ key: String, to value: String?) {
    texts[key] = value
    written.append(key)
  }
}
