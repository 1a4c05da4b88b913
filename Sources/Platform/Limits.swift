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

/// Raises the number of files that this process may have open to `count`, where it is lower. Returns how many it may have
/// where that is not allowed, else nil.
package func allowOpenFiles(_ count: Int) -> Int? {
  #if canImport(Glibc)
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    let resource = RLIMIT_NOFILE
  #endif
  var limit = rlimit()
  guard getrlimit(resource, &limit) == 0, limit.rlim_cur < count else { return nil }
  limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
  _ = setrlimit(resource, &limit)
  return limit.rlim_cur < count ? Int(limit.rlim_cur) : nil
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
