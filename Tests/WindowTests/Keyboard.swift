import Glibc
import TestSupport
import Workers

extension RunningApp {
  /// Does all of it in one go, as fast as the display takes it.
  func stream(_ moves: [HandMove]) throws {
    try run(["xdotool"] + moves.flatMap(\.words))
  }
}

/// Two processes that want all of the machine, until they are ended.
final class Busy {
  private var children: [ChildProcess] = []

  init() throws {
    for _ in 0..<2 { children.append(try spawn(["sh", "-c", "while :; do :; done"])) }
  }

  func end() { children = [] }
}
