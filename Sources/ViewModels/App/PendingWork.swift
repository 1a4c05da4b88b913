/// Work that was begun and that a quit has to wait for.
final class PendingWork {
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var count = 0

  @discardableResult
  func begin(_ work: @escaping () async -> Void) -> Task<Void, Never> {
    count += 1
    let number = count
    let task = Task {
      await work()
      tasks[number] = nil
    }
    tasks[number] = task
    return task
  }

  /// Returns once nothing is left, also of what is begun meanwhile.
  func end() async {
    while let task = tasks.values.first { await task.value }
  }
}
