import CAdw
import Localization

/// A list beside what was chosen in it; one of the two at a time where the window is narrow.
@MainActor package final class SplitView: Widget {
  package let handle: Handle
  private let sidebar: AnyWidget
  private let content: AnyWidget
  private var bars: (sidebar: HeaderBar, content: HeaderBar)?
  private let back: Button
  private var heard: [@MainActor (Bool) -> Void] = []

  /// Two panes. Each brings its own header bar, to be told by `headerBars`.
  package init(sidebar: some Widget, content: some Widget, sidebarWidth: Int = 320) {
    self.sidebar = AnyWidget(sidebar)
    self.content = AnyWidget(content)
    handle = Handle(adw_leaflet_new())
    back = Button(icon: "go-previous-symbolic", name: localized("Back"))
    g_object_ref_sink(^back)
    sidebar.minimum(width: sidebarWidth)
    sidebar.expanding(horizontally: false)
    content.expanding(horizontally: true)
    adw_leaflet_append(^self, sidebar.widget)
    let line = Separator(.vertical)
    adw_leaflet_page_set_navigatable(adw_leaflet_append(^self, line.widget), 0)
    adw_leaflet_append(^self, content.widget)
    adw_leaflet_set_can_navigate_back(^self, 1)
    adw_leaflet_set_visible_child(^self, sidebar.widget)
    back.isVisible = false
    keeping(self)
    back.onClick { [unowned self] in showsContent = false }
    onChange(of: "folded") { [unowned self] in fold() }
  }

  isolated deinit { g_object_unref(^back) }

  /// Puts the back button into the content's header bar, and the window's buttons where they belong: both bars share
  /// the two ends while the panes stand side by side, each has its own while they do not.
  @discardableResult
  package func headerBars(sidebar: HeaderBar, content: HeaderBar) -> Self {
    bars = (sidebar, content)
    content.append(back)
    arrange()
    return self
  }

  /// The words of the back button.
  @discardableResult
  package func backLabel(_ words: String) -> Self {
    back.titled(words)
    return self
  }

  /// Whether only one pane has room.
  package var isCollapsed: Bool { Bool(adw_leaflet_get_folded(^self)) }

  /// Whether the content is in view: always, unless the view is collapsed and shows the sidebar.
  package var showsContent: Bool {
    get { adw_leaflet_get_visible_child(^self) == content.widget }
    set { adw_leaflet_set_visible_child(^self, newValue ? content.widget : sidebar.widget) }
  }

  /// Calls `body` with whether the view is collapsed, when that changes.
  @discardableResult
  package func onCollapse(_ body: @escaping @MainActor (Bool) -> Void) -> Self {
    heard.append(body)
    return self
  }

  /// Calls `body` with whether the content is in view, when that changes: by the back button, by a swipe, or by code.
  @discardableResult
  package func onShowContent(_ body: @escaping @MainActor (Bool) -> Void) -> Self {
    onChange(of: "visible-child") { [unowned self] in body(showsContent) }
    return self
  }

  private func fold() {
    arrange()
    for body in heard { body(isCollapsed) }
  }

  private func arrange() {
    back.isVisible = isCollapsed
    bars?.sidebar.showsWindowButtons(atStart: true, atEnd: isCollapsed)
    bars?.content.showsWindowButtons(atStart: isCollapsed, atEnd: true)
  }
}
