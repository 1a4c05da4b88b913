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
      load.isVisible = row.action != nil
      load.isEnabled = !needsWriting(row.action) || library.readOnly == nil
      menu.named(localized("More for \(row.name)"))
      item.named(row.spoken)
    }
    load.onClick {
      switch row()?.action {
      case .unload: models.unload(id)
      case .load: ask(id, models, over: window) { models.load(id) }
      case .find: find(id, models, over: window)
      case .check: models.check(id)
      case nil: break
      }
    }
    menu.onClick { item.openContextMenu() }
    return item.offering {
      let row = row()
      let canWrite = library.readOnly == nil
      MenuAction(localized("Details"), name: "details", section: 0) { details(of: id, library: library, over: window) }
      if row?.canUnload == true, row?.isLoadedByHand == true {
        MenuAction(localized("Unload"), name: "unload", section: 0) { models.unload(id) }
      } else if row?.isLoadedByHand == true {
        MenuAction(localized("Load"), name: "load", isEnabled: row?.canLoad == true, section: 0) {
          ask(id, models, over: window) { models.load(id) }
        }
      }
      if row?.isMeasured == true {
        MenuAction(localized("Stop Measuring"), name: "stop-measuring", section: 0) { models.stopMeasuring(id) }
      } else {
        MenuAction(localized("Measure Speed"), name: "measure", isEnabled: row?.canBeMeasured == true, section: 0) {
          ask(id, models, over: window) { models.measure(id) }
        }
      }
      MenuAction(
        localized("Set as Default"), name: "default", isEnabled: canWrite && row?.isDefault == false, section: 1
      ) { models.setDefault(id) }
      MenuAction(
        localized("Check the File"), name: "check", isEnabled: canWrite && row?.canBeChecked == true, section: 1
      ) { models.check(id) }
      if row?.canBeFound == true {
        MenuAction(localized("Find It…"), name: "find", isEnabled: canWrite, section: 1) {
          find(id, models, over: window)
        }
      }
      MenuAction(localized("Remove"), name: "remove", isEnabled: canWrite && row?.canRemove == true, section: 2) {
        models.remove(id)
      }
      if let model = row?.entry.model, let question = library.downloads.questionBeforeDeleting(model) {
        MenuAction(localized("Delete the File…"), name: "delete", section: 2) {
          Dialogs.confirm(question, over: window) { library.downloads.delete(model) }
        }
      }
    }
  }

  /// Whether a library that is only read can not do it.
  private static func needsWriting(_ action: ModelRow.Action?) -> Bool {
    switch action {
    case .find, .check: true
    case .load, .unload, nil: false
    }
  }

  /// Does what loads the model, after a question where it probably does not fit.
  private static func ask(
    _ id: ModelID, _ models: ModelsModel, over window: Window, _ body: @escaping @MainActor () -> Void
  ) {
    guard let question = models.questionBeforeLoading(id) else { return body() }
    Dialogs.confirm(question, over: window, body)
  }

  /// Asks where the file is now.
  private static func find(_ id: ModelID, _ models: ModelsModel, over window: Window) {
    guard let name = models.row(of: id)?.name else { return }
    Task {
      if let path = await ModelFileChooser.toFind(name, over: window) { models.find(id, at: path) }
    }
  }

  /// All that is known of a model.
  static func details(of id: ModelID, library: LibraryModel, over window: Window) {
    // It may be closed before all is read.
    let window = Weak(window)
    Task {
      let details = await library.models.details(of: id)
      guard let row = library.models.row(of: id), let window = window.value else { return }
      await DetailsDialog.show(details, heading: row.name, over: window)
    }
  }
}
