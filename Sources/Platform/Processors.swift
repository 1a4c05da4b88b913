/// How many processor cores this process may use, not counting what one of them does twice at a time; at least 1.
package func physicalCores() -> Int {
  #if canImport(Glibc)
    let allowed = allowedProcessors()
    // The same text for all that are one core.
    let cores = allowed.compactMap { systemText("/sys/devices/system/cpu/cpu\($0)/topology/thread_siblings_list") }
    return max(1, cores.count < allowed.count ? allowed.count : Set(cores).count)
  #else
    var count: Int32 = 0
    var size = MemoryLayout<Int32>.size
    return sysctlbyname("hw.physicalcpu", &count, &size, nil, 0) == 0 ? max(1, Int(count)) : 1
  #endif
}

#if canImport(Glibc)
  /// The numbers of the processors that this process may run on, from a list such as "0-3,8".
  private func allowedProcessors() -> [Int] {
    let name = "Cpus_allowed_list:"
    let lines = systemText("/proc/self/status")?.split(separator: "\n") ?? []
    let list = lines.first { $0.hasPrefix(name) }?.dropFirst(name.count) ?? ""
    return list.split { $0 == "," || $0.isWhitespace }.flatMap { range in
      let ends = range.split(separator: "-").compactMap { Int($0) }
      guard let first = ends.first, let last = ends.last, first <= last, last < 1 << 16 else { return [Int]() }
      return Array(first...last)
    }
  }
#endif

/// How long this thread has computed; unlike the time that goes by, that is about the same on a busy machine.
package func threadTime() -> Duration {
  #if canImport(Glibc)
    // Not getrusage, which goes on only with the kernel's tick, every 4 ms.
    var used = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used)
    return .seconds(used.tv_sec) + .nanoseconds(used.tv_nsec)
  #else
    return .nanoseconds(clock_gettime_nsec_np(CLOCK_THREAD_CPUTIME_ID))
  #endif
}
