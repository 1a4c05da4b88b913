import CAdw
import Localization

/// The desktop's own dialog for choosing files.
@MainActor package enum FileDialog {
  /// Files of one kind, to choose from.
  package struct Filter {
    let name: String
    let patterns: [String]
    let types: [String]

    /// A kind with a name, patterns such as "*.json", or types such as "image/png".
    package init(_ name: String, patterns: [String] = [], types: [String] = []) {
      self.name = name
      self.patterns = patterns
      self.types = types
    }
  }

  /// Asks for files to open; gives their paths, none if it was cancelled.
  package static func open(
    over parent: Window?, title: String, accept: String = localized("_Open"), filters: [Filter] = [],
    several: Bool = false
  ) async -> [String] {
    let chooser = make(parent, title, GTK_FILE_CHOOSER_ACTION_OPEN, accept, filters)
    gtk_file_chooser_set_select_multiple(^chooser.object, several.c)
    return await run(chooser)
  }

  /// Asks where to save; gives the path, nil if it was cancelled. The dialog asks before a file is replaced.
  package static func save(
    over parent: Window?, title: String, name: String, accept: String = localized("_Save"), filters: [Filter] = []
  ) async -> String? {
    let chooser = make(parent, title, GTK_FILE_CHOOSER_ACTION_SAVE, accept, filters)
    gtk_file_chooser_set_current_name(^chooser.object, name)
    return await run(chooser).first
  }

  /// Asks for a folder; gives its path, nil if it was cancelled.
  package static func folder(over parent: Window?, title: String, accept: String = localized("_Choose")) async
    -> String?
  {
    await run(make(parent, title, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, accept, [])).first
  }

  private static func make(
    _ parent: Window?, _ title: String, _ action: GtkFileChooserAction, _ accept: String, _ filters: [Filter]
  ) -> Strong<AnyObjectHandle> {
    let window: UnsafeMutablePointer<GtkWindow>? = parent.map { ^$0 }
    let chooser = AnyObjectHandle(gtk_file_chooser_native_new(title, window, action, accept, nil))
    gtk_native_dialog_set_modal(^chooser, 1)
    for filter in filters {
      let made = gtk_file_filter_new()!
      gtk_file_filter_set_name(made, filter.name)
      for pattern in filter.patterns { gtk_file_filter_add_pattern(made, pattern) }
      for type in filter.types { gtk_file_filter_add_mime_type(made, type) }
      gtk_file_chooser_add_filter(^chooser, made)
      g_object_unref(UnsafeMutableRawPointer(made))
    }
    return Strong(taking: chooser)
  }

  private static func run(_ chooser: Strong<AnyObjectHandle>) async -> [String] {
    await withCheckedContinuation { (waiting: CheckedContinuation<[String], Never>) in
      // The dialog holds the closure, the closure the dialog: until it has answered, nobody else needs to.
      var kept: Strong<AnyObjectHandle>? = chooser
      chooser.object.on("response") { (answer: Int) in
        guard let native = kept else { return }
        kept = nil
        waiting.resume(returning: answer == Int(GTK_RESPONSE_ACCEPT.rawValue) ? paths(of: native.object) : [])
      }
      gtk_native_dialog_show(^chooser.object)
    }
  }

  private static func paths(of chooser: AnyObjectHandle) -> [String] {
    guard let files = gtk_file_chooser_get_files(^chooser) else { return [] }
    defer { g_object_unref(UnsafeMutableRawPointer(files)) }
    var paths: [String] = []
    for index in 0..<g_list_model_get_n_items(files) {
      guard let file = g_list_model_get_item(files, index) else { continue }
      if let path = g_file_get_path(OpaquePointer(file)) { paths.append(String(taking: path)) }
      g_object_unref(file)
    }
    return paths
  }
}
