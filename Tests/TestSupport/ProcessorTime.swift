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
