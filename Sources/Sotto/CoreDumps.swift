import Platform

/// A core file is a copy of the memory, with the open chats in it: a crash must leave none.
public enum CoreDumps {
  /// To be called first of all. One byte, not none: a program that the system pipes core dumps to (systemd-coredump,
  /// apport) is started even at a limit of 0, and only a limit of 1 tells the kernel not to (`fs/coredump.c`). For a file,
  /// one byte is less than the least that is written. What debuggers and `perf` may do stays as it is.
  public static func turnOff() {
    // The limit may be lower already, and may then not be raised.
    if !limitCoreFiles(to: 1) { limitCoreFiles(to: 0) }
  }
}
