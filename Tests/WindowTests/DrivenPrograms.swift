import FoundationEssentials
import Glibc
import Synchronization

/// The programs that stories drive at the moment, and whether they work.
enum DrivenPrograms {
  private static let processes = Mutex<Set<Int32>>([])

  static var isEmpty: Bool { processes.withLock(\.isEmpty) }

  static func add(_ process: Int32) { _ = processes.withLock { $0.insert(process) } }
  static func remove(_ process: Int32) { _ = processes.withLock { $0.remove(process) } }

  /// The processor time that they and their children have used, in hundredths of a second.
  static func processorTime() -> Int {
    processes.withLock { $0 }.reduce(0) { $0 + time(of: $1) + children(of: $1).map(time).reduce(0, +) }
  }

  private static func time(of process: Int32) -> Int {
    // Behind the name, which may hold anything; the 12th and 13th word are what it used itself and in the system.
    let words = contents(of: "/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ") ?? []
    guard words.count > 12 else { return 0 }
    return (Int(words[11]) ?? 0) + (Int(words[12]) ?? 0)
  }

  private static func children(of process: Int32) -> [Int32] {
    // A program that has ended has no threads.
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return threads.flatMap { thread in
      contents(of: "/proc/\(process)/task/\(thread)/children").split(separator: " ").compactMap { Int32($0) }
    }
  }

  private static func contents(of file: String) -> String {
    FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
