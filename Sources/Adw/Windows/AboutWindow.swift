import CAdw

/// What a program is, who made it, and under which licence.
package enum AboutWindow {
  /// Licences that GTK knows the text of.
  package enum License {
    case mit
  }

  /// Opens it above `parent`.
  package static func open(
    over parent: Window, name: String, version: String, icon: String, developer: String, comments: String,
    license: License, copyright: String
  ) {
    let about = AnyObjectHandle(adw_about_window_new())
    adw_about_window_set_application_name(^about, name)
    adw_about_window_set_version(^about, version)
    adw_about_window_set_application_icon(^about, icon)
    adw_about_window_set_developer_name(^about, developer)
    adw_about_window_set_comments(^about, Markup.escaped(comments))
    adw_about_window_set_copyright(^about, copyright)
    switch license {
    case .mit: adw_about_window_set_license_type(^about, GTK_LICENSE_MIT_X11)
    }
    let window = Window(handle: about.handle)
    window.transient(for: parent)
    window.present()
  }
}
