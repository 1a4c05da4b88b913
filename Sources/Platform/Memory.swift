/// Whether programs wait for memory now, or soon will: what is free is less than a twentieth of all, or the system says that
/// a tenth of the last ten seconds was waited for it while a tenth of all is free at most.
package func isMemoryShort() -> Bool {
  #if canImport(Glibc)
    guard let free = availableMemory(), let all = systemMemory("MemTotal:") else { return false }
    return free < all / 20 || free < all / 10 && (pressure() ?? 0) >= 10
  #else
    return false
  #endif
}

/// How many bytes of memory programs may take now before others suffer, with what the system keeps only as long as nobody
/// wants it; nil where the system does not say.
package func availableMemory() -> Int64? {
  #if canImport(Glibc)
    return systemMemory("MemAvailable:")
  #else
    return nil
  #endif
}

#if canImport(Glibc)
  private func systemMemory(_ name: String) -> Int64? {
    guard let line = systemText("/proc/meminfo")?.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else {
      return nil
    }
    return line.split(separator: " ").dropFirst().first.flatMap { Int64($0) }.map { $0 * 1_024 }
  }

  /// Which part of the last ten seconds some program waited for memory, in per cent; nil where the kernel does not say.
  private func pressure() -> Double? {
    let line = systemText("/proc/pressure/memory")?.split(separator: "\n").first { $0.hasPrefix("some ") }
    return line?.split(separator: " ").first { $0.hasPrefix("avg10=") }.flatMap { Double($0.dropFirst(6)) }
  }
#endif
