import CAdw
import Localization

/// Opens files in other programs.
@MainActor package enum Launcher {
  /// Why a file was not opened.
  nonisolated package enum Failure: Error, Equatable {
    /// No program is installed for files of this kind.
    case noProgram
    /// The desktop said this.
    case failed(String)

    /// What happened to an address, for a person.
    package func sentence(ofAddress address: String) -> String {
      switch self {
      case .noProgram: localized("No program is installed that opens “\(address)”.")
      case .failed(let why): localized("“\(address)” could not be opened: \(why)")
      }
    }

    /// What happened to a file, for a person.
    package var sentence: String {
      switch self {
      case .noProgram: localized("No program is installed that opens this file.")
      case .failed(let why): localized("The file could not be opened: \(why)")
      }
    }
  }

  /// Opens a file in the program that the desktop has for its kind.
  package static func open(path: String, over parent: Window?) async throws(Failure) {
    let file = Strong(taking: AnyObjectHandle(g_file_new_for_path(path)))
    try await open(address: String(taking: g_file_get_uri(^file.object)), over: parent)
  }

  /// Opens an address in the program that the desktop has for its kind.
  package static func open(address: String, over parent: Window?) async throws(Failure) {
    let window: UnsafeMutablePointer<GtkWindow>? = parent.map { ^$0 }
    let failure = await withCheckedContinuation { (waiting: CheckedContinuation<Failure?, Never>) in
      gtk_show_uri_full(
        window, address, guint32(GDK_CURRENT_TIME), nil,
        { source, result, box in
          var error: UnsafeMutablePointer<GError>?
          let parent = source.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWindow.self) }
          _ = gtk_show_uri_full_finish(parent, result, &error)
          Waiting<Failure?>.resume(box, error.map { Failure(taking: $0) })
        }, Waiting(waiting).box())
    }
    if let failure { throw failure }
  }

  /// Opens a file in the program that the desktop has for plain texts, whatever is in it.
  package static func openAsText(path: String) throws(Failure) {
    guard let program = g_app_info_get_default_for_type("text/plain", 0) else { throw .noProgram }
    defer { g_object_unref(UnsafeMutableRawPointer(program)) }
    try launch(program, path: path)
  }

  private static func launch(_ program: OpaquePointer, path: String) throws(Failure) {
    let file = Strong(taking: AnyObjectHandle(g_file_new_for_path(path)))
    var error: UnsafeMutablePointer<GError>?
    let files = g_list_append(nil, ^file.object as UnsafeMutableRawPointer)
    defer { g_list_free(files) }
    _ = g_app_info_launch(program, files, nil, &error)
    if let error { throw Failure(taking: error) }
  }

  /// Asks with which program to open a file, and opens it; false if the question was cancelled.
  package static func openWith(path: String, over parent: Window?) async throws(Failure) -> Bool {
    let file = Strong(taking: AnyObjectHandle(g_file_new_for_path(path)))
    let window: UnsafeMutablePointer<GtkWindow>? = parent.map { ^$0 }
    let dialog = Window(handle: Handle(gtk_app_chooser_dialog_new(window, GTK_DIALOG_MODAL, ^file.object)))
    let isChosen = await withCheckedContinuation { (waiting: CheckedContinuation<Bool, Never>) in
      var isAsked = true
      dialog.on("response") { (answer: Int) in
        guard isAsked else { return }
        isAsked = false
        waiting.resume(returning: answer == Int(GTK_RESPONSE_OK.rawValue))
      }
      dialog.present()
    }
    defer { dialog.destroy() }
    guard isChosen else { return false }
    guard let program = gtk_app_chooser_get_app_info(^dialog) else { throw .noProgram }
    defer { g_object_unref(UnsafeMutableRawPointer(program)) }
    try launch(program, path: path)
    return true
  }
}

nonisolated extension Launcher.Failure {
  /// What GIO means; the error is ours to free.
  fileprivate init(taking error: UnsafeMutablePointer<GError>) {
    let isMissing =
      error.pointee.domain == g_io_error_quark() && error.pointee.code == gint(G_IO_ERROR_NOT_SUPPORTED.rawValue)
    let words = String(taking: error)
    self = isMissing ? .noProgram : .failed(words)
  }
}
