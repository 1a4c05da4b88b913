private import Localization

/// One thing that a window does, and its keys. What a window does by keys and what it lists of them is `all`.
public struct Shortcut: Sendable {
  /// What is done. One without a name of its own here is done by whatever has the keyboard.
  public enum Action: Hashable, Sendable {
    case newChat, find, nextChat, previousChat, rename, chooseAgent, chatSettings, pin, markUnread, copyLink,
      moveToTrash, openTrash, openModels
    /// The chat at a place of the list, counted from 1.
    case openChat(number: Int)
    case attach, takePhoto, openContext
    case largerText, smallerText, usualText
    case openMenu, preferences, listShortcuts, about, quit, close
    /// In the viewer. Left and right are as the language is read, next and previous are not.
    case pictureToTheRight, pictureToTheLeft, nextPicture, previousPicture
    case copyPicture, savePicture, showInChat, fillScreen, closeViewer
    /// By what has the keyboard.
    case other
  }

  /// Under which heading it is listed; the headings in their order.
  public enum Group: CaseIterable, Sendable {
    case chats, messages, text, viewer, program

    /// What the heading says.
    public var title: String {
      switch self {
      case .chats: localized("Chats")
      case .messages: localized("Messages")
      case .text: localized("The text of a message")
      case .viewer: localized("A picture over the whole window")
      case .program: "Sotto"
      }
    }
  }

  /// What must be in front before anything is done: what lies behind a page is not acted on.
  public enum Need: Sendable {
    case nothing
    /// The library is open.
    case library
    /// The chats are in front.
    case chats
    /// They are, and may be changed.
    case writableChats
    /// One of them is open.
    case openChat
    /// It is, and may be changed.
    case writableChat
  }

  /// What is done.
  public var action: Action
  /// What the list of shortcuts calls it; nil where it has no line of its own there.
  public var title: String?
  /// Each does it; the first is the one that is listed.
  public var keys: [KeyCombination]
  /// Where it is listed.
  public var group: Group
  /// When it is done.
  public var need = Need.nothing

  /// Those that are listed under a heading, in their order.
  public static func listed(in group: Group) -> [(title: String, keys: KeyCombination)] {
    all.filter { $0.group == group }.compactMap { shortcut in
      shortcut.title.flatMap { title in shortcut.keys.first.map { (title, $0) } }
    }
  }

  /// All of them, in the order in which they are listed.
  public static let all = chats + messages + text + viewer + program

  private static let chats: [Shortcut] =
    [
      Shortcut(.newChat, localized("New chat"), .control("n"), in: .chats, .writableChats),
      Shortcut(.find, localized("Find a chat by its title"), .control("f"), in: .chats, .chats),
      Shortcut(.nextChat, localized("Next chat"), .control("Tab"), .control("Page_Down"), in: .chats, .chats),
      Shortcut(
        .previousChat, localized("Previous chat"), .control("Tab", shift: true), .control("Page_Up"), in: .chats, .chats
      ),
      Shortcut(.rename, localized("Rename"), .plain("F2"), in: .chats, .writableChat),
      Shortcut(.chooseAgent, localized("Choose who answers"), .control("m"), in: .chats, .writableChat),
      Shortcut(.chatSettings, localized("Settings of the chat"), .control("i"), in: .chats, .writableChat),
      Shortcut(.pin, localized("Pin or unpin"), .control("d"), in: .chats, .writableChat),
      Shortcut(.markUnread, localized("Mark as unread or read"), .control("u"), in: .chats, .writableChats),
      Shortcut(.openModels, localized("Models"), .control("m", shift: true), in: .chats, .library),
      Shortcut(.copyLink, in: .chats, .openChat), Shortcut(.moveToTrash, in: .chats, .writableChat),
      Shortcut(.openTrash, in: .chats, .chats),
      Shortcut(.other, localized("First to ninth chat of the list"), .control("1...9"), in: .chats),
      Shortcut(.other, localized("Move to Trash"), .plain(KeyName.delete), in: .chats),
      Shortcut(.other, localized("Menu of a chat or message"), .plain(KeyName.menu), in: .chats),
    ]
    + (1...9).map { number in
      Shortcut(.openChat(number: number), nil, .control("\(number)"), .alt("\(number)"), in: .chats, .chats)
    }

  private static let messages = [
    Shortcut(.other, localized("Send"), .plain(KeyName.enter), in: .messages),
    Shortcut(.other, localized("Break the line"), .shift(KeyName.enter), in: .messages),
    Shortcut(.other, localized("Edit the last message"), .plain(KeyName.up), in: .messages),
    Shortcut(.other, localized("Scroll the messages"), .plain(KeyName.pageUp), in: .messages),
    Shortcut(.other, localized("Back to the composer"), .plain(KeyName.escape), in: .messages),
    Shortcut(.other, localized("Copy the message"), .control("c"), in: .messages),
    Shortcut(.other, localized("Delete the message"), .plain(KeyName.delete), in: .messages),
    Shortcut(.other, localized("Select several messages"), .control(KeyName.space), in: .messages),
    Shortcut(.other, localized("Insert an emoji"), .control("period"), in: .messages),
    Shortcut(.attach, localized("Attach pictures"), .control("a", shift: true), in: .messages, .writableChat),
    Shortcut(.takePhoto, localized("Take a photo"), .control("p", shift: true), in: .messages, .writableChat),
    Shortcut(.openContext, localized("What the model sees"), .control("l"), in: .messages, .openChat),
  ]

  private static let text = [
    Shortcut(.other, localized("Links and buttons of a message"), .plain("Tab"), in: .text),
    Shortcut(.other, localized("Show all of a long message"), .plain(KeyName.enter), in: .text),
    Shortcut(.other, localized("Select all of the message"), .control("a"), in: .text),
    Shortcut(.other, localized("Select letters"), .shift(KeyName.right), in: .text),
    Shortcut(.other, localized("Select words"), .control(KeyName.right, shift: true), in: .text),
  ]

  private static let viewer = [
    Shortcut(.other, localized("Zoom in"), .plain("plus"), in: .viewer),
    Shortcut(.other, localized("Zoom out"), .plain("minus"), in: .viewer),
    Shortcut(.other, localized("Fit the window"), .plain("0"), in: .viewer),
    Shortcut(.other, localized("Pixel for pixel"), .plain("1"), in: .viewer),
    Shortcut(.pictureToTheRight, localized("Next picture"), .plain(KeyName.right), in: .viewer),
    Shortcut(.pictureToTheLeft, localized("Previous picture"), .plain(KeyName.left), in: .viewer),
    Shortcut(.nextPicture, nil, .plain("Page_Down"), .plain("space"), in: .viewer),
    Shortcut(.previousPicture, nil, .plain("Page_Up"), in: .viewer),
    Shortcut(.copyPicture, localized("Copy"), .control("c"), in: .viewer),
    Shortcut(.savePicture, localized("Save as"), .control("s"), in: .viewer),
    Shortcut(.showInChat, localized("Show in the chat"), .control(KeyName.enter), in: .viewer),
    Shortcut(.fillScreen, localized("Full screen"), .plain("F11"), in: .viewer),
    Shortcut(.closeViewer, localized("Close"), .plain(KeyName.escape), in: .viewer),
  ]

  private static let program = [
    Shortcut(.openMenu, localized("Main menu"), .plain("F10"), in: .program, .chats),
    Shortcut(.preferences, localized("Preferences"), .control("comma"), in: .program, .library),
    Shortcut(.listShortcuts, localized("Keyboard shortcuts"), .control("question"), in: .program),
    Shortcut(
      .largerText, localized("Larger text"), .control("plus"), .control("equal"), .control("KP_Add"), in: .program,
      .library),
    Shortcut(
      .smallerText, localized("Smaller text"), .control("minus"), .control("KP_Subtract"), in: .program, .library),
    Shortcut(
      .usualText, localized("Text of the usual size"), .control("0"), .control("KP_0"), in: .program, .library),
    Shortcut(.about, in: .program), Shortcut(.quit, localized("Quit"), .control("q"), in: .program),
    Shortcut(.close, nil, .control("w"), in: .program),
  ]

  private init(
    _ action: Action, _ title: String? = nil, _ keys: KeyCombination..., in group: Group, _ need: Need = .nothing
  ) {
    self.action = action
    self.title = title
    self.keys = keys
    self.group = group
    self.need = need
  }
}

private enum KeyName {
  // untranslated: as programs know them.
  static let (enter, escape, delete, menu, left, right) = ("Return", "Escape", "Delete", "Menu", "Left", "Right")
  static let (up, pageUp, pageDown, space) = ("Up", "Page_Up", "Page_Down", "space")  // untranslated: as above.
}

/// A key and what is held with it.
public struct KeyCombination: Hashable, Sendable {
  /// What the key writes or is called, in the X Window System's names: `a`, `comma`, `Page_Down`, `F2`. In a list
  /// `1...9` stands for any of these.
  public var key: String
  /// Control, or on an Apple machine Command.
  public var hasControl = false
  /// Shift.
  public var hasShift = false
  /// Alt, or on an Apple machine Option.
  public var hasAlt = false

  /// What stands on the key of a keyboard in words; nil where it is the name of the key or what it writes.
  public var word: String? {
    switch key {
    case KeyName.enter: localized("Enter", context: "a key")
    case KeyName.escape: localized("Escape", context: "a key")
    case KeyName.delete: localized("Delete", context: "a key")
    case KeyName.menu: localized("Menu", context: "a key")
    case KeyName.space: localized("Space", context: "a key")
    case KeyName.left: localized("Left", context: "a key")
    case KeyName.right: localized("Right", context: "a key")
    case KeyName.up: localized("Up", context: "a key")
    case KeyName.pageUp: localized("Page Up", context: "a key")
    case KeyName.pageDown: localized("Page Down", context: "a key")
    default: nil
    }
  }

  static func plain(_ key: String) -> Self { Self(key: key) }
  static func shift(_ key: String) -> Self { Self(key: key, hasShift: true) }
  static func alt(_ key: String) -> Self { Self(key: key, hasAlt: true) }
  static func control(_ key: String, shift: Bool = false) -> Self { Self(key: key, hasControl: true, hasShift: shift) }
}
