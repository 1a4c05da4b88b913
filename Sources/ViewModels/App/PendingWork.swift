import Domain

/// Work that was begun and that a quit has to wait for.
final class PendingWork {
  private let notices: Notices
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var count = 0

  init(_ notices: Notices) { self.notices = notices }

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

  /// Does something that can fail, and says so when it does; answers whether it was done.
  @discardableResult
  func perform(_ action: @escaping () async throws(StoreError) -> Void) -> Task<Bool, Never> {
    let task = Task { [notices] in
      do throws(StoreError) {
        try await action()
        return true
      } catch {
        notices.tell(error)
        return false
      }
    }
    begin { _ = await task.value }
    return task
  }

  /// Returns once nothing is left, also of what is begun meanwhile.
  func end() async {
    while let task = tasks.values.first { await task.value }
  }
}
