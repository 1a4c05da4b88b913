import Adw
import Localization
import Platform
import Sotto
import ViewModels
import Wording

// The window. `sotto-gtk [--home DIR]`; the program `sotto` is the command line of the same library.
CoreDumps.turnOff()
openLocalization()
let arguments = LaunchArguments(CommandLine.arguments.dropFirst())
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
  id: "app.sotto.Sotto", name: Program.name, isUnique: arguments.isUnique, isService: arguments.isService)
let root = RootController(application: application, composition: composition)
// Other libraries are nothing that the desktop knows of.
if arguments.isUnique { root.answerSearches() }
exit(application.run(opening: arguments.links))
