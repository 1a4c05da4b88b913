import Adw
import Domain
import Localization
import ViewModels

/// A window with exactly what the model would see if the draft were sent now.
final class ContextLens {
  private let model: ContextLensModel
  private let window: Window
  private let list = PagedList<Int>(maximumWidth: 860, reserve: 1)
  private let states = Stack(crossfades: false)

  static func open(_ thread: ThreadModel, library: LibraryModel, over parent: Window) {
    guard thread.context.isOffered else {
      return library.notices.tell(
        thread.agentTrouble ?? localized("\(thread.agentName) is no language model, so it has no context."))
    }
    let lens = ContextLens(library.contextLens(of: thread), over: parent)
    lens.window.present()
    Task { await lens.model.look() }
  }

  private init(_ model: ContextLensModel, over parent: Window) {
    self.model = model
    window = PageWindow.make(localized("What the Model Sees"), over: parent)
    let copy = Button(icon: "edit-copy-symbolic", name: localized("Copy all"))
    copy.onClick { Clipboard.copy(model.prompt) }
    copy.observe { $0.isEnabled = model.phase == .ready && !model.prompt.isEmpty }
    let again = Button(icon: "view-refresh-symbolic", name: localized("Look again"))
    again.onClick { Task { await model.look() } }
    let title = WindowTitle(localized("What the Model Sees"), subtitle: "")
    let header = HeaderBar(title: title) {
      copy
      again
    }
    title.observe { $0.subtitle = model.phase == .ready ? model.summary : "" }
    list.named(localized("What the model sees")).listStyled("thread", "lens")
    states.page(
      "loading",
      Box(.vertical, spacing: 12) {
        Spinner().minimum(width: 32, height: 32)
        Label(localized("Waiting for the model…")).styled("dim-label")
      }.aligned(horizontally: .center, vertically: .center)
    ).page("list", list.expanding(vertically: true))
    window.show(
      Box(.vertical) {
        header
        states.expanding(vertically: true)
      })
    states.observe { [self] _ in showState() }
    states.observe { _ in
      if model.isOutdated { Task { await model.look() } }
    }
    list.onActivate { [self] in open($0) }
    window.onKey(.capture) { [window] stroke in
      guard stroke.closesWindow else { return false }
      window.close()
      return true
    }
  }

  private func showState() {
    switch model.phase {
    case .loading: states.shown = "loading"
    case .notLoaded, .loadingModel:
      let isLoading = model.phase == .loadingModel
      let button = Button(isLoading ? localized("Loading…") : localized("_Load")).styled("pill", "suggested-action")
      button.isEnabled = !isLoading
      button.onClick { [model] in model.load() }
      show(
        "unloaded",
        StatusPage(
          icon: "application-x-addon-symbolic", title: localized("Not Loaded"), description: model.notLoadedSentence,
          child: button.aligned(horizontally: .center)))
      button.grabFocus()
    case .failed(let sentence):
      show(
        "failed", StatusPage(icon: "dialog-warning-symbolic", title: localized("Nothing to See"), description: sentence)
      )
    case .ready:
      guard !model.rows.isEmpty else {
        return show(
          "empty",
          StatusPage(
            icon: "edit-find-symbolic", title: localized("Nothing to See"),
            description: localized("Nothing was said yet, and nothing is written.")))
      }
      list.update(ids: model.rows.map(\.id)) { [model] in Self.row(model.rows[$0]) }
      let isNew = states.shown != "list"
      states.shown = "list"
      if isNew { MainLoop.soon(with: list) { $0.grabFocus() } }
    }
  }

  private func show(_ page: String, _ view: StatusPage) {
    if states.hasPage(page) { states.removePage(page) }
    states.page(page, view)
    states.shown = page
  }

  private func open(_ id: Int) {
    guard model.rows.indices.contains(id), model.rows[id].isFolded else { return }
    let row = model.rows[id]
    ReaderWindow.open(row.text, about: row.title + ", " + row.tokens, over: window)
  }

  private static func row(_ row: ContextLensRow) -> ListRow {
    let title = Label(row.title).styled("sender").ellipsized().aligned(0).expanding(horizontally: true)
    let text = Label(row.excerpt).wrapping().aligned(0).selectable()
    let isMarks = row.kind == .marks
    if isMarks { text.styled("monospace") }
    let box = Box(.vertical, spacing: 2) {
      Box(.horizontal, spacing: 12) {
        title
        Label(row.tokens).styled("stamp")
      }
      text
    }.styled("lens-piece")
    box.style("lens-marks", isMarks)
    box.style("lens-instructions", row.kind == .instructions)
    let item = ListRow(box.margins(top: 3, bottom: 3, start: 12, end: 12)).styled("thread-row").activatable(
      row.isFolded)
    if row.isFolded { box.append(Label(localized("Show All (\(row.size))")).styled("stamp").aligned(0)) }
    return item.named(row.spoken)
  }
}
