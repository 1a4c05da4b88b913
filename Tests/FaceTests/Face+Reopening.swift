import CAdw
import Domain
import TestSupport
import WindowSupport

extension Face {
  /// Ends the program that the face stands for, and starts it anew on the same library, a minute later; returns the new
  /// face. Things of the old one are gone.
  func reopened() async throws -> Face {
    await close()
    // Names that are made later are greater.
    let surroundings = ManualSurroundings(now: surroundings.now().milliseconds + 60_000)
    return try await Face(in: folder, environment: environment, story: story, surroundings: surroundings)
  }

  /// Closes what is open by now, and removes the folder.
  func end() async {
    await Self.shown?.close()
    folder.clean()
  }

  /// Closes the windows over the main one, and menus: one that is open while its window is destroyed leaves the display
  /// without a keyboard.
  func closeAllOverWindow() {
    for thing in all() where thing.isA(gtk_popover_get_type()) {
      gtk_popover_popdown(OpaquePointer(thing.widget).cast())
    }
    WindowFixture.settle()
    for window in windows where gtk_window_get_transient_for(OpaquePointer(window.widget).cast()) != nil {
      gtk_window_destroy(OpaquePointer(window.widget).cast())
    }
  }
}
