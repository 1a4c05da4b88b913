import Glibc

/// Starts a program that is looked for on the path; `output` is where its words go.
func spawn(_ words: [String], output: Int32? = nil) throws -> pid_t {
  var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  if let output { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
  // The test's threads block signals, and a program would inherit that.
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  var none = sigset_t()
  sigemptyset(&none)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
  var process: pid_t = 0
  let status = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environ)
  posix_spawnattr_destroy(&attributes)
  posix_spawn_file_actions_destroy(&actions)
  for argument in arguments { free(argument) }
  guard status == 0 else { throw DriverError(description: "\(words[0]) did not start") }
  return process
}

/// Runs a program to its end.
func run(_ words: [String]) throws {
  let process = try spawn(words)
  var status: Int32 = 0
  guard waitpid(process, &status, 0) == process, status == 0 else {
    throw DriverError(description: "\(words) failed")
  }
}

/// Runs a program to its end and returns what it printed.
func output(_ words: [String]) throws -> String {
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0 else { throw DriverError(description: "no pipe") }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  defer { close(ends[0]) }
  let process: pid_t
  do {
    defer { close(ends[1]) }
    process = try spawn(words, output: ends[1])
  }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = read(ends[0], &buffer, buffer.count)
    guard count > 0 else { break }
    bytes += buffer[..<count]
  }
  var status: Int32 = 0
  guard waitpid(process, &status, 0) == process, status == 0 else {
    throw DriverError(description: "\(words) failed")
  }
  return String(decoding: bytes, as: UTF8.self)
}
