import CPixbuf
import Glibc

/// What this process denies itself, so that a picture that takes it over gains little.
enum Confinement {
  /// 512 MB of addresses: what the largest picture allowed needs, and no bomb gets further.
  private static let memory: rlim_t = 512 << 20
  /// Seconds; the app's own limit for a picture is shorter, this one holds when the app is gone.
  private static let processorTime: rlim_t = 15

  /// Best effort: a kernel that refuses one of these leaves the others.
  static func enter() {
    _ = sotto_close_others()
    _ = sotto_not_dumpable()
    _ = sotto_no_new_privileges()
    _ = sotto_leave_network()
    _ = sotto_drop_capabilities()
    limit(RLIMIT_CORE, 0)
    limit(RLIMIT_FSIZE, 0)
    limit(RLIMIT_NOFILE, 32)
    limit(RLIMIT_AS, memory)
    allowProcessorTime()
  }

  /// The limit counts a process's whole life, so each picture begins with a new one.
  static func allowProcessorTime() {
    var used = rusage()
    getrusage(RUSAGE_SELF.rawValue, &used)
    let seconds = rlim_t(used.ru_utime.tv_sec + used.ru_stime.tv_sec)
    var new = rlimit(rlim_cur: seconds + processorTime, rlim_max: rlim_t.max)
    setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &new)
  }

  private static func limit(_ what: __rlimit_resource, _ value: rlim_t) {
    var new = rlimit(rlim_cur: value, rlim_max: value)
    setrlimit(__rlimit_resource_t(what.rawValue), &new)
  }
}
