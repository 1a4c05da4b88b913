import FoundationEssentials
import Glibc
import Testing
import Workers

/// The script that reads the texts, on planted projects: a check that sees nothing would also be silent.
@Suite struct CatalogueScriptTests {
  @Test func `the catalogue has each text once, with its forms and what is put in`() async throws {
    let project = try Project(
      #"""
      let a = localized("Quit")  // localized("no text")
      let b = localized("“\(title.lowercased())” was \("moved") to the \(name(trash))")
      let c = localized(count, one: "\(count) chat", other: "\(count) chats") + localized("Quit")
      let d = localized("Open", context: "a button")
      let e = localized(
        """
        First line, \
        same line.
        \(localized("Within")) \u{2014} "quoted"
        """)
      """#)
    #expect(try await project.catalogue("--mend").code == 0)
    let template = try project.read("po/sotto.pot")
    #expect(template.contains("msgid \"Quit\"") && template.ranges(of: "\"Quit\"").count == 1)
    #expect(template.contains("#. {1}: title.lowercased()\n#. {2}: \"moved\"\n"))
    #expect(template.contains("msgid \"“{1}” was {2} to the {3}\""))
    #expect(template.contains("msgid \"{1} chat\"\nmsgid_plural \"{1} chats\"\nmsgstr[0] \"\""))
    #expect(template.contains("msgctxt \"a button\"\nmsgid \"Open\""))
    #expect(template.contains("\"First line, same line.\\n\"\n\"{1} — \\\"quoted\\\"\""))
    #expect(template.contains("msgid \"Within\"") && !template.contains("no text"))
    #expect(try await project.catalogue().code == 0)
  }

  @Test(arguments: [
    (#"let a = localized(text)"#, "written out in the call"),
    (#"let a = localized("a" + "b")"#, "written out in the call"),
    (#"let a = localized(n, one: "\(n) chat of \(x)", other: "\(n) chats")"#, "the same in the same order"),
    (#"let a = "Two words""#, "outside localized"),
    (#"let a = "Cancel""#, "outside localized"), (#"let a = "Pin""#, "outside localized"),
    (#"let a = "Copy Picture""#, "outside localized"), (#"let a = "_Rename""#, "outside localized"),
    ("let a = \"a-word\"  // untranslated: a key\nlet b = \"Two words\"", "outside localized"),
    (#"let a = localized("\("two words")")"#, "outside localized"),
  ])
  func `what cannot be translated is refused`(line: String, complaint: String) async throws {
    let project = try Project(line)
    let said = try await project.catalogue("--mend")
    #expect(said.code == 1 && said.text.contains(complaint), "\(said.text)")
  }

  @Test func `what is for programs is left alone, where it says so`() async throws {
    let project = try Project(
      #"""
      let a = "two words"  // untranslated: a key of the file
      let b = "a-word"
      let c = "/* two words */ no".count  // untranslated: code
      /* let d = "two words" */
      """#)
    #expect(try await project.catalogue("--mend").text == "")
  }

  @Test func `a catalogue that is not what the code says is refused`() async throws {
    let project = try Project(#"let a = localized("Quit")"#)
    #expect(try await project.catalogue().text.contains("not what the code says"))
    #expect(try await project.catalogue("--mend").code == 0)
    try project.write(#"let a = localized("Leave")"#, to: "Sources/GtkFace/Texts.swift")
    #expect(try await project.catalogue().code == 1)
  }

  @Test func `a translation with too few or too many texts or places is refused, and mended`() async throws {
    let project = try Project(#"let a = localized("Quit \(name)") + localized(n, one: "\(n) day", other: "\(n) days")"#)
    #expect(try await project.catalogue("--mend").code == 0)
    let head =
      "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n"
      + "\"Language: de\\n\"\n\"Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n\n"
    let days = "msgid \"{1} day\"\nmsgid_plural \"{1} days\"\nmsgstr[0] \"{1} Tag\"\nmsgstr[1] \"{1} Tage\"\n\n"
    try project.write(head + days + "msgid \"Gone\"\nmsgstr \"Weg\"\n", to: "po/de.po")
    let said = try await project.catalogue()
    #expect(said.text.contains("unused: 'Gone'") && said.text.contains("missing: 'Quit {1}'"))
    try project.write(head + days + "msgid \"Quit {1}\"\nmsgstr \"Beenden\"\n", to: "po/de.po")
    #expect(try await project.catalogue().text.contains("other places than in 'Quit {1}'"))
    try project.write(head + days + "msgid \"Gone\"\nmsgstr \"Weg\"\n", to: "po/de.po")
    let mended = try await project.catalogue("--mend")
    #expect(mended.code == 0 && mended.text == "de: 1 of 2 texts\n", "\(mended.text)")
    #expect(try await project.catalogue().code == 0)
    #expect(try project.read("po/de.po").contains("{1} Tage"))
  }
}

/// A project with one file, in a folder of its own.
private final class Project: Sendable {
  private let folder: String

  init(_ text: String) throws {
    var template = Array((FileManager.default.temporaryDirectory.path + "/sotto-texts-XXXXXX").utf8CString)
    try #require(mkdtemp(&template) != nil)
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    try write(text + "\n", to: "Sources/GtkFace/Texts.swift")
    try FileManager.default.createDirectory(atPath: folder + "/po", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func write(_ text: String, to path: String) throws {
    let url = URL(fileURLWithPath: folder + "/" + path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func read(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder + "/" + path)), as: UTF8.self)
  }

  /// What the script says of it, and its exit status.
  func catalogue(_ words: String...) async throws -> (code: Int32, text: String) {
    let script = FileManager.default.currentDirectoryPath + "/scripts/catalogue"
    var command = Command([script, "--root", folder] + words)
    command.environment = ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"]
    try write("", to: "said")
    command.output = .file(folder + "/said")
    command.error = .file(folder + "/said")
    let status = await (try ChildProcess(command)).ended()
    return (status.code, try read("said"))
  }
}
