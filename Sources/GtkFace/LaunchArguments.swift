import Domain
import Localization
import Platform
import Sotto

/// What was said on the command line of the window's program.
struct LaunchArguments {
  private(set) var home: String?
  /// Links to open.
  private(set) var links: [String] = []
  /// The session bus has started the program, to ask it something.
  private(set) var isService = false
  /// Something to print instead of opening a window.
  private(set) var answer: (text: String, isError: Bool)?

  init(_ words: some Sequence<String>) {
    var rest = Array(words)[...]
    while let word = rest.popFirst() {
      switch word {
      case "--home":
        guard let folder = rest.popFirst(), !folder.isEmpty else {
          answer = (localized("sotto-gtk: --home wants a folder"), true)
          return
        }
        home = folder
      case _ where word.hasPrefix("--home="): home = String(word.dropFirst(7))
      case "--gapplication-service": isService = true
      case _ where ChatLink.isOwn(word): links.append(word)
      case "--version": answer = ("sotto-gtk \(Program.version)", false)  // untranslated: a name
      case "--help", "-h":
        let text = localized(
          """
          Usage: sotto-gtk [--home DIR] [LINK]

          Opens Sotto's window on the data folder in DIR; without --home on the one that SOTTO_HOME names,
          else on the user's own. LINK, such as sotto:chat/…, opens that chat. The program “sotto” works on the
          same data folder without a display.
          """)
        answer = (text, false)
      default: answer = (localized("sotto-gtk: “\(word)” is not understood; see sotto-gtk --help"), true)
      }
      if answer != nil { return }
    }
  }

  /// A second start on the user's own library shows the first window; other libraries get a window of their own.
  var isUnique: Bool { home == nil && ProcessEnvironment.variables["SOTTO_HOME"] == nil }
}

func writeLine(_ text: String, on descriptor: Int32) {
  let bytes = Array((text + "\n").utf8)
  _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
}
