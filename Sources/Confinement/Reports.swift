#if SANITIZED
  private import Glibc

  @_silgen_name("__sanitizer_set_report_path")
  private func setReportPath(_ path: UnsafePointer<CChar>)

  /// Where a sanitizer writes what it finds in a process whose errors nobody reads: beside the program.
  enum Reports {
    static func begin() {
      var path = [CChar](repeating: 0, count: 4_096)
      let room = path.count - 16
      let count = path.withUnsafeMutableBufferPointer { readlink("/proc/self/exe", $0.baseAddress!, room) }
      guard count > 0 else { return }
      for (offset, letter) in ".report".utf8.enumerated() { path[count + offset] = CChar(letter) }
      setReportPath(path)
    }
  }

  /// Read by the sanitizer at the start of the process, whose environment is the app's to choose.
  @_cdecl("__asan_default_options")
  func options() -> UnsafePointer<CChar> {
    let text: StaticString = "detect_leaks=0:quarantine_size_mb=32:allocator_may_return_null=1"
    return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
#endif
