import Adw
import Domain
import ViewModels

/// All actions with their keys, and the window that lists them: what is done, where and by which keys is said once.
enum Shortcuts {
  /// What must be in front before an action does anything: what lies behind a page is not acted on.
  private enum Need {
    case nothing
    /// The library is open.
    case library
    /// The chats are in front.
    case chats
    /// They are, and may be changed.
    case writableChats
    /// One of them is open, and may be changed.
    case writableChat
  }

  private struct Entry {
    let name: String
    /// What the list of shortcuts calls it; nil where it has no line of its own there.
    let title: String?
    /// The first is the one that is listed.
    let keys: [String]
    let need: Need
    let body: @MainActor (Place) -> Void

    init(
      _ name: String, _ title: String? = nil, _ keys: [String] = [], _ need: Need,
      _ body: @escaping @MainActor (Place) -> Void
    ) {
      self.name = name
      self.title = title
      self.keys = keys
      self.need = need
      self.body = body
    }
  }

  /// Where an action is done.
  private struct Place {
    let window: Window
    let controller: MainWindow
    var model: LibraryModel? { controller.model }
    var thread: ThreadModel? { controller.thread }
  }

  static func install(on application: Application, window: Window, controller: MainWindow) {
    let place = Place(window: window, controller: controller)
    let actions = (ofChats + openByNumber + ofMessages + ofTheProgram).map { entry in
      (action: application.action(entry.name, keys: entry.keys) { entry.body(place) }, need: entry.need)
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

  private static func isMet(_ need: Need, _ controller: MainWindow) -> Bool {
    switch need {
    case .nothing: true
    case .library: controller.model != nil
    case .chats: controller.showsChats
    case .writableChats: controller.canWrite
    case .writableChat: controller.showsChat && controller.canWrite
    }
  }

  // MARK: The table

  private static let ofChats = [
    Entry("new", "New chat", ["<Control>n"], .writableChats) { place in
      // A filter would not list the new chat.
      place.controller.pane?.sidebar.stopFinding()
      place.model?.newChat()
    },
    Entry("find", "Find a chat by its title", ["<Control>f"], .chats) { $0.controller.pane?.sidebar.find() },
    Entry("next", "Next chat", ["<Control>Tab", "<Control>Page_Down"], .chats) { $0.model?.openNeighbour(1) },
    Entry("previous", "Previous chat", ["<Control><Shift>Tab", "<Control>Page_Up"], .chats) {
      $0.model?.openNeighbour(-1)
    },
    Entry("rename", "Rename", ["F2"], .writableChat) { $0.controller.pane?.beginRename() },
    Entry("agent", "Choose who answers", ["<Control>m"], .writableChat) { $0.controller.pane?.chooseAgent() },
    Entry("pin", "Pin or unpin", ["<Control>d"], .writableChat) { place in
      if let thread = place.thread, !thread.isNew {
        place.model?.setPinned(!thread.chat.isPinned, thread.chat.id)
      }
    },
    Entry("delete", nil, [], .writableChat) { place in
      if let model = place.model, let thread = model.thread {
        Dialogs.delete(thread.chat, model: model, over: place.window)
      }
    },
    Entry("trash", nil, [], .chats) { place in
      if let model = place.model { TrashWindow.open(model: model, over: place.window) }
    },
  ]

  private static let openByNumber = (1...9).map { number in
    Entry("open-\(number)", nil, ["<Control>\(number)", "<Alt>\(number)"], .chats) { $0.model?.open(number: number) }
  }

  private static let ofMessages = [
    Entry("composer", nil, [], .writableChat) { $0.thread?.focusComposer() },
    Entry("attach", "Attach pictures", ["<Control><Shift>a"], .writableChat) { place in
      if let thread = place.thread { PictureIntake.choose(into: thread, over: place.window) }
    },
    Entry("camera", "Take a photo", ["<Control><Shift>p"], .writableChat) { place in
      if let thread = place.thread { CameraDialog.open(into: thread, over: place.window) }
    },
  ]

  private static let ofTheProgram = [
    Entry("preferences", "Preferences", ["<Control>comma"], .library) { $0.controller.openPreferences() },
    Entry("shortcuts", "Keyboard shortcuts", ["<Control>question"], .nothing) {
      ShortcutsWindow.open(list, over: $0.window)
    },
    Entry("about", nil, [], .nothing) { Dialogs.about(over: $0.window) },
    Entry("quit", "Quit", ["<Control>q"], .nothing) { $0.controller.close() },
    Entry("close", nil, ["<Control>w"], .nothing) { $0.controller.close() },
  ]

  // MARK: The list

  /// The actions, and what the list of chats, the composer and the messages do with a key that means something only there.
  private static var list: [ShortcutsWindow.Group] {
    [
      .init(
        "Chats",
        lines(of: ofChats) + [
          .init("First to ninth chat of the list", "<Control>1...9"), .init("Move to Trash", "Delete"),
          .init("Menu of a chat or message", "Menu"),
        ]),
      .init(
        "Messages",
        [
          .init("Send", "Return"), .init("Break the line", "<Shift>Return"), .init("Back to the composer", "Escape"),
          .init("Copy the message", "<Control>c"), .init("Delete the message", "Delete"),
          .init("Insert an emoji", "<Control>period"),
        ] + lines(of: ofMessages)),
      .init("A picture over the whole window", ViewerView.shortcuts),
      .init("Sotto", lines(of: ofTheProgram)),
    ]
  }

  private static func lines(of entries: [Entry]) -> [ShortcutsWindow.Shortcut] {
    entries.compactMap { entry in
      entry.title.flatMap { title in entry.keys.first.map { .init(title, $0) } }
    }
  }
}
