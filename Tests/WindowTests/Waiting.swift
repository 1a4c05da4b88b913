import Glibc
import Testing

/// What is looked at is not laid out yet, or does not answer yet: a wait goes on.
struct NotThereYet: Error, CustomStringConvertible {
  var description: String
}

/// Looks until the condition holds: at once, after each signal of a program, and now and then, for what no signal tells.
/// Fails after so many seconds of silence, in which the programs neither signalled nor worked, and after six times as many
/// at the latest.
func eventually(_ what: String, seconds: Double = 10, _ condition: () throws -> Bool) throws {
  if let failure = try patiently(seconds: seconds, condition) {
    throw DriverError(description: "waited in vain until \(what): \(failure.told())")
  }
}

/// Whether the condition holds within a second, or a little later while the program works.
func soon(_ condition: () throws -> Bool) throws -> Bool { try patiently(seconds: 1, condition) == nil }

/// Waits until the condition holds; a test issue, with what was seen last, when it never does.
func expect(
  _ what: String, seconds: Double = 10, sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () throws -> Bool
) throws {
  guard let failure = try patiently(seconds: seconds, condition) else { return }
  Issue.record("“\(what)” never held: \(failure.told())", sourceLocation: sourceLocation)
}

/// Waits for an event, and expects that the condition holds then and still does when the program has come to rest: for
/// what is not to appear, or not to change.
func expectStays(
  _ what: String, after event: @autoclosure () throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () throws -> Bool
) throws {
  if let failure = try patiently(seconds: 10, event) {
    Issue.record("What “\(what)” follows never came: \(failure.told())", sourceLocation: sourceLocation)
    return
  }
  for isAtRest in [false, true] {
    if isAtRest { rest() }
    Seen.begin()
    if try holds(condition) { continue }
    let when = isAtRest ? "at rest" : "at once"
    Issue.record("“\(what)” did not hold \(when): \(Seen.text)\(Failures.keep())", sourceLocation: sourceLocation)
    return
  }
}

/// Waits until the driven programs neither signal nor work, two seconds at most.
func rest() {
  let end = ContinuousClock.now.advanced(by: .seconds(2))
  var patience = Patience(seconds: 0)
  while patience.isDisturbed(within: 100), .now < end {}
}

/// Waits as `eventually` does; returns the patience that is over, nil when the condition holds.
private func patiently(seconds: Double, _ condition: () throws -> Bool) throws -> Patience? {
  var patience = Patience(seconds: seconds)
  repeat {
    Seen.begin()
    patience.looks()
    if try holds(condition) { return nil }
  } while patience.waits()
  return patience
}

private func holds(_ condition: () throws -> Bool) throws -> Bool {
  do { return try condition() } catch let error as NotThereYet {
    Seen.note(error.description)
    return false
  }
}

/// When to look anew, and when to stop.
private struct Patience {
  private let seconds: Double
  private let begin = ContinuousClock.now
  /// Since when there was no sign of life.
  private var silentSince = ContinuousClock.now
  private var lookedSince = ContinuousClock.now
  /// Milliseconds until the next look without a signal.
  private var pause = 30

  init(seconds: Double) { self.seconds = seconds }

  /// A look begins.
  mutating func looks() { lookedSince = .now }

  /// Waits until it is worth a look; false when the time is over.
  mutating func waits() -> Bool {
    // A program that answers all the time comes to nothing else.
    let gap = min(max((ContinuousClock.now - lookedSince) * 2, .milliseconds(30)), .milliseconds(150))
    if isDisturbed(within: pause, gap: Int32(gap / .milliseconds(1))) {
      silentSince = .now
      pause = 30
    } else {
      pause = DrivenPrograms.isEmpty ? 30 : min(pause * 2, 250)
    }
    return ContinuousClock.now - silentSince < .seconds(seconds)
      && ContinuousClock.now - begin < .seconds(6 * seconds)
  }

  /// Whether a signal comes within so many milliseconds, or a program works meanwhile; returns with the first signal.
  /// What a program uses while it is looked at does not count.
  mutating func isDisturbed(within milliseconds: Int, gap: Int32 = 0) -> Bool {
    let before = DrivenPrograms.processorTime()
    let isTold = Signals.shared?.wait(milliseconds: milliseconds) ?? false
    if Signals.shared == nil { poll(nil, 0, Int32(milliseconds)) }
    if isTold {
      poll(nil, 0, gap)
      Signals.shared?.take()
    }
    let used = (DrivenPrograms.processorTime() - before) * 10
    // A blinking cursor takes less.
    return isTold || used > max(milliseconds, 200) / 8
  }

  /// How long it was and what was seen last; keeps what can be seen now.
  func told() -> String {
    func seconds(since time: ContinuousClock.Instant) -> Double {
      ((ContinuousClock.now - time) / .milliseconds(100)).rounded() / 10
    }
    let times = "\(seconds(since: begin)) s, the last \(seconds(since: silentSince)) in silence"
    return "\(times); \(Seen.text)\(Failures.keep())"
  }
}
