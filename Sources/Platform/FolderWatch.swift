/// What of a folder somebody wants to hear of.
package enum FolderChange {
  /// A file was touched.
  case touched
  /// Something got a name.
  case named
  /// Files came, went, or got other contents.
  case contents

  #if canImport(Glibc)
    fileprivate var mask: Int {
      switch self {
      case .touched: Int(IN_ATTRIB)
      case .named: Int(IN_CREATE | IN_MOVED_TO)
      case .contents:
        Int(IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_MODIFY | IN_CLOSE_WRITE | IN_DELETE_SELF)
      }
    }
  #endif
}

/// A descriptor that can be read when something changed in the folder; nil where the system tells nobody, or there is no
/// such folder.
///
/// It watches the folder and not a file, so that it survives when the file is made again.
package func folderWatch(_ folder: String, for change: FolderChange) -> Int32? {
  #if canImport(Glibc)
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    guard inotify_add_watch(descriptor, folder, UInt32(truncatingIfNeeded: change.mask)) >= 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  #else
    // Whoever asks looks by the clock then.
    return nil
  #endif
}

/// Takes what such a descriptor has to say; which file it was does not matter.
package func drainWatch(_ descriptor: Int32) {
  var buffer = [UInt8](repeating: 0, count: 4_096)
  while read(descriptor, &buffer, buffer.count) > 0 {}
}
