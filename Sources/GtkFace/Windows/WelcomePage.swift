import Adw
import Localization
import ViewModels

/// What a first start shows: three lines on what Sotto is.
enum WelcomePage {
  /// The page, and the button that leaves it.
  static func make(model: LibraryModel) -> (view: Box, start: Button) {
    let welcome = model.welcome
    let partner = (title: Label(), text: Label())
    partner.title.observe { $0.text = title(of: welcome.partner) }
    partner.text.observe { $0.text = text(of: welcome.partner) }
    let points = Box(.vertical, spacing: 18) {
      point(
        "user-available-symbolic", Label(localized("Your chats stay on this machine")),
        Label(localized("Every message is on your disk before it is shown as sent.")))
      point(
        "network-offline-symbolic", Label(localized("Nothing leaves it")),
        Label(
          localized(
            "Nothing is fetched or sent unless you press Load or Download. There is no account, and no tracking.")))
      point("face-smile-symbolic", partner.title, partner.text)
    }
    let start = Button(localized("_Start Chatting")).styled("pill", "suggested-action").aligned(horizontally: .center)
    start.onClick { welcome.start { Effect.flush() } }
    let demo = Button(localized("Look at the _Demo Chats")).flat().aligned(horizontally: .center)
    demo.onClick { welcome.showDemo { Effect.flush() } }
    demo.observe { $0.isVisible = welcome.offersDemo }
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
        demo
        models
      }
    }.aligned(vertically: .center).margins(24)
    let view = Box(.vertical) {
      HeaderBar(title: Label(""))
      Scroller(Clamp(maximum: 460, page)).expanding(vertically: true)
    }
    return (view, start)
  }

  private static func title(of partner: WelcomeModel.Partner) -> String {
    switch partner {
    case .model: localized("A built-in assistant")
    case .chosen: localized("An agent to talk to")
    case .standIn, .personas: localized("Demo agents to begin with")
    }
  }

  private static func text(of partner: WelcomeModel.Partner) -> String {
    switch partner {
    case .model:
      localized(
        "Sotto Mini is built in: a tiny language model that knows only Sotto. Ask it in English, in a few words. A larger model of yours can take its place."
      )
    case .standIn(let name, let reason):
      reason + " "
        + localized("\(name) answers instead: a demo agent that follows a script and only pretends to read.")
    case .chosen(let name): localized("\(name) answers. You can choose another agent for each chat.")
    case .personas:
      localized("Scripted personas answer, and only pretend to read. A language model of yours can take their place.")
    }
  }

  private static func point(_ icon: String, _ title: Label, _ text: Label) -> Box {
    Box(.horizontal, spacing: 16) {
      Image(icon: icon, size: 32).aligned(vertically: .start).decorative()
      Box(.vertical, spacing: 2) {
        title.styled("heading").aligned(0).wrapping()
        text.styled("dim-label").aligned(0).wrapping()
      }.expanding(horizontally: true)
    }
  }
}
