import Adw
import Domain
import ViewModels

/// What the window does by keys and menus. Which keys, and what the list of shortcuts says, is in `Shortcut`.
enum Shortcuts {
  /// Where an action is done.
  private struct Place {
    let window: Window
    let controller: MainWindow
    var model: LibraryModel? { controller.model }
    var thread: ThreadModel? { controller.thread }
  }

  static func install(on application: Application, window: Window, controller: MainWindow) {
    let place = Place(window: window, controller: controller)
    let actions = Shortcut.all.compactMap { shortcut in
      name(of: shortcut.action).map { name in
        let keys = shortcut.keys.map(\.accelerator)
        return (action: application.action(name, keys: keys) { perform(shortcut.action, place) }, need: shortcut.need)
      }
    }
    let newWith = application.action("new-with") { (agent: String) in
      controller.pane?.sidebar.stopFinding()
      controller.model?.newChat(with: agent)
    }
    window.observe { _ in
      newWith.isEnabled = isMet(.writableChats, controller)
      for (action, need) in actions { action.isEnabled = isMet(need, controller) }
    }
  }

  private static func isMet(_ need: Shortcut.Need, _ controller: MainWindow) -> Bool {
    switch need {
    case .nothing: true
    case .library: controller.model != nil
    case .chats: controller.showsChats
    case .writableChats: controller.canWrite
    case .openChat: controller.showsChat
    case .writableChat: controller.showsChat && controller.canWrite
    }
  }

  /// As the menus call it; nil for what only the viewer, or whatever has the keyboard, does.
  private static func name(of action: Shortcut.Action) -> String? {
    switch action {
    case .newChat: "new"
    case .find: "find"
    case .nextChat: "next"
    case .previousChat: "previous"
    case .rename: "rename"
    case .chooseAgent: "agent"
    case .chatSettings: "chat-settings"
    case .pin: "pin"
    case .copyLink: "copy-link"
    case .markUnread: "mark-unread"
    case .moveToTrash: "delete"
    case .openTrash: "trash"
    case .openModels: "models"
    case .openChat(let number): "open-\(number)"
    case .attach: "attach"
    case .takePhoto: "camera"
    case .openContext: "context"
    case .largerText: "larger-text"
    case .smallerText: "smaller-text"
    case .usualText: "usual-text"
    case .openMenu: "menu"
    case .preferences: "preferences"
    case .listShortcuts: "shortcuts"
    case .about: "about"
    case .quit: "quit"
    case .close: "close"
    case .pictureToTheRight, .pictureToTheLeft, .nextPicture, .previousPicture, .copyPicture, .savePicture, .showInChat,
      .fillScreen, .closeViewer, .other:
      nil
    }
  }

  private static func perform(_ action: Shortcut.Action, _ place: Place) {
    let (controller, window) = (place.controller, place.window)
    switch action {
    case .newChat:
      // A filter would not list the new chat.
      controller.pane?.sidebar.stopFinding()
      place.model?.newChat()
    case .find: controller.pane?.find()
    case .nextChat: place.model?.openNeighbour(1)
    case .previousChat: place.model?.openNeighbour(-1)
    case .rename: controller.pane?.beginRename()
    case .chooseAgent: controller.pane?.chooseAgent()
    case .chatSettings: if let model = place.model { ChatSettingsWindow.open(model: model, over: window) }
    case .pin:
      if let chat = place.thread?.chat, place.thread?.isNew == false { place.model?.setPinned(!chat.isPinned, chat.id) }
    case .copyLink: if let model = place.model, let thread = model.thread { ChatLinks.copy(thread, library: model) }
    case .markUnread:
      if let model = place.model, let id = controller.pane?.sidebar.chosen { model.toggleUnread(id) }
    case .moveToTrash:
      if let model = place.model, let thread = model.thread { Dialogs.delete(thread.chat, model: model, over: window) }
    case .openTrash: if let model = place.model { TrashWindow.open(model: model, over: window) }
    case .openModels: controller.openModels()
    case .openChat(let number): place.model?.open(number: number)
    case .attach: if let thread = place.thread { PictureIntake.choose(into: thread, over: window) }
    case .takePhoto: if let thread = place.thread { CameraDialog.open(into: thread, over: window) }
    case .openContext:
      if let model = place.model, let thread = model.thread { ContextLens.open(thread, library: model, over: window) }
    case .largerText: place.model?.settings.change { $0.stepTextSize(larger: true) }
    case .smallerText: place.model?.settings.change { $0.stepTextSize(larger: false) }
    case .usualText: place.model?.settings.change { $0.textSize = Settings.usualTextSize }
    case .openMenu: controller.pane?.openMenu()
    case .preferences: controller.openPreferences()
    case .listShortcuts: ShortcutsWindow.open(list(isRightToLeft: window.isRightToLeft), over: window)
    case .about: Dialogs.about(over: window)
    case .quit, .close: controller.close()
    case .pictureToTheRight, .pictureToTheLeft, .nextPicture, .previousPicture, .copyPicture, .savePicture, .showInChat,
      .fillScreen, .closeViewer, .other:
      break
    }
  }

  /// The keys for the next and the previous picture are as the language is read.
  private static func list(isRightToLeft: Bool) -> [ShortcutsWindow.Group] {
    Shortcut.Group.allCases.map { group in
      .init(
        group.title,
        Shortcut.listed(in: group).map { shortcut in
          let keys = isRightToLeft ? shortcut.keys.mirrored : shortcut.keys
          return .init(shortcut.title, keys.accelerator, word: keys.word)
        })
    }
  }
}

extension KeyStroke {
  /// Whether it closes a window beside the main one.
  var closesWindow: Bool { self == KeyStroke(.escape) || self == KeyStroke(Key("w"), .control) }
}

extension KeyCombination {
  /// With the arrow to the other side.
  fileprivate var mirrored: KeyCombination {
    var mirrored = self
    mirrored.key = key == "Right" ? "Left" : key == "Left" ? "Right" : key  // untranslated: keys
    return mirrored
  }

  /// As GTK spells it: "<Control>n".
  var accelerator: String {
    (hasControl ? "<Control>" : "") + (hasAlt ? "<Alt>" : "") + (hasShift ? "<Shift>" : "") + key
  }
}
