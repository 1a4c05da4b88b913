public import Domain
import Platform

/// The model that comes with Sotto. No library keeps a record of it: its file is part of the program, and what is to be
/// known of it stands here.
public enum BuiltIn {
  /// What its header says; a test compares them.
  private static let facts: ModelFacts = {
    var recommended = ReplyParameters()
    recommended.temperature = 0
    return ModelFacts(
      name: "Sotto Mini", architecture: "llama", parameters: 4_000_000, quantisation: "Q8_0", layers: 4,
      contextLength: 2_048, contextBytesPerToken: 4_096, licence: ModelLicence(name: "MIT"), recommended: recommended)
  }()

  private static let introduction = ModelIntroduction(
    // untranslated: it speaks English only, as the scripted agents do.
    summary: "A tiny language model that comes with Sotto and knows only Sotto. Ask it how the app works. "
      + "It sees only your last two questions.",
    suggestions: [
      // untranslated: as above.
      "What can you do?", "How do I send a picture?", "Where are my chats kept?", "How do I get a larger model?",
    ])

  /// The record as the file is now, which `isMissing` where there is none.
  public static func record(at path: String, endedEngine: Bool = false) -> LocalModel {
    // What is wrong with the file is said when it is used.
    let file = try? OpenModelFile(path).file
    let found = file ?? ModelFile(path: path, bytes: 0, modifiedAt: 0, inode: 0, device: 0)
    return LocalModel(
      id: .builtIn, name: "Sotto Mini", facts: facts, file: found,  // untranslated: a name
      addedAt: Timestamp(milliseconds: found.modifiedAt / 1_000_000), endedEngine: endedEngine,
      introduction: introduction)
  }

  /// The SHA-256 of its file in hexadecimal digits, which lies beside it; nil where it does not.
  static func digest(of path: String) -> String? {
    let descriptor = open(path + ".sha256", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, 64, 0))
    }
    let digits = String(decoding: bytes, as: UTF8.self)
    return digits.utf8.count == 64 && digits.allSatisfy(\.isHexDigit) ? digits : nil
  }

  /// Where its file lies: beside the running program, as it is built; in `share`, as it is installed; or where `SOTTO_BIN_DIR` says. When it is nowhere, the first of these, for the sentence that says so.
  /// `environment` is this process's.
  public static func path(environment: [String: String]) -> String {
    let program = ownProgram()
    let folder = program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
    var places = ["\(folder)/models", "\(folder)/../share/sotto/models"]
    if let built = environment["SOTTO_BIN_DIR"] { places.append("\(built)/models") }
    let files = places.map { $0 + "/sotto-mini.gguf" }
    return files.first { access($0, R_OK) == 0 } ?? files[0]
  }
}
