import Platform

/// A program of this project that works for the one that runs.
package enum HelperProgram {
  /// Where it lies: beside the running program, as it is built; in `libexec`, as it is installed; or where
  /// `SOTTO_BIN_DIR` says. When it is nowhere, the first of these, for the sentence that says so.
  package static func path(of name: String, environment: [String: String] = Command.ownVariables) -> String {
    let folder = folder()
    var places = ["\(folder)/\(name)", "\(folder)/../libexec/sotto/\(name)"]
    if let built = environment["SOTTO_BIN_DIR"] { places.append("\(built)/\(name)") }
    return places.first { access($0, X_OK) == 0 } ?? places[0]
  }

  /// The folder of the program that runs.
  package static func folder() -> String {
    let program = ownProgram()
    return program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
  }
}
