import CAdw
import Platform

/// The program as the desktop sees it. Everything else in this module may only be made once it runs.
package struct Application: ActionHost {
  package let handle: Handle

  init(handle: Handle) { self.handle = handle }

  /// An application with an id such as "io.example.App". A second process with the same id only tells the first to come
  /// forward, unless `isUnique` is false. A service shows nothing by itself: it waits ten seconds for somebody to ask for
  /// something, and ends when nobody does.
  package init(id: String, name: String, isUnique: Bool = true, isService: Bool = false) {
    Toolkit.prepare()
    g_set_prgname(id)
    g_set_application_name(name)
    var flags = G_APPLICATION_HANDLES_OPEN.rawValue
    if !isUnique { flags |= G_APPLICATION_NON_UNIQUE.rawValue }
    if isService { flags |= G_APPLICATION_IS_SERVICE.rawValue }
    handle = Handle(adw_application_new(id, GApplicationFlags(rawValue: flags)))
    // There are no resources of our own. GTK would add their icons to a theme that a thread has just read, and read all
    // of it once more for the first icon.
    g_application_set_resource_base_path(^self, nil)
    gtk_window_set_default_icon_name(id)
    on("startup", after: true) {
      Toolkit.dress()
    }
  }

  /// Says in the environment how GTK is to start. To be called before any other thread runs, for threads read it.
  package static func prepare() { Toolkit.prepare() }

  /// Whether there is a display to open windows on. Without one, `run()` would end the process.
  package static var displayIsAvailable: Bool { Toolkit.start() }

  /// Calls `body` at the start, and again whenever somebody starts the application again.
  @discardableResult
  package func onActivate(_ body: @escaping @MainActor () -> Void) -> Self {
    on("activate", body)
    return self
  }

  /// Calls `body` with addresses that are to be opened, at the start or whenever somebody asks for it; `onActivate` is not
  /// called then.
  @discardableResult
  package func onOpen(_ body: @escaping @MainActor ([String]) -> Void) -> Self {
    on("open") { (files: Pointed, count: Int) in
      guard let files = files.raw?.assumingMemoryBound(to: OpaquePointer?.self) else { return }
      body((0..<count).map { String(taking: g_file_get_uri(files[$0])) })
    }
    return self
  }

  /// Runs until `quit()` or until the last window is gone; gives the exit status. Addresses are opened here or by the
  /// process that is there already; other arguments are the caller's business.
  package func run(opening addresses: [String] = []) -> Int32 {
    MainLoop.pumpMainQueue()
    var words = ([""] + addresses).map { strdup($0) }
    defer { for word in words { free(word) } }
    return g_application_run(^self, gint(words.count), &words)
  }

  /// Starts it without `run()`, as tests do that turn the loop themselves; false if the desktop refuses.
  package func start() -> Bool { Bool(g_application_register(^self, nil, nil)) }

  /// Ends `run()` soon.
  package func quit() { g_application_quit(^self) }

  /// Keeps the program running without a window.
  package func hold() { g_application_hold(^self) }

  /// Takes a `hold()` back.
  package func release() { g_application_release(^self) }

  /// Its windows, the last used first.
  package var windows: [Window] {
    var found: [Window] = []
    var node = gtk_application_get_windows(^self)
    while let item = node {
      if let data = item.pointee.data { found.append(Window(handle: Handle(raw: data))) }
      node = item.pointee.next
    }
    return found
  }

  /// Gives an action such as "win.close" or "app.quit" other keys, such as "<Control>w".
  package func setKeys(_ keys: [String], for action: String) {
    var pointers: [UnsafePointer<CChar>?] = keys.map { UnsafePointer(strdup($0)) } + [nil]
    gtk_application_set_accels_for_action(^self, action, &pointers)
    for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) }
  }

  package var actionPrefix: String { "app" }
}

/// GTK's own start.
package enum Toolkit {
  private static var isPrepared = false
  private static var hasDisplay: Bool?

  /// Chooses how to draw. Without a graphics card GL would be emulated: slower than drawing in memory, at more of it. It
  /// changes the environment, so it comes before the first thread.
  static func prepare() {
    guard !isPrepared else { return }
    isPrepared = true
    UnusedTheme.ask()
    // Pixels go back to the system as soon as they are let go. Left alone, glibc raises this limit after the first large
    // free, and pictures then tear holes into the heap: a third more memory after a long scroll.
    mallopt(M_MMAP_THRESHOLD, 128 * 1_024)
    // Each thread that asks for memory would get a heap of its own, most of which stays empty.
    mallopt(M_ARENA_MAX, 2)
    let hasCard = (128..<144).contains { access("/dev/dri/renderD\($0)", R_OK | W_OK) == 0 }
    if !hasCard { setenv("GSK_RENDERER", "cairo", 0) }
    // Drawing by cairo needs no GL; a software GL alone would take 60 MB.
    guard getenv("GSK_RENDERER").map({ String(cString: $0) }) == "cairo" else { return }
    // GTK 4.16 took such words out of GDK_DEBUG, and complains of those it does not know.
    if gtk_get_minor_version() < 16 {
      setenv("GDK_DEBUG", "gl-disable", 0)
    } else {
      setenv("GDK_DISABLE", "gl", 0)
    }
  }

  /// Starts GTK without an application, as tests do; false if there is no display.
  @discardableResult
  package static func start() -> Bool {
    if let hasDisplay { return hasDisplay }
    prepare()
    let found = gtk_init_check() != 0
    hasDisplay = found
    if found {
      UnusedTheme.startLibadwaita()
      dress()
    }
    return found
  }

  private static var style: StyleSheet?

  /// Gives everything the font and the rules that the widgets of this module rely on.
  static func dress() {
    guard style == nil else { return }
    chooseFont()
    style = StyleSheet(baseRules)
  }

  /// GTK falls back to "Sans 10" where no desktop says otherwise; libadwaita is drawn for Cantarell 11.
  private static func chooseFont() {
    guard let settings = gtk_settings_get_default() else { return }
    let settingsObject = AnyObjectHandle(settings)
    if settingsObject.property("gtk-font-name", as: String.self) == "Sans 10" {
      settingsObject.setProperty("gtk-font-name", "Cantarell 11")
    }
  }

  /// Whether the file chooser writes what was chosen into the desktop's list of recent files. To be set once GTK runs.
  package static func keepsRecentFiles(_ keeps: Bool) {
    guard let settings = gtk_settings_get_default() else { return }
    AnyObjectHandle(settings).setProperty("gtk-recent-files-enabled", keeps)
  }

  /// The version of GTK that runs, as "4.8.3".
  package static var version: String {
    "\(gtk_get_major_version()).\(gtk_get_minor_version()).\(gtk_get_micro_version())"
  }
}

// untranslated: css
private let baseRules = """
  .composer-field textview, .composer-field textview text { background: none; }
  .composer-field scrollbar slider { min-height: 12px; }
  .swipe-action { background-color: @destructive_bg_color; color: @destructive_fg_color; padding: 0 18px; }
  """
