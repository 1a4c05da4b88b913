import Adw
import Domain
import Localization
import ViewModels

/// What a first start shows: three lines on what Sotto is.
enum WelcomePage {
  /// The page, and the button that leaves it.
  static func make(model: LibraryModel) -> (view: Box, start: Button) {
    let points = Box(.vertical, spacing: 18) {
      point(
        "user-available-symbolic", localized("Chats that live on this machine"),
        localized("Every message is on your disk before it is shown as sent."))
      point(
        "network-offline-symbolic", localized("Nothing leaves it"),
        localized(
          "Nothing is fetched or sent unless you press Load or Download. There is no account, and no tracking."))
      if model.settings.agentForNewChats == ModelID.builtIn.agent {
        point(
          "face-smile-symbolic", localized("Somebody to ask"),
          localized(
            "Sotto Mini is built in. It is tiny and knows only Sotto; a larger model of yours can take its place."))
      } else {
        point(
          "face-smile-symbolic", localized("Demo agents to begin with"),
          localized(
            "Scripted personas answer, and only pretend to read. A language model of yours can take their place."))
      }
    }
    let start = Button(localized("_Start Chatting")).styled("pill", "suggested-action").aligned(horizontally: .center)
    // The chat is read meanwhile: so its page is whole at once, and there in the turn in which the button is pressed. The
    // next key is its own.
    var isRead = model.isNarrow
    let reading = Task {
      if !isRead { await model.openLastChat() }
      isRead = true
    }
    func leave() {
      model.settings.change { $0.isWelcomed = true }
      Effect.flush()
    }
    start.onClick {
      guard !isRead else { return leave() }
      Task {
        await reading.value
        leave()
      }
    }
    let models = Button(localized("_Models on This Machine…")).flat().action("app.models").aligned(
      horizontally: .center)
    let page = Box(.vertical, spacing: 30) {
      Box(.vertical, spacing: 8) {
        Label(localized("Welcome to Sotto")).styled("title-1").wrapping()
        Label(localized("A private chat app that lives on your own machine.")).styled("dim-label").wrapping()
      }
      points
      Box(.vertical, spacing: 6) {
        start
        models
      }
    }.aligned(vertically: .center).margins(24)
    let view = Box(.vertical) {
      HeaderBar(title: Label(""))
      Scroller(Clamp(maximum: 460, page)).expanding(vertically: true)
    }
    return (view, start)
  }

  private static func point(_ icon: String, _ title: String, _ text: String) -> Box {
    Box(.horizontal, spacing: 16) {
      Image(icon: icon, size: 32).aligned(vertically: .start).decorative()
      Box(.vertical, spacing: 2) {
        Label(title).styled("heading").aligned(0).wrapping()
        Label(text).styled("dim-label").aligned(0).wrapping()
      }.expanding(horizontally: true)
    }
  }
}
