import CAdw
import Glibc

// Another program for AdwTests: offers files as MIME types on the clipboard, and for dragging out of its window.
//
// Usage: AdwChild TITLE (MIME PATH)…

// Should the parent be gone, nobody will end this process.
alarm(120)
gtk_init()

var offers: [UnsafeMutablePointer<GdkContentProvider>?] = []
for index in stride(from: 2, to: CommandLine.arguments.count - 1, by: 2) {
  var contents: UnsafeMutablePointer<gchar>?
  var length: gsize = 0
  guard g_file_get_contents(CommandLine.arguments[index + 1], &contents, &length, nil) != 0 else { exit(1) }
  if CommandLine.arguments[index] == "text/plain" {  // as text, which GTK then offers under all of its many names
    var value = GValue()
    g_value_init(&value, 16 << 2)
    g_value_take_string(&value, contents)
    offers.append(gdk_content_provider_new_for_value(&value))
    g_value_unset(&value)
  } else {
    let bytes = g_bytes_new_take(contents, length)
    offers.append(gdk_content_provider_new_for_bytes(CommandLine.arguments[index], bytes))
    g_bytes_unref(bytes)
  }
}
let all = gdk_content_provider_new_union(&offers, gsize(offers.count))

let window = UnsafeMutableRawPointer(gtk_window_new()!).assumingMemoryBound(to: GtkWindow.self)
gtk_window_set_title(window, CommandLine.arguments[1])
gtk_window_set_default_size(window, 200, 200)
let label = gtk_label_new("Drag me")!
let source = gtk_drag_source_new()!
gtk_drag_source_set_content(source, all)
gtk_drag_source_set_actions(source, GDK_ACTION_COPY)
gtk_widget_add_controller(label, source)
gtk_window_set_child(window, label)
gtk_window_present(window)
// Who learns that something is offered opens a window of its own, and its keys must not come here.
while gtk_window_is_active(window) == 0 { g_main_context_iteration(nil, 1) }
gdk_clipboard_set_content(gdk_display_get_clipboard(gdk_display_get_default()), all)
while true { g_main_context_iteration(nil, 1) }
