import Glibc

/// How long this thread computes for it; unlike the time that goes by, that is the same on a busy machine.
public func processorTime(_ body: () throws -> Void) rethrows -> Duration {
  let before = threadTime()
  try body()
  return threadTime() - before
}

private func threadTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// How many times longer this thread computes for what is ten times as large: about 10 where that grows with the size, 100
/// where with its square. `make` makes what is measured for a size of 1 and of 10. The best of three each, for a machine
/// that has other work; below a millisecond all is alike.
public func growth(_ make: (_ size: Int) -> () -> Void) -> Double {
  func best(_ size: Int) -> Duration {
    let body = make(size)
    return max(.milliseconds(1), (1...3).map { _ in processorTime(body) }.min() ?? .zero)
  }
  return best(10) / best(1)
}
