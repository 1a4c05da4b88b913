import Adw
import Domain
import Localization
import ViewModels
import Wording

/// A model that can be downloaded: its name, lines about it, and the button that fetches it.
enum OfferRow {
  /// A preset, and whether it fits this machine.
  ///
  /// - Parameter isHere: its file is there already.
  static func make(
    _ preset: ModelPreset, library: LibraryModel, isHere: Bool = false, start: @escaping @MainActor () -> Void
  ) -> ListRow {
    let fit = isHere ? localized("It is there") : library.downloads.fitWords(preset)
    let remark = Label(fit).styled("stamp").wrapping().aligned(0)
    remark.style("trouble", !isHere && !library.downloads.fits(preset))
    return make(
      preset.name, [preset.purpose.words, preset.summary], remark, isEnabled: library.readOnly == nil && !isHere,
      start: start)
  }

  /// Any model.
  static func make(
    _ name: String, _ lines: [String], _ remark: Label? = nil, isEnabled: Bool, start: @escaping @MainActor () -> Void
  ) -> ListRow {
    let button = Button(localized("_Download")).aligned(vertically: .center).named(
      localized("Download \(ShownLine.within(name))"))
    button.isEnabled = isEnabled
    button.onClick(start)
    let words = Box(.vertical, spacing: 2) {
      Label(name).styled("chat-title").ellipsized(.middle).aligned(0)
      for line in lines { Label(line).styled("stamp").wrapping().aligned(0) }
      if let remark { remark }
    }.expanding(horizontally: true).aligned(vertically: .center)
    return ListRow(
      Box(.horizontal, spacing: 12) {
        words
        button
      }.margins(top: 6, bottom: 6, start: 12, end: 12)
    ).named(([name] + lines + [remark?.text].compactMap { $0 }).joined(separator: ", "))
  }

  /// What stands above such rows.
  static func heading(_ text: String) -> ListRow {
    ListRow(Label(text).styled("heading").aligned(0).wrapping().margins(top: 18, bottom: 6, start: 12, end: 12))
      .focusable(false).named(text)
  }
}
