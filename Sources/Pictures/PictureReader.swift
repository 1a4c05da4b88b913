import Glibc

/// The program that decodes pictures.
public enum PictureReader {
  private static let name = "sotto-pictures"

  /// Where it lies: beside the running program, as it is built; in `libexec`, as it is installed; or where
  /// `SOTTO_BIN_DIR` says. When it is nowhere, the first of these, for the sentence that says so.
  public static func path() -> String {
    let folder = programFolder()
    var paths = ["\(folder)/\(name)", "\(folder)/../libexec/sotto/\(name)"]
    if let built = getenv("SOTTO_BIN_DIR") { paths.append("\(String(cString: built))/\(name)") }
    return paths.first { access($0, X_OK) == 0 } ?? paths[0]
  }

  private static func programFolder() -> String {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = buffer.withUnsafeMutableBytes { readlink("/proc/self/exe", $0.baseAddress!, $0.count) }
    let program = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    return program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
  }
}
