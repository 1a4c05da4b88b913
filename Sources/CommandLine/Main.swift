import Dispatch
import Domain
import Localization
import Platform
import Records
import Sotto
import Wording

/// `sotto`: the same core as the window, no display needed.
@main
enum Program {
  static let version = Release.version

  /// What is written is for programs.
  private static let isForProgram = Swift.CommandLine.arguments.prefix { $0 != "--" }.contains("--json")

  static func main() {
    CoreDumps.turnOff()
    // What programs read is English, with the sentences in it. Asked before the arguments are understood, for whatever is
    // wrong with them is said in the user's language; a value of that name is taken for the option. The locale is set here
    // and nowhere else: later there are other threads, which read it.
    if isForProgram { setlocale(LC_TIME, "") } else { openLocalization() }
    signal(SIGPIPE, SIG_IGN)
    holdStreams()
    if let allowed = OpenFiles.allow() {
      complain(of: Failure(.failed, OpenFilesText.tooFew(allowed, needed: OpenFiles.needed)))
      Output.errors.flush()
      exit(ExitCode.failed.rawValue)
    }
    Task { exit(await run().rawValue) }
    dispatchMain()
  }

  /// Takes the places of streams that are closed, or the database would be opened there and be written over.
  private static func holdStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // Reading finds an end, and writing fails as it should.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  private static func run() async -> ExitCode {
    var code = ExitCode.well
    do {
      try await perform(try Arguments.parse(Array(Swift.CommandLine.arguments.dropFirst())))
    } catch {
      code = explain(error)
    }
    Output.standard.flush()
    if let reason = Output.standard.failure {
      complain(of: Failure(.failed, localized("The output could not be written: \(reason).")))
      if code == .well { code = .failed }
    }
    Output.errors.flush()
    return code
  }

  private static func perform(_ invocation: Invocation) async throws {
    if invocation.flags.contains("version") {
      return Output.standard.line("sotto \(version)")  // untranslated: the program's name
    }
    let environment = ProcessEnvironment.variables
    let terminal = Terminal(environment: environment)
    if invocation.flags.contains("help") {
      return Output.standard.write(Help.text(for: invocation.command, terminal.columns))
    }
    guard let command = invocation.command else { return }
    if let home = invocation.values["home"], home.isEmpty {
      throw Failure(.usage, localized("--home wants a folder."), hint: invocation.hint)
    }
    try await command.run(
      CommandContext(
        invocation: invocation, terminal: terminal,
        composition: Composition(home: invocation.values["home"], environment: environment)))
  }

  private static func explain(_ error: any Error) -> ExitCode {
    if error is Output.ReaderIsGone { return .well }
    let failure = Failure(of: error)
    complain(of: failure)
    return failure.code
  }

  /// Nothing where all is said already.
  private static func complain(of failure: Failure) {
    guard failure.sentence != nil || failure.hint != nil else { return }
    Output.standard.flush()
    guard isForProgram else { return Output.errors.complain(failure.sentence, hint: failure.hint) }
    Output.errors.line(
      ErrorRecord(
        kind: failure.kind, exitStatus: Int(failure.code.rawValue), sentence: failure.sentence, hint: failure.hint))
  }
}
