import Adw
import Localization
import Platform
import Sotto
import Wording

/// The window's program as a whole.
package enum Program {
  static let name = "Sotto"  // untranslated: a name
  static let version = Release.version

  /// Opens the window that the words of the command line ask for, and returns only by the end of the process.
  package static func run(_ words: some Sequence<String>) -> Never {
    CoreDumps.turnOff()
    openLocalization()
    let arguments = LaunchArguments(words)
    if let answer = arguments.answer {
      writeLine(answer.text, on: answer.isError ? STDERR_FILENO : STDOUT_FILENO)
      exit(answer.isError ? 2 : 0)
    }
    if let allowed = OpenFiles.allow() {
      writeLine("sotto-gtk: " + OpenFilesText.tooFew(allowed, needed: OpenFiles.needed), on: STDERR_FILENO)
      exit(1)
    }
    let composition = Composition(home: arguments.home, environment: ProcessEnvironment.variables)
    Application.prepare()
    guard Application.displayIsAvailable else {
      writeLine(
        localized("sotto-gtk: there is no display to open a window on. Talk in the terminal instead: sotto chat"),
        on: STDERR_FILENO)
      exit(1)
    }
    let application = Application(
      id: "app.sotto.Sotto", name: name, isUnique: arguments.isUnique, isService: arguments.isService)
    let root = RootController(application: application, composition: composition)
    // Other libraries are nothing that the desktop knows of.
    if arguments.isUnique { root.answerSearches() }
    exit(application.run(opening: arguments.links))
  }
}
