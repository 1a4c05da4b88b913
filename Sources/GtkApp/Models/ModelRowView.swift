import Adw
import Domain
import Localization
import ViewModels

/// One model in its window: what it is, what it does, and what can be done with it.
enum ModelRowView {
  static func make(_ id: ModelID, library: LibraryModel, window: Window) -> ListRow {
    let models = library.models
    func row() -> ModelRow? { models.row(of: id) }
    let name = Label().styled("chat-title").ellipsized().aligned(0)
    let mark = Image(icon: "object-select-symbolic", size: 16).decorative()
    let summary = Label().styled("stamp").wrapping().aligned(0)
    let state = Label().styled("stamp").wrapping().aligned(0)
    let ring = ProgressRing(size: 20).aligned(vertically: .center)
    let load = Button("").aligned(vertically: .center)
    let menu = Button(icon: "view-more-symbolic", name: localized("More")).flat().aligned(vertically: .center)
    let item = ListRow(
      Box(.horizontal, spacing: 8) {
        Box(.vertical, spacing: 2) {
          Box(.horizontal, spacing: 6) {
            name
            mark
          }
          summary
          state
        }.expanding(horizontally: true).aligned(vertically: .center)
        ring
        load
        menu
      }.margins(top: 8, bottom: 8, start: 12, end: 12))
    item.observe { item in
      guard let row = row() else { return }
      name.text = row.name
      mark.isVisible = row.isDefault
      summary.text = row.summary
      state.text = row.state ?? ""
      state.isVisible = row.state != nil
      state.style("trouble", row.isUnavailable)
      ring.isVisible = row.loadedPart != nil
      ring.part = row.loadedPart ?? 0
      load.label = row.buttonLabel
      load.isEnabled = row.canLoad || row.canUnload
      load.isVisible = row.canLoad || row.canUnload
      menu.named(localized("More for \(row.name)"))
      item.named(row.spoken)
    }
    load.onClick {
      if row()?.canUnload == true { models.unload(id) } else { begin(id, library: library, over: window) }
    }
    menu.onClick { item.openContextMenu() }
    return item.offering {
      let row = row()
      let canWrite = library.readOnly == nil
      MenuAction(localized("Details"), name: "details", section: 0) { details(of: id, library: library, over: window) }
      if row?.canUnload == true {
        MenuAction(localized("Unload"), name: "unload", section: 0) { models.unload(id) }
      } else {
        MenuAction(localized("Load"), name: "load", isEnabled: row?.canLoad == true, section: 0) {
          begin(id, library: library, over: window)
        }
      }
      MenuAction(
        localized("Set as Default"), name: "default", isEnabled: canWrite && row?.isDefault == false, section: 1
      ) { models.setDefault(id) }
      MenuAction(
        localized("Check the File"), name: "check", isEnabled: canWrite && row?.canBeChecked == true, section: 1
      ) { models.check(id) }
      MenuAction(localized("Remove"), name: "remove", isEnabled: canWrite && row?.isBuiltIn == false, section: 2) {
        models.remove(id)
      }
      if let model = row?.entry.model, let question = library.downloads.questionBeforeDeleting(model) {
        MenuAction(localized("Delete the File…"), name: "delete", section: 2) {
          Dialogs.confirm(question, over: window) { library.downloads.delete(model) }
        }
      }
    }
  }

  /// Loads the model, after a question where it probably does not fit.
  private static func begin(_ id: ModelID, library: LibraryModel, over window: Window) {
    guard let question = library.models.questionBeforeLoading(id) else { return library.models.load(id) }
    Dialogs.confirm(question, over: window) { library.models.load(id) }
  }

  /// All that is known of a model.
  static func details(of id: ModelID, library: LibraryModel, over window: Window) {
    guard let row = library.models.row(of: id) else { return }
    let lines = Box(.vertical, spacing: 8)
    for detail in library.models.details(of: id) {
      lines.append(
        Box(.vertical) {
          Label(detail.name).styled("stamp").aligned(0).wrapping()
          Label(detail.value).aligned(0).wrapping()
        })
    }
    let dialog = MessageDialog(
      over: window, heading: row.name, child: Scroller(lines).growing(maximumHeight: 400, minimumHeight: 200)
    ).answer("close", localized("_Close"), isDefault: true)
    Task { _ = await dialog.ask() }
  }
}
