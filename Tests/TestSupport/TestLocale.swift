import FoundationEssentials
import Glibc
import Synchronization

/// A locale for programs under test, made once in a run and gone with it. The machine may have no other than C.UTF-8,
/// where newer glibc ignores LANGUAGE.
public enum TestLocale: String, Sendable {
  case english = "en_US"
  case german = "de_DE"
  case arabic = "ar_EG"

  /// What gives a program this locale, and another language where one is named.
  public func environment(language: String = "") throws -> [String: String] {
    let folder = try Self.made.withLock { try $0.folder(with: self) }
    return ["LC_ALL": "\(rawValue).UTF-8", "LOCPATH": folder, "LANGUAGE": language]
  }

  private static let made = Mutex(MadeLocales())

  private struct MadeLocales {
    var folder: String?
    var locales: Set<TestLocale> = []

    mutating func folder(with locale: TestLocale) throws -> String {
      let folder = try folder ?? newFolder()
      guard !locales.contains(locale) else { return folder }
      let name = locale.rawValue
      let code = run(["localedef", "-i", name, "-f", "UTF-8", "\(folder)/\(name).UTF-8"])
      guard code == 0 else { throw NoLocale(description: "localedef could not make \(name): \(code)") }
      locales.insert(locale)
      return folder
    }

    private mutating func newFolder() throws -> String {
      let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
      var template = Array("\(base)/sotto-locales-XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else { throw NoLocale(description: "no temporary folder") }
      let made = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      folder = made
      atexit { TestLocale.made.withLock { $0.remove() } }
      return made
    }

    func remove() {
      guard let folder else { return }
      // A folder that stays behind is no failure of what was tested.
      try? FileManager.default.removeItem(atPath: folder)
    }

    /// Runs a program to its end; its exit status, or what kept it from starting.
    private func run(_ words: [String]) -> Int32 {
      var arguments = words.map { strdup($0) } + [nil]
      var variables = [strdup("PATH=/usr/bin:/bin"), strdup("LC_ALL=C.UTF-8"), nil]
      defer { for text in arguments + variables { free(text) } }
      var process: pid_t = 0
      let failure = posix_spawnp(&process, words[0], nil, nil, &arguments, &variables)
      guard failure == 0 else { return failure }
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return errno } }
      return status
    }
  }

  private struct NoLocale: Error, CustomStringConvertible {
    let description: String
  }
}
