import Glibc
import Workers

/// The programs that tests start.
public enum BuiltProgram {
  /// The folder of Sotto's programs, `sotto` and what lies beside it: `SOTTO_PROGRAMS` names it where another build than
  /// the tests' is tested.
  public static var folder: String { variable("SOTTO_PROGRAMS") ?? testFolder }

  /// The folder of the programs that only tests start: `SOTTO_BIN_DIR`, else that of the tests.
  public static var testFolder: String { variable("SOTTO_BIN_DIR") ?? HelperProgram.folder() }

  /// Where one of Sotto's programs lies.
  public static func path(of name: String) -> String { "\(folder)/\(name)" }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
