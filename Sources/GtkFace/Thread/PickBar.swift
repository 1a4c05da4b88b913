import Adw
import Domain
import Localization
import ViewModels

/// Stands in the place of the composer while messages are picked: how many, and what can be done with them.
enum PickBar {
  static func make(_ library: LibraryModel) -> Box {
    let count = Label().ellipsized().aligned(0).expanding(horizontally: true)
    let copy = Button(localized("_Copy"))
    let delete = Button(localized("_Delete"))
    let end = Button(icon: "window-close-symbolic", name: localized("Cancel the selection")).flat().styled("circular")
    let bar = Box(.horizontal, spacing: 8) {
      end
      count
      copy
      delete
    }.styled("composer-bar", "pick-bar")
    for button in [copy, delete, end] { button.focusOnClick(false) }
    copy.onClick { if let thread = library.thread { Self.copy(thread) } }
    delete.onClick { library.thread?.deletePicked() }
    end.onClick { library.thread?.endPicking() }
    bar.onKey { stroke in
      guard stroke == KeyStroke(.escape) else { return false }
      library.thread?.endPicking()
      return true
    }
    return bar.observe { bar in
      guard let thread = library.thread, thread.picking.isOn else { return bar.isVisible = false }
      bar.isVisible = true
      let number = thread.pickedCount
      count.text = localized(number, one: "\(number) selected", other: "\(number) selected")
      copy.isEnabled = number > 0
      delete.isEnabled = number > 0 && !thread.isReadOnly
    }
  }

  /// Puts what is picked on the clipboard, and says so once it is there.
  static func copy(_ thread: ThreadModel) {
    Task {
      guard let text = await thread.pickedText() else { return }
      Clipboard.copy(text)
      thread.endPickingAfterCopy()
    }
  }
}

/// What keys and the pointer mean while messages are picked, and how one begins with that.
final class MessagePicker {
  private let model: ThreadModel
  private let list: PagedList<ThreadRowID>

  init(_ model: ThreadModel, in list: PagedList<ThreadRowID>) {
    self.model = model
    self.list = list
    // Before the list and the row, which know some of these keys.
    list.onKey(.capture) { [weak self] in self?.take($0) ?? false }
    list.onRowPress { [weak self] id, held, isBeside in self?.press(id, held, isBeside) ?? false }
    var wasPicking = false
    list.observe { [weak self] list in
      guard let model = self?.model, model.picking.isOn != wasPicking else { return }
      wasPicking = model.picking.isOn
      guard wasPicking, list.focused == nil, let picked = model.rows.first(where: { $0.isPicked == true }) else {
        return
      }
      // Not from within the menu by which it began.
      MainLoop.soon(with: list) { $0.focusRow(picked.id, revealing: false) }
    }
  }

  /// Ctrl on the edge of a message picks it; from then on each click does.
  private func press(_ id: ThreadRowID, _ held: Modifiers, _ isBeside: Bool) -> Bool {
    guard let row = model.row(of: id) else { return false }
    guard model.picking.isOn || held == .control && isBeside && model.canPick(row) else { return false }
    list.focusRow(id, revealing: false)
    if held.contains(.shift) { model.pick(through: row) } else { model.pick(row) }
    return true
  }

  /// Whether a key was used up.
  private func take(_ stroke: KeyStroke) -> Bool {
    guard let id = list.focusedRowID, let row = model.row(of: id) else { return false }
    if stroke == KeyStroke(.space, .control), model.canPick(row) {
      model.pick(row)
      return true
    }
    guard model.picking.isOn else { return false }
    switch stroke {
    case KeyStroke(.escape): model.endPicking()
    case KeyStroke(.space), KeyStroke(.enter), KeyStroke(.keypadEnter): model.pick(row)
    case KeyStroke(Key("c"), .control): PickBar.copy(model)
    case KeyStroke(.delete): model.deletePicked()
    case KeyStroke(.up, .shift): pick(from: id, by: -1)
    case KeyStroke(.down, .shift): pick(from: id, by: 1)
    default: return false
    }
    return true
  }

  private func pick(from id: ThreadRowID, by step: Int) {
    guard let index = model.rows.firstIndex(where: { $0.id == id }) else { return }
    let rest = step < 0 ? Array(model.rows[..<index].reversed()) : Array(model.rows[(index + 1)...])
    guard let next = rest.first(where: model.canPick) else { return }
    list.focusRow(next.id)
    model.pick(through: next)
  }
}
