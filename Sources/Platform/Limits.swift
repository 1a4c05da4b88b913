/// Sets the size of core files, in bytes, and the most that it may be set to. True when the system took it.
@discardableResult
package func limitCoreFiles(to bytes: rlim_t) -> Bool {
  var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
  #if canImport(Glibc)
    return setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0
  #else
    return setrlimit(RLIMIT_CORE, &limit) == 0
  #endif
}

/// Gives a file so much room on the disk from its beginning. 0, or the reason.
package func reserveRoom(_ descriptor: Int32, bytes: off_t) -> Int32 {
  #if canImport(Glibc)
    return posix_fallocate(descriptor, 0, bytes)
  #else
    var room = fstore_t(
      fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0, fst_length: bytes,
      fst_bytesalloc: 0)
    return fcntl(descriptor, F_PREALLOCATE, &room) == 0 && ftruncate(descriptor, bytes) == 0 ? 0 : errno
  #endif
}
