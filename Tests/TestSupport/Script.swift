import Workers

/// Puts a program for the shell there, which can be run at once. It is written by another process: one that a test beside
/// this one is just starting has for a moment all files that this process writes, and the system runs none of those.
public func installScript(_ text: String, at path: String) throws {
  var command = Command(["sh", "-c", #"printf '#!/bin/sh\n%s\n' "$1" > "$0" && chmod 755 "$0""#, path, text])
  command.environment = Command.environment()
  guard try ChildProcess(command).wait().isSuccess else { throw NotInstalled(path: path) }
}

private struct NotInstalled: Error { var path: String }
