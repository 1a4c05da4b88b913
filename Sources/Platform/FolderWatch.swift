/// A descriptor that can be read when a file in the folder was touched; nil where the system tells nobody.
///
/// It watches the folder and not a file, so that it survives when the file is made again.
package func folderWatch(_ folder: String) -> Int32? {
  #if canImport(Glibc)
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    guard inotify_add_watch(descriptor, folder, UInt32(IN_ATTRIB)) >= 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  #else
    // Whoever asks looks by the clock then.
    return nil
  #endif
}
