import AtomicFiles
import Executors

/// What the window looked like last: read once, and kept on the disk while the window goes on.
package final class WindowMemory {
  /// As it is to be kept.
  package private(set) var state: WindowState
  /// What was given to the disk last.
  private var kept: WindowState?
  private let file: WindowFile
  private var writing: Task<Void, Never>?

  /// Reads what a folder of a library has.
  package init(in home: String) {
    state = WindowState(in: home)
    file = WindowFile(in: home)
  }

  /// Keeps it for the next start, after what was to be kept before.
  package func keep(_ new: WindowState) {
    guard new != kept else { return }
    (state, kept) = (new, new)
    writing = Task { [file, writing] in
      await writing?.value
      await file.write(new)
    }
  }

  /// Returns when all that was to be kept is written, or the disk has refused it.
  package func settle() async { await writing?.value }
}

/// Writes on a queue of its own: a disk may take long.
private actor WindowFile {
  private let executor = QueueExecutor(label: "window")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private let home: String

  init(in home: String) { self.home = home }

  func write(_ state: WindowState) {
    // A disk that takes nothing keeps the one of before.
    try? state.write(in: home)
  }
}
