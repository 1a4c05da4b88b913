import FoundationEssentials
import Platform
import Workers

/// Other programs: started, waited for, and looked at through /proc.
enum Program {
  /// Runs a program that is found on the path, its words apart from the tables; returns its largest resident memory in KB.
  @discardableResult
  static func run(_ words: [String], printsTables: Bool = false) throws -> Int {
    try wait(start(words, printsTables: printsTables), words)
  }

  /// Runs programs at the same time; returns the sum of their largest resident memories in KB.
  static func runTogether(_ programs: [[String]]) throws -> Int {
    let running = try programs.map { (try start($0), $0) }
    return try running.reduce(0) { try $0 + wait($1.0, $1.1) }
  }

  private static func start(_ words: [String], printsTables: Bool = false) throws -> ChildProcess {
    var command = Command(words)
    command.environment = Command.environment()
    (command.input, command.error) = (.inherited, .inherited)
    if printsTables {
      fflush(nil)
      command.output = .inherited
    } else {
      command.output = .descriptor(STDERR_FILENO)
    }
    do { return try ChildProcess(command) } catch {
      throw Trouble("\(words[0]) does not start: run scripts/setup")
    }
  }

  private static func wait(_ child: ChildProcess, _ words: [String]) throws -> Int {
    guard child.wait().isSuccess else { throw Trouble("\(words.joined(separator: " ")) failed") }
    return child.peakMemory
  }

  /// Milliseconds that this process, the children that it has waited for and those of this name have computed.
  static func processorTime(with name: String) -> Double {
    func milliseconds(_ who: __rusage_who) -> Double {
      var use = rusage()
      getrusage(__rusage_who_t(who.rawValue), &use)
      let seconds = Double(use.ru_utime.tv_sec + use.ru_stime.tv_sec)
      return seconds * 1e3 + Double(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e3
    }
    let ticks = children(named: name).flatMap { fields($0).dropFirst(11).prefix(2) }.compactMap { Double($0) }
    return milliseconds(RUSAGE_SELF) + milliseconds(RUSAGE_CHILDREN)
      + ticks.reduce(0, +) * 1e3 / Double(sysconf(CInt(_SC_CLK_TCK)))
  }

  /// The children of this process that have this name.
  static func children(named name: String) -> [pid_t] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { pid_t($0) }.filter { child in
      text("/proc/\(child)/comm") == name + "\n" && fields(child).dropFirst().first == "\(getpid())"
    }
  }

  /// What the kernel counts for a process, from its state on.
  private static func fields(_ process: pid_t) -> [Substring] {
    guard let stat = text("/proc/\(process)/stat"), let end = stat.lastIndex(of: ")") else { return [] }
    return stat[end...].dropFirst().split(separator: " ")
  }

  /// A line of /proc's status of a process in KB: `VmRSS` is resident memory, `VmHWM` the most there has been of it.
  static func memory(_ key: String, of process: pid_t = getpid()) -> Int {
    let lines = (text("/proc/\(process)/status") ?? "").split(separator: "\n")
    let line = lines.first { $0.hasPrefix(key + ":") }
    return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
  }

  /// Gives what is free back to the machine, and lets this process's `VmHWM` begin again from here.
  static func forgetPeak() throws {
    // Glibc has it, Swift's map of Glibc has not.
    if let trim = dlsym(nil, "malloc_trim") {
      _ = unsafeBitCast(trim, to: (@convention(c) (Int) -> CInt).self)(0)
    }
    let descriptor = open("/proc/self/clear_refs", O_WRONLY)
    defer { close(descriptor) }
    guard write(descriptor, "5", 1) == 1 else { throw Trouble("the kernel does not let a peak begin again") }
  }

  private static func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}

struct Trouble: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
