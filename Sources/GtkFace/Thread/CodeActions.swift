import Adw
import Localization
import ViewModels

/// What can be done with a block of code, from its menu and its message's.
struct CodeActions {
  let library: LibraryModel
  /// What it is shown in.
  let view: RichText

  @MenuActions func entries(for code: String, in language: CodeLanguage) -> [MenuAction] {
    MenuAction(localized("Save as File…"), name: "save-code") { self.save(code, language) }
    MenuAction(localized("Open in Editor"), name: "open-code") { self.open(code, language) }
  }

  private func save(_ code: String, _ language: CodeLanguage) {
    let window = view.window
    Task {
      let path = await FileDialog.save(over: window, title: localized("Save Code"), name: Self.name(in: language))
      guard let path else { return }
      await library.pictures.save(Self.bytes(of: code), to: path)
    }
  }

  /// Hands a copy to the program for texts, whatever the language: the one for web pages, say, would run it.
  private func open(_ code: String, _ language: CodeLanguage) {
    Task {
      guard let path = await library.pictures.copyForOthers(Self.bytes(of: code), named: Self.name(in: language)) else {
        return
      }
      do throws(Launcher.Failure) { try Launcher.openAsText(path: path) } catch {
        library.notices.tell(
          error == .noProgram ? localized("No program is installed that edits texts.") : error.sentence)
      }
    }
  }

  private static func name(in language: CodeLanguage) -> String {
    language.fileName(localized("code", context: "name of a file"))
  }

  private static func bytes(of code: String) -> [UInt8] { Array((code + "\n").utf8) }
}
