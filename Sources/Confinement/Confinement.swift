private import CConfinement
private import Platform

#if SANITIZED && !DEBUG
  #error("A program that is shipped is always confined: SANITIZED belongs to scripts/sanitize.")
#endif

/// What a process that reads files of strangers denies itself, so that a file that takes it over gains little.
package enum Confinement {
  /// What a program needs beyond computing. Whatever the rules say, no process can start another one, talk to a network,
  /// write to a file or open one once it is confined.
  package struct Rules: Sendable {
    /// Bytes of addresses beside the program and its libraries; nil where what is worked on has its own measure.
    package var memory: UInt64?
    /// Seconds that one piece of work may compute; nil where the asker alone ends it.
    package var processorTime: UInt64?
    /// How many descriptors there may be.
    package var descriptors: UInt64 = 32
    /// The first descriptor that is closed: those between the standard ones and this were handed over on purpose.
    package var closesFrom: UInt32 = 3
    /// Whether files may be read between the two doors, to load libraries.
    package var loadsLibraries = false
    /// Whether it may ask how a descriptor is open, as `fdopen` does for one that was handed over, and copy it.
    package var asksFlags = false

    package init(memory: UInt64?, processorTime: UInt64?) {
      self.memory = memory
      self.processorTime = processorTime
    }

    /// For what decodes pictures: what the largest one allowed needs, and no bomb gets further. The app's own limit for a
    /// picture is shorter, this one holds when the app is gone.
    package static let strict: Rules = {
      var rules = Rules(memory: 448 << 20, processorTime: 15)
      rules.loadsLibraries = true
      return rules
    }()
  }

  /// The first door, before anything is read: files may be read where libraries are to be loaded, nothing else. Best
  /// effort: a kernel that refuses one of these leaves the others.
  package static func enter(_ rules: Rules) -> Entered {
    // AddressSanitizer keeps terabytes of addresses for itself, and writes a report before it ends a process: a reader
    // that is confined would die without a word, which is what a reader does of many a bad file anyway.
    #if SANITIZED
      return Entered(rules: rules, addresses: nil, hasNoNetwork: false, hasNoCapabilities: false)
    #else
      return confine(rules)
    #endif
  }

  private static func confine(_ rules: Rules) -> Entered {
    _ = sotto_close_from(rules.closesFrom)
    _ = sotto_not_dumpable()
    _ = sotto_no_new_privileges()
    let hasNoNetwork = sotto_leave_network() == 0
    let hasNoCapabilities = sotto_drop_capabilities() == 0
    limit(RLIMIT_CORE, 0)
    limit(RLIMIT_FSIZE, 0)
    limit(RLIMIT_NOFILE, rlim_t(rules.descriptors))
    let entered = Entered(
      rules: rules, addresses: addresses(), hasNoNetwork: hasNoNetwork, hasNoCapabilities: hasNoCapabilities)
    entered.allowProcessorTime()
    _ = sotto_landlock(rules.loadsLibraries ? readingOfFiles : 0)
    return entered
  }

  /// What the first door did.
  package struct Entered: Sendable {
    fileprivate let rules: Rules
    /// Those in use before any library was loaded.
    fileprivate let addresses: rlim_t?
    fileprivate let hasNoNetwork: Bool
    fileprivate let hasNoCapabilities: Bool

    /// The second door, once all libraries are there: no file, no socket, no process, no signal to others, no new code.
    package func close() -> Cage {
      #if SANITIZED
        return Cage(landlock: 0)
      #else
        return shut()
      #endif
    }

    /// The limit counts a process's whole life, so each chunk of work begins with a new one.
    package func allowProcessorTime() {
      guard let time = rules.processorTime else { return }
      var used = rusage()
      getrusage(RUSAGE_SELF.rawValue, &used)
      let seconds = rlim_t(used.ru_utime.tv_sec + used.ru_stime.tv_sec)
      var new = rlimit(rlim_cur: seconds + rlim_t(time), rlim_max: rlim_t.max)
      setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &new)
    }

    /// Lifts that limit, for work that only the asker ends.
    package func allowAllProcessorTime() {
      var new = rlimit(rlim_cur: rlim_t.max, rlim_max: rlim_t.max)
      setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &new)
    }

    /// So many bytes of addresses beside those in use at the first door, for good; for one whose rules say nothing of
    /// memory, because what is worked on has its own measure. False where it does not hold.
    package func limitMemory(to bytes: UInt64) -> Bool {
      #if SANITIZED
        return true
      #else
        let (limit, isTooMuch) = (addresses ?? Confinement.addressesOfAProgram).addingReportingOverflow(rlim_t(bytes))
        return isTooMuch || Confinement.limit(RLIMIT_AS, limit)
      #endif
    }

    private func shut() -> Cage {
      if let memory = rules.memory {
        // Where no file may be read any more, nothing was loaded either. The last is that of a sort of program known.
        let used = Confinement.addresses() ?? addresses ?? Confinement.addressesOfAProgram
        Confinement.limit(RLIMIT_AS, used + rlim_t(memory))
      }
      var cage = Cage(landlock: sotto_landlock(0) == 0 ? Int(sotto_landlock_version()) : 0)
      _ = sotto_filter_calls(rules.asksFlags ? 1 : 0)
      // Asked of the kernel, not believed.
      if sotto_is_filtered() != 0 { cage.holds.insert(.filter) }
      if hasNoNetwork { cage.holds.insert(.network) }
      if hasNoCapabilities { cage.holds.insert(.capabilities) }
      if Confinement.isLimited(by: rules) { cage.holds.insert(.limits) }
      return cage
    }
  }

  /// Landlock's rights to read a file and to list a folder.
  private static let readingOfFiles: UInt64 = 1 << 2 | 1 << 3

  /// What a program with its libraries has, where the system does not tell.
  fileprivate static let addressesOfAProgram: rlim_t = 192 << 20

  @discardableResult
  fileprivate static func limit(_ what: __rlimit_resource, _ value: rlim_t) -> Bool {
    var new = rlimit(rlim_cur: value, rlim_max: value)
    return setrlimit(__rlimit_resource_t(what.rawValue), &new) == 0
  }

  /// Whether it may write nothing, and has the limits to its memory and its time that it should have.
  fileprivate static func isLimited(by rules: Rules) -> Bool {
    func now(_ what: __rlimit_resource) -> rlim_t {
      var now = rlimit()
      return getrlimit(__rlimit_resource_t(what.rawValue), &now) == 0 ? now.rlim_cur : .max
    }
    return now(RLIMIT_FSIZE) == 0 && now(RLIMIT_CORE) == 0 && (rules.memory == nil || now(RLIMIT_AS) < .max)
      && (rules.processorTime == nil || now(RLIMIT_CPU) < .max)
  }

  /// How many bytes of addresses are in use; nil should the system not tell.
  fileprivate static func addresses() -> rlim_t? {
    var text = [UInt8](repeating: 0, count: 64)
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { Platform.close(file) }
    let count = read(file, &text, text.count)
    let pages = String(decoding: text.prefix(max(0, count)), as: UTF8.self).prefix { $0.isNumber }
    return rlim_t(pages).map { $0 * rlim_t(sysconf(Int32(_SC_PAGESIZE))) }
  }
}

/// What holds of the confinement on this machine.
package struct Cage: Equatable, Sendable {
  package struct Holds: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// A network of its own, with nothing in it.
    package static let network = Holds(rawValue: 1)
    /// No rights beyond the user's.
    package static let capabilities = Holds(rawValue: 2)
    /// The kernel refuses the system calls that computing does not need.
    package static let filter = Holds(rawValue: 4)
    /// It may write no byte to a file, and has limits to memory and time.
    package static let limits = Holds(rawValue: 8)
  }
  package var holds: Holds = []
  /// The version of the kernel's Landlock, with nothing allowed; 0 where it does not hold.
  package var landlock: Int
}
