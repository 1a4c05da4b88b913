import Adw
import Domain
import Localization
import ViewModels
import Wording

/// Where a model is chosen that is to be downloaded: by what somebody writes, or from those that suit many machines.
/// Nothing is asked of the network before a button is pressed.
final class GetModelWindow {
  private enum Item: Hashable {
    case files
    case file(String)
    case presets
    case preset(String)
  }

  let window: Window
  private let model: LibraryModel
  private let list = PagedList<Item>()
  private let entry = Entry(placeholder: localized("owner/repo, owner/repo:file or https://…"))
  private let get = Button(localized("_Get")).styled("suggested-action")
  /// Whose files the list shows.
  private var shown = ""
  private var asking: Task<Void, Never>?
  private var downloads: DownloadsModel { model.downloads }

  init(model: LibraryModel, over parent: Window) {
    self.model = model
    // What failed before was said in the window below.
    model.downloads.trouble = nil
    window = PageWindow.make(localized("Get a Model"), over: parent)
    let spinner = Spinner()
    let header = HeaderBar(title: WindowTitle(localized("Get a Model"))) { spinner }
    spinner.named(localized("Looking…")).observe { $0.isVisible = model.downloads.isLooking }
    let trouble = Banners.line {
      model.downloads.trouble
    } dismissed: {
      model.downloads.trouble = nil
    }
    let token = Button(localized("Access _Token…")).aligned(horizontally: .start)
    token.observe { $0.style("suggested-action", model.downloads.wantsToken) }
    let about = Label(
      localized("A repository or a file of Hugging Face, or another address. Sotto asks nobody before you press Get.")
    ).styled("stamp").wrapping().aligned(0)
    let field = Box(.vertical, spacing: 6) {
      Box(.horizontal, spacing: 6) {
        entry.expanding(horizontally: true)
        get
      }
      about
      token
    }.margins(top: 12, bottom: 6, start: 12, end: 12)
    window.show(
      Box(.vertical) {
        header
        trouble
        field
        list.expanding(vertically: true)
      })
    entry.named(localized("Model to get")).described(about.text)
    list.named(localized("Models to get"))
    entry.onTextChange { [get, model] text in get.isEnabled = !text.isEmpty && model.readOnly == nil }
    get.isEnabled = false
    entry.onActivate { [weak self] in self?.ask() }
    get.onClick { [weak self] in self?.ask() }
    token.onClick { [window] in TokenDialog.open(library: model, over: window) }
    list.observe { [weak self] _ in self?.refresh() }
    // By the keyboard alone: who clicks beside a button has not said that something is to be fetched.
    list.onKey { [weak self, list] stroke in
      guard stroke.key.isEnter, stroke.modifiers.isEmpty, let item = list.focused else { return false }
      self?.activate(item)
      return true
    }
    window.onKey { [window] stroke in
      guard stroke.closesWindow else { return false }
      window.close()
      return true
    }
    window.onGone { [weak self] in
      // Who closes it wants nothing of what is still being looked up.
      self?.asking?.cancel()
      model.downloads.clear()
    }
    window.present()
    entry.grabFocus()
  }

  deinit { asking?.cancel() }

  private func ask() {
    guard !entry.text.isEmpty, model.readOnly == nil, !downloads.isLooking else { return }
    let wanted = entry.text
    asking = begin { [downloads] in await downloads.get(wanted) }
  }

  /// What has begun is seen in the window below.
  @discardableResult
  private func begin(_ start: @escaping @MainActor () async -> Bool) -> Task<Void, Never> {
    Task { [window = Weak(window)] in if await start() { window.value?.close() } }
  }

  /// Enter in a row does what its button does.
  private func activate(_ item: Item) {
    guard model.readOnly == nil else { return }
    switch item {
    case .files, .presets: break
    case .file(let path):
      if let file = downloads.files.first(where: { $0.path == path }) {
        begin { [downloads] in await downloads.start(file.source) }
      }
    case .preset(let id):
      guard let preset = downloads.presets.first(where: { $0.id == id }), !isHere(preset) else { return }
      begin { [downloads] in await downloads.start(preset.source, named: preset.name) }
    }
  }

  private func isHere(_ preset: ModelPreset) -> Bool {
    model.models.rows.contains { $0.entry.model.file.name == preset.source.fileName }
  }

  private func refresh() {
    var items: [Item] = []
    if !downloads.files.isEmpty { items += [.files] + downloads.files.map { .file($0.path) } }
    items += [.presets] + downloads.presets.map { .preset($0.id) }
    if shown != downloads.repository {
      shown = downloads.repository
      // The list would stay with the rows that it shows, below the new ones.
      MainLoop.soon(with: list) { $0.scrollToStart() }
    }
    list.update(ids: items) { [weak self] item in
      guard let self else { return ListRow(Box(.vertical)) }
      switch item {
      case .files: return OfferRow.heading(downloads.repository)
      case .presets: return OfferRow.heading(localized("Models That Suit Many Machines"))
      case .file(let path): return fileRow(path)
      case .preset(let id): return presetRow(id)
      }
    }
  }

  private func fileRow(_ path: String) -> ListRow {
    guard let file = downloads.files.first(where: { $0.path == path }) else { return ListRow(Box(.vertical)) }
    return OfferRow.make(ShownLine.of(path), [file.sizeWords], isEnabled: model.readOnly == nil) { [weak self] in
      self?.begin { [downloads = self?.downloads] in await downloads?.start(file.source) ?? false }
    }
  }

  private func presetRow(_ id: String) -> ListRow {
    guard let preset = downloads.presets.first(where: { $0.id == id }) else { return ListRow(Box(.vertical)) }
    return OfferRow.make(preset, library: model, isHere: isHere(preset)) { [weak self] in
      self?.begin { [downloads = self?.downloads] in
        await downloads?.start(preset.source, named: preset.name) ?? false
      }
    }
  }
}
