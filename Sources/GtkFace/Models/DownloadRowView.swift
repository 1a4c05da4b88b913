import Adw
import Domain
import Localization
import ViewModels

/// One download in the window of models: how far it is, and what can be done with it.
enum DownloadRowView {
  static func make(_ id: String, library: LibraryModel, window: Window) -> ListRow {
    let downloads = library.downloads
    func row() -> DownloadRow? { downloads.row(of: id) }
    let name = Label().styled("chat-title").ellipsized(.middle).aligned(0)
    let words = Label().styled("stamp", "numbers").wrapping().aligned(0)
    let remark = Label().styled("stamp").wrapping().aligned(0)
    let bar = ProgressBar().decorative()
    let main = Button(icon: "media-playback-pause-symbolic", name: "").flat().styled("circular").aligned(
      vertically: .center)
    let token = Button(localized("Enter a _Token…"))
    let chat = Button(localized("_Start a Chat")).styled("suggested-action")
    let remove = Button(icon: "window-close-symbolic", name: localized("Remove")).flat().styled("circular").aligned(
      vertically: .center)
    let extra = Box(.horizontal, spacing: 6) {
      token
      chat
    }
    let item = ListRow(
      Box(.horizontal, spacing: 8) {
        Box(.vertical, spacing: 4) {
          name
          bar
          words
          remark
          extra
        }.expanding(horizontally: true).aligned(vertically: .center)
        main
        remove
      }.margins(top: 8, bottom: 8, start: 12, end: 12)
    )
    item.observe { item in
      guard let row = row() else { return }
      name.text = row.name
      words.text = row.words
      words.style("trouble", row.isFailed)
      words.style("error", row.isFailed)
      remark.text = row.remark ?? ""
      remark.isVisible = row.remark != nil
      bar.isVisible = row.part != nil
      bar.part = row.part ?? 0
      main.icon = icon(of: row)
      main.titled(row.buttonName)
      main.isVisible = row.canPause || row.canResume
      token.isVisible = row.wantsToken
      chat.isVisible = row.model != nil
      extra.isVisible = row.wantsToken || row.model != nil
      remove.isVisible = row.canRemove
      remove.titled(row.model == nil ? localized("Cancel the download of \(row.name)") : localized("Dismiss"))
      item.named(row.spoken)
    }
    main.onClick { activate(id, library: library, over: window) }
    token.onClick { TokenDialog.open(library: library, over: window) }
    chat.onClick { activate(id, library: library, over: window) }
    remove.onClick { Self.remove(id, library: library, over: window) }
    return item
  }

  private static func icon(of row: DownloadRow) -> String {
    if row.canPause { return "media-playback-pause-symbolic" }
    return row.isFailed ? "view-refresh-symbolic" : "media-playback-start-symbolic"
  }

  /// What Enter in the row does: pauses, goes on, or starts a chat.
  static func activate(_ id: String, library: LibraryModel, over window: Window) {
    let downloads = library.downloads
    guard let row = downloads.row(of: id) else { return }
    if row.canPause { return downloads.pause(id) }
    if row.canResume { return downloads.resume(id) }
    guard let model = row.model else { return }
    downloads.remove(id)
    window.close()
    library.startChat(with: model)
  }

  /// Forgets it, after a question where something would be lost.
  static func remove(_ id: String, library: LibraryModel, over window: Window) {
    let downloads = library.downloads
    guard downloads.row(of: id)?.canRemove == true else { return }
    guard let question = downloads.questionBeforeRemoving(id) else { return downloads.remove(id) }
    Dialogs.confirm(question, over: window) { downloads.remove(id) }
  }
}
