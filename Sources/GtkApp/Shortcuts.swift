import Adw
import Domain
import ViewModels

/// All actions with their keys, and the window that lists them.
enum Shortcuts {
  static func install(on application: Application, window: Window, controller: MainWindow) {
    application.action("close", "<Control>w") { controller.close() }
    application.action("quit", "<Control>q") { controller.close() }
    application.action("shortcuts", "<Control>question") { ShortcutsWindow.open(list, over: window) }
    application.action("about") { Dialogs.about(over: window) }
    let preferences = application.action("preferences", "<Control>comma") { controller.openPreferences() }
    let ofChats = forChats(application, window: window, controller: controller)
    let ofChat = forTheOpenChat(application, window: window, controller: controller)
    // What lies behind a page is not acted on: a key there is no key at all.
    window.observe { _ in
      preferences.isEnabled = controller.model != nil
      let (showsChats, showsChat) = (controller.showsChats, controller.showsChat)
      let canWrite = controller.canWrite
      // The first makes a chat, and what is done to an open one changes it; only the composer is merely gone to.
      for (number, action) in ofChats.enumerated() { action.isEnabled = number == 0 ? canWrite : showsChats }
      for action in ofChat { action.isEnabled = showsChat && canWrite }
    }
  }

  /// The actions that need the chats to be in front.
  private static func forChats(_ application: Application, window: Window, controller: MainWindow) -> [Action] {
    var actions = [
      application.action("new", "<Control>n") {
        // A filter would not list the new chat.
        controller.pane?.sidebar.stopFinding()
        controller.model?.newChat()
      },
      application.action("find", "<Control>f") { controller.pane?.sidebar.find() },
      application.action("next", "<Control>Tab", "<Control>Page_Down") { controller.model?.openNeighbour(1) },
      application.action("previous", "<Control><Shift>Tab", "<Control>Page_Up") {
        controller.model?.openNeighbour(-1)
      },
      application.action("trash") { if let model = controller.model { TrashWindow.open(model: model, over: window) } },
    ]
    for number in 1...9 {
      actions.append(
        application.action("open-\(number)", "<Control>\(number)", "<Alt>\(number)") {
          controller.model?.open(number: number)
        })
    }
    return actions
  }

  /// The actions that need an open chat.
  private static func forTheOpenChat(
    _ application: Application, window: Window, controller: MainWindow
  ) -> [Action] {
    [
      application.action("rename", "F2") { controller.pane?.beginRename() },
      application.action("pin", "<Control>d") {
        if let thread = controller.thread, !thread.isNew {
          controller.model?.setPinned(!thread.chat.isPinned, thread.chat.id)
        }
      },
      application.action("delete") {
        if let model = controller.model, let thread = model.thread {
          Dialogs.delete(thread.chat, model: model, over: window)
        }
      },
      application.action("composer") { controller.thread?.focusComposer() },
      application.action("attach", "<Control><Shift>a") {
        if let thread = controller.thread { PictureIntake.choose(into: thread, over: window) }
      },
      application.action("camera", "<Control><Shift>p") {
        if let thread = controller.thread { CameraDialog.open(into: thread, over: window) }
      },
    ]
  }

  private static let list: [ShortcutsWindow.Group] = [
    .init(
      "Chats",
      [
        .init("New chat", "<Control>n"), .init("Find a chat by its title", "<Control>f"),
        .init("Next chat", "<Control>Tab"), .init("Previous chat", "<Control><Shift>Tab"),
        .init("First to ninth chat of the list", "<Control>1...9"), .init("Rename", "F2"),
        .init("Pin or unpin", "<Control>d"),
        .init("Move to Trash", "Delete"), .init("Menu of a chat or message", "Menu"),
      ]),
    .init(
      "Messages",
      [
        .init("Send", "Return"), .init("Break the line", "<Shift>Return"), .init("Back to the composer", "Escape"),
        .init("Copy the message", "<Control>c"), .init("Delete the message", "Delete"),
        .init("Insert an emoji", "<Control>period"), .init("Attach pictures", "<Control><Shift>a"),
        .init("Take a photo", "<Control><Shift>p"),
      ]),
    .init(
      "A picture over the whole window",
      [
        .init("Closer and further", "plus minus"), .init("Fit the window", "0"),
        .init("Pixel for pixel", "1"), .init("Next picture", "Right"),
        .init("Previous picture", "Left"), .init("Copy", "<Control>c"), .init("Save as", "<Control>s"),
        .init("Fill the screen", "F11"), .init("Close", "Escape"),
      ]),
    .init(
      "Sotto",
      [
        .init("Preferences", "<Control>comma"), .init("Keyboard shortcuts", "<Control>question"),
        .init("Quit", "<Control>q"),
      ]),
  ]
}
