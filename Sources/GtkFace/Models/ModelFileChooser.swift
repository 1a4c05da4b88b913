import Adw
import Domain
import Localization

/// Asks for models' files.
enum ModelFileChooser {
  /// Files to import; none where it was cancelled.
  static func toImport(over window: Window?) async -> [String] {
    await FileDialog.open(
      over: window, title: localized("Import Models"), accept: localized("_Import"), filters: filters, several: true)
  }

  /// Where the file of a model is now; nil where it was cancelled.
  static func toFind(_ name: String, over window: Window?) async -> String? {
    await FileDialog.open(
      over: window, title: localized("Where Is the File of “\(ShownLine.within(name))”?"),
      accept: localized("_Choose"), filters: filters
    ).first
  }

  private static var filters: [FileDialog.Filter] {
    [
      .init(localized("Models (GGUF)"), patterns: ["*.gguf", "*.GGUF"]),
      .init(localized("All files"), patterns: ["*"]),
    ]
  }
}
