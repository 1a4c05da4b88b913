import Adw
import Domain
import Localization
import ViewModels

/// A small button beside the message that is under the pointer, and beside the one that has the keyboard, which copies it at
/// once. It is made for that message alone, and takes no room. Keys and screen readers have Ctrl+C and the menu for it.
final class CopyAtHand {
  private let model: ThreadModel
  private let list: PagedList<ThreadRowID>
  private var hovered: ThreadRowID?
  private var focused: ThreadRowID?
  private var isShowing = false
  private var shown: [ThreadRowID: Weak<Button>] = [:]

  init(_ model: ThreadModel, in list: PagedList<ThreadRowID>) {
    self.model = model
    self.list = list
    list.onHover { [weak self] id in
      self?.hovered = id
      self?.showSoon()
    }.onFocusedRow { [weak self] id in
      self?.focused = id
      self?.showSoon()
    }
    list.observe { [weak self] _ in
      _ = self?.model.picking.isOn
      self?.show()
    }
  }

  /// Not from within the event: GTK 4.8 goes on from the button to what it lies in when the pointer has left it, and falls over
  /// one that is gone.
  private func showSoon() {
    guard !isShowing else { return }
    isShowing = true
    MainLoop.soon(with: list) { [weak self] _ in
      guard let self else { return }
      isShowing = false
      show()
    }
  }

  private func show() {
    let wanted = Set([hovered, focused].compactMap { $0 }.filter(canCopy))
    for (id, button) in shown where !wanted.contains(id) || button.value == nil {
      shown[id] = nil
      if let button = button.value, let row = list.row(of: id) { BubbleColumn(in: row)?.remove(button) }
    }
    for id in wanted where shown[id] == nil { shown[id] = make(id).map { Weak($0) } }
  }

  private func canCopy(_ id: ThreadRowID) -> Bool {
    guard !model.picking.isOn, let row = model.row(of: id), case .message = id else { return false }
    return row.hasText || row.pictures.contains { $0.attachment.remoteHost == nil }
  }

  private func make(_ id: ThreadRowID) -> Button? {
    guard let row = list.row(of: id), let column = BubbleColumn(in: row),
      let bubble = column.children.first(where: { $0.hasStyle("bubble") })
    else { return nil }
    let button = Button(icon: "edit-copy-symbolic", name: localized("Copy")).flat().styled("circular", "at-hand")
    // The message keeps the keyboard.
    button.focusable(false).focusOnClick(false)
    let copied = Weak(row)
    button.onClick { if let row = copied.value { Self.copy(AnyWidget(row)) } }
    column.note(button, beside: bubble)
    return button
  }

  /// Copies a message: its words, or where it has none its picture.
  @discardableResult
  static func copy(_ row: AnyWidget) -> Bool {
    ["ctx.copy", "ctx.copy-caption", "ctx.copy-picture"].contains { row.perform($0) }
  }
}
