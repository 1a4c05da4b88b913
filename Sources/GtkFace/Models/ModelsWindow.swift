import Adw
import Domain
import Localization
import ViewModels
import Wording

/// The local models: what is here, what other programs have, and what can be done with each.
final class ModelsWindow {
  /// What the list shows, in this order.
  private enum Item: Hashable {
    case download(String)
    case model(ModelID)
    case suggestions(title: String)
    case preset(String)
    case search
    case found(String)
  }

  let window: Window
  /// Where notices appear while it is open.
  let toasts: ToastOverlay
  private let model: LibraryModel
  private let states = Stack(crossfades: false)
  private let list = PagedList<Item>(selection: .single)
  /// The presets that are offered: as they were when the window had looked what is here, so that no row moves under the
  /// pointer afterwards.
  private var offered: [ModelPreset]?
  private var offersTitle = ""
  private var hasLooked = false
  /// What is about to be fetched, or is.
  private var started: Set<ModelSource> = []
  /// A key that has begun a download and is still held down begins no other one, and does not pause it.
  private var holdsEnter = false
  /// While it is open.
  private var getting: GetModelWindow?
  private var models: ModelsModel { model.models }

  init(model: LibraryModel, over parent: Window) {
    self.model = model
    window = PageWindow.make(localized("Models"), over: parent)
    // Two buttons with words would be too wide for a phone in other languages.
    let add = Button(icon: "document-open-symbolic", name: localized("Import a File"))
    let get = Button(localized("_Get a Model…"))
    get.isEnabled = model.readOnly == nil
    let spinner = Spinner()
    let header = HeaderBar(title: WindowTitle(localized("Models"))) {
      get
      add
      spinner
    }
    let trouble = Banners.line {
      model.models.trouble ?? model.downloads.trouble
    } dismissed: {
      // The other one was not read yet.
      if model.models.trouble == nil { model.downloads.trouble = nil } else { model.models.trouble = nil }
    }
    toasts = ToastOverlay(states)
    let content = Box(.vertical) {
      header
      trouble
      toasts.expanding(vertically: true)
    }
    window.show(content)
    list.named(localized("Models"))
    // Until they are read.
    states.page("nothing", Box(.vertical)).page("list", list)
    add.isEnabled = model.readOnly == nil
    add.onClick { [weak self] in self?.choose() }
    get.onClick { [weak self] in self?.getModel() }
    spinner.named(localized("Importing…")).observe { $0.isVisible = model.models.importing > 0 }
    content.onDrop(onHover: { content.style("dropping", $0 && model.readOnly == nil) }) { incoming in
      if case .files(let paths) = incoming { model.models.add(paths) }
    }
    list.observe { [weak self] _ in self?.refresh() }
    list.onKey { [weak self] stroke in
      guard let self, model.readOnly == nil else { return false }
      if stroke.key.isEnter, holdsEnter { return true }
      // By the keyboard alone: who clicks beside a button has not said that something is to be fetched.
      if stroke.key.isEnter, stroke.modifiers.isEmpty, case .preset(let id) = list.focused {
        holdsEnter = true
        download(id)
        return true
      }
      guard stroke == KeyStroke(.delete) else { return false }
      switch list.focused {
      case .model(let id): models.remove(id)
      case .download(let id): DownloadRowView.remove(id, library: model, over: window)
      case .suggestions, .preset, .search, .found, nil: return false
      }
      return true
    }
    list.onKeyReleased { [weak self] in self?.holdsEnter = false }
    list.onActivate { [weak self] item in self?.activate(item) }
    states.observe { [weak self] _ in self?.showState() }
    window.onKey { [window] stroke in
      switch stroke {
      case _ where stroke.closesWindow: window.close()
      case KeyStroke(Key("v"), .control) where Clipboard.hasFiles && model.readOnly == nil:
        Task { model.models.add(await Clipboard.filePaths()) }
      default: return false
      }
      return true
    }
    window.onActive { isActive in
      if isActive {
        Task {
          await model.models.look()
          await model.downloads.look()
        }
      }
    }
    window.onGone {
      model.models.hide()
      model.downloads.trouble = nil
    }
    model.downloads.show()
    Task { [weak self] in
      await model.models.show()
      await model.downloads.look()
      self?.hasLooked = true
      self?.refresh()
    }
    window.present()
  }

  private func showState() {
    if let failure = models.failure {
      states.showFailure(localized("The Models Cannot Be Read"), failure) { [models] in Task { await models.look() } }
    } else if models.isRead {
      let isNew = states.shown != "list"
      states.shown = "list"
      if isNew { MainLoop.soon(with: list) { $0.grabFocus() } }
    }
  }

  private func refresh() {
    let downloads = model.downloads.rows
    if models.isRead, hasLooked, offered == nil {
      (offered, offersTitle) = (model.suggestedModels, model.suggestionsTitle)
    }
    let left = offered ?? []
    let gone = left.filter { preset in downloads.contains { $0.download.source == preset.source } }
    let staying = left.filter { !gone.contains($0) }
    if !gone.isEmpty { offered = staying }
    // The keyboard goes with what it has begun, and not on to the next preset.
    let begun = gone.first { list.focused == .preset($0.id) }
    var items = downloads.map { Item.download($0.id) } + models.rows.map { .model($0.id) }
    if !staying.isEmpty { items += [.suggestions(title: offersTitle)] + staying.map { .preset($0.id) } }
    items += [.search] + models.found.map { .found($0.path) }
    list.update(ids: items) { [weak self] item in
      guard let self else { return ListRow(Box(.vertical)) }
      switch item {
      case .download(let id): return DownloadRowView.make(id, library: model, window: window)
      case .model(let id): return ModelRowView.make(id, library: model, window: window)
      case .suggestions(let title): return OfferRow.heading(title)
      case .preset(let id): return presetRow(id)
      case .search: return searchRow()
      case .found(let path): return foundRow(path)
      }
    }
    if let begun, let row = downloads.first(where: { $0.download.source == begun.source }) {
      list.focusRow(.download(row.id))
    }
  }

  private func presetRow(_ id: String) -> ListRow {
    guard let preset = model.downloads.presets.first(where: { $0.id == id }) else { return ListRow(Box(.vertical)) }
    return OfferRow.make(preset, library: model) { [weak self] in self?.download(id) }
  }

  /// Fetches a preset, once however often it is asked for.
  private func download(_ id: String) {
    guard let preset = offered?.first(where: { $0.id == id }), started.insert(preset.source).inserted else { return }
    Task { [weak self, downloads = model.downloads] in
      if await !downloads.start(preset.source, named: preset.name) { self?.started.remove(preset.source) }
    }
  }

  /// Between the models that are here and those of other programs.
  private func searchRow() -> ListRow {
    let title = Label(localized("Found on This Machine")).styled("heading").aligned(0).wrapping()
    let text = Label().styled("stamp").aligned(0).wrapping()
    let button = Button(localized("_Look")).aligned(vertically: .center)
    button.onClick { [models] in if models.isSearching { models.stopSearching() } else { models.search() } }
    let row = ListRow(
      Box(.horizontal, spacing: 12) {
        Box(.vertical, spacing: 2) {
          title
          text
        }.expanding(horizontally: true).aligned(vertically: .center)
        button
      }.margins(top: 18, bottom: 6, start: 12, end: 12)
    ).activatable(false)
    row.observe { [models] row in
      text.text = Self.words(of: models)
      button.label = models.isSearching ? localized("_Stop") : localized("_Look")
      row.named(title.text).described(text.text)
    }
    return row
  }

  private static func words(of models: ModelsModel) -> String {
    if models.isSearching { return localized("Looking through other programs' folders…") }
    guard models.hasSearched else { return localized("Use models that other apps have downloaded.") }
    guard models.found.isEmpty else {
      let count = models.found.count
      return localized(
        count, one: "\(count) model that is not imported", other: "\(count) models that are not imported")
    }
    return localized("No others, as far as Sotto can see.")
  }

  private func foundRow(_ path: String) -> ListRow {
    guard let found = models.found.first(where: { $0.path == path }) else { return ListRow(Box(.vertical)) }
    let name = Label(ShownLine.of(found.name)).styled("chat-title").ellipsized(.middle).aligned(0)
    let words = found.origin.name + " · " + ByteCount.text(found.bytes)
    let button = Button(localized("I_mport")).aligned(vertically: .center).named(
      localized("Import \(ShownLine.within(found.name))"))
    button.isEnabled = model.readOnly == nil
    button.onClick { [models] in models.add([path]) }
    return ListRow(
      Box(.horizontal, spacing: 12) {
        Box(.vertical, spacing: 2) {
          name
          Label(words).styled("stamp").ellipsized().aligned(0)
        }.expanding(horizontally: true).aligned(vertically: .center)
        button
      }.margins(top: 6, bottom: 6, start: 12, end: 12)
    ).activatable(false).named(ShownLine.of(found.name) + ", " + words).tooltip(ShownLine.of(path))
  }

  private func activate(_ item: Item) {
    switch item {
    case .model(let id): ModelRowView.details(of: id, library: model, over: window)
    case .download(let id): DownloadRowView.activate(id, library: model, over: window)
    case .suggestions, .preset, .search, .found: break
    }
  }

  private func getModel() {
    let getting = GetModelWindow(model: model, over: window)
    self.getting = getting
    getting.window.onGone { [weak self] in self?.getting = nil }
  }

  private func choose() {
    Task { [window, models] in
      let paths = await ModelFileChooser.toImport(over: window)
      if !paths.isEmpty { models.add(paths) }
    }
  }
}
