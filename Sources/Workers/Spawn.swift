private import CSpawn
import Platform

extension Command {
  /// Starts the program; the number of the process, or `errno`.
  func spawn() -> Result<Int32, CannotStart> {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    setUp(&attributes)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    let failure = connect(&actions, &copies)
    guard failure == 0 else { return .failure(CannotStart(code: failure)) }
    if let folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }

    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: Int32 = 0
    let code = posix_spawnp(&process, program, &actions, &attributes, &arguments, &variables)
    return code == 0 ? .success(process) : .failure(CannotStart(code: code))
  }

  private func setUp(_ attributes: inout posix_spawnattr_t) {
    var flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    // The threads of a pool block signals, and a child would inherit that.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    switch group {
    case .inherited: break
    case .own:
      flags |= Int16(POSIX_SPAWN_SETPGROUP)
      posix_spawnattr_setpgroup(&attributes, 0)
    case .session: flags |= sotto_spawn_setsid
    }
    posix_spawnattr_setflags(&attributes, flags)
  }

  /// Gives each of the child's numbers what belongs there, and closes all others. 0, or `errno`.
  private func connect(_ actions: inout posix_spawn_file_actions_t, _ copies: inout [Int32]) -> Int32 {
    var streams: [Int32: Stream] = descriptors.mapValues { .descriptor($0) }
    for (number, stream) in [input, output, error].enumerated() { streams[Int32(number)] = stream }
    let last = streams.keys.max() ?? STDERR_FILENO
    // Through copies above all of the child's numbers: what is put in one place may be needed for another one.
    for (number, stream) in streams.sorted(by: { $0.key < $1.key }) {
      guard case .descriptor(let descriptor) = stream else { continue }
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, last + 1)
      guard copy >= 0 else { return errno }
      copies.append(copy)
      posix_spawn_file_actions_adddup2(&actions, copy, number)
    }
    for number in 0...last {
      switch streams[number] {
      case .descriptor, .inherited: break
      case .nothing: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      case .file(let path): posix_spawn_file_actions_addopen(&actions, number, path, O_RDWR, 0)
      case nil: posix_spawn_file_actions_addclose(&actions, number)
      }
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, last + 1)
    return 0
  }
}

/// Why a program cannot be started: `errno`, and its words.
package struct CannotStart: Error, Equatable, Sendable {
  package let code: Int32
  package init(code: Int32) { self.code = code }
  package var reason: String { systemReason(code) }
}
