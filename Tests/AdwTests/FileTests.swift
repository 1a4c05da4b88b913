import Adw
import Glibc
import Testing
import WindowSupport

extension WindowFixtureTests {
  @Suite struct FileTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// What a dialog has answered.
    private final class Answer { var paths: [String]? }

    /// Opens the dialog over a window, as a menu would.
    private func ask(over window: Window, filters: [FileDialog.Filter], several: Bool) -> Answer {
      let answer = Answer()
      Task {
        answer.paths = await FileDialog.open(over: window, title: "Pictures", filters: filters, several: several)
      }
      return answer
    }

    private let pictures = FileDialog.Filter("Pictures", types: ["image/png", "image/jpeg"])

    @Test func `a path that is typed into the dialog comes back`() async throws {
      let path = try scratch.write([1, 2, 3], "one picture.png")
      try await WindowFixture.show(Label("Below")) { window in
        #expect(await WindowFixture.wait { window.isActive })
        let answer = ask(over: window, filters: [pictures], several: false)
        #expect(await WindowFixture.wait { !window.isActive })
        try await Pointer.type(path: path)
        try await Pointer.key("Return")
        #expect(await WindowFixture.wait { answer.paths != nil })
        #expect(answer.paths == [path])
        #expect(await WindowFixture.wait { window.isActive })
      }
    }

    /// Chooses all pictures of the folder. It is read little by little, and only the eye sees when it has been. Enter would
    /// take one file only, and so does who is too fast, as newer GTK selects the first file by itself.
    private func chooseAll(over window: Window) async throws -> [String] {
      let answer = ask(over: window, filters: [pictures], several: true)
      let isOpen = await WindowFixture.wait { !window.isActive }
      try #require(isOpen)
      try await Pointer.type(path: scratch.path + "/")
      try await Pointer.key("Return")
      for _ in 0..<20 where answer.paths == nil {
        await WindowFixture.wait(upTo: 300) { answer.paths != nil }
        try await Pointer.key("ctrl+a", "alt+o")
        await WindowFixture.wait(upTo: 300) { answer.paths != nil }
      }
      let isClosed = await WindowFixture.wait { window.isActive }
      try #require(isClosed)
      return answer.paths ?? []
    }

    @Test func `several files are chosen, and of those only pictures are there to choose`() async throws {
      let wanted = [try scratch.write([1], "a.png"), try scratch.write([2], "b.jpg")]
      _ = try scratch.write([3], "c.txt")
      try await WindowFixture.show(Label("Below")) { window in
        #expect(await WindowFixture.wait { window.isActive })
        var chosen: [String] = []
        for _ in 0..<5 where chosen.count < 2 { chosen = try await chooseAll(over: window) }
        #expect(chosen.sorted() == wanted)
      }
    }

    @Test func `a dialog that is cancelled gives nothing`() async throws {
      try await WindowFixture.show(Label("Below")) { window in
        #expect(await WindowFixture.wait { window.isActive })
        let answer = ask(over: window, filters: [], several: false)
        #expect(await WindowFixture.wait { !window.isActive })
        try await Pointer.key("Escape")
        #expect(await WindowFixture.wait { answer.paths != nil })
        #expect(answer.paths == [])
      }
    }

    private func open(_ path: String) async throws -> Launcher.Failure? {
      try await WindowFixture.awaiting {
        do throws(Launcher.Failure) {
          try await Launcher.open(path: path, over: nil)
          return nil
        } catch {
          return error
        }
      }
    }

    @Test func `a file is opened by the program for its kind, or there is a sentence`() async throws {
      let file = try scratch.write([1], "file.sotto-test")
      #expect(try await open(file) == .noProgram)
      #expect(Launcher.Failure.noProgram.sentence == "No program is installed that opens this file.")
      let home = try #require(getenv("XDG_DATA_HOME").map { String(cString: $0) })
      let mark = scratch.path + "/opened"
      let program = """
        [Desktop Entry]
        Type=Application
        Name=Opener
        Exec=cp %f \(mark)
        MimeType=application/octet-stream;
        """
      mkdir(home + "/applications", 0o700)
      try scratch.location(Array(program.utf8), at: home + "/applications/opener.desktop")
      try scratch.location(
        Array("[Default Applications]\napplication/octet-stream=opener.desktop\n".utf8),
        at: home + "/applications/mimeapps.list")
      // GIO learns of new programs on a thread of its own.
      for _ in 0..<50 {
        if try await open(file) == nil { break }
        await WindowFixture.wait(upTo: 100) { false }
      }
      #expect(await WindowFixture.wait { access(mark, R_OK) == 0 })
      unlink(mark)
    }
  }
}
