import Adw
import Domain
import TestSupport
import WindowSupport

extension Face {
  /// Waits that end by themselves while the window is waited for. Longer ones, such as until the next full minute, are
  /// for `advance`.
  private static let shortWait = Duration.seconds(5)
  /// How long nothing may be drawn and no time may pass, and how long all of it may take.
  private static let (patience, limit) = (Duration.seconds(10), Duration.seconds(60))

  /// Lets the window work until the condition holds; says what was waited for when it never does.
  func eventually(_ what: String, _ condition: () async throws -> Bool) async throws {
    let clock = ContinuousClock()
    let began = clock.now
    var (last, pulse) = (began, Self.pulse)
    // A turn may block; tasks that come back from other threads must not wait for the next frame.
    let ticking = MainLoop.every(milliseconds: 4) { true }
    defer { ticking.cancel() }
    while try await !condition() {
      var passed = 0
      let turned = clock.now
      MainLoop.turn(mayBlock: true)
      while passed < 100, MainLoop.turn() { passed += 1 }
      if clock.now - turned > Self.patience {
        throw failure("the window stood still while it was waited until \(what)")
      }
      await Task.yield()
      let isResting = passed < 100 && !MainLoop.turn()
      if isResting, letTimePass() { last = clock.now }
      if Self.pulse != pulse { (last, pulse) = (clock.now, Self.pulse) }
      if clock.now - last > Self.patience || clock.now - began > Self.limit {
        throw failure("waited in vain until \(what)")
      }
    }
  }

  /// Ends the next wait, if it is a short one or time was moved on beyond it.
  private func letTimePass() -> Bool {
    guard let wait = surroundings.nextWake else { return false }
    guard !timeStands && wait <= Self.shortWait || wait <= horizon.since(surroundings.now()) else { return false }
    surroundings.advance(by: wait)
    return true
  }

  /// Moves time on by so much, step by step: each wait ends when its time has come. A reply that needs the processor goes
  /// on with it while something else is waited for.
  func advance(_ duration: Duration) async throws {
    horizon = max(horizon, surroundings.now()).advanced(by: duration)
    try await settle()
  }

  /// Lets the window do what there is to do now. What only moves, such as a cursor that blinks, is not waited for.
  func settle() async throws {
    var (quiet, seen) = (0, (surroundings.now(), surroundings.sleeperCount))
    try await eventually("the window is at rest") {
      let now = (surroundings.now(), surroundings.sleeperCount)
      quiet = now == seen ? quiet + 1 : 0
      seen = now
      return quiet == 10
    }
  }

  /// Whether the condition holds soon.
  func soon(_ condition: () async throws -> Bool) async throws -> Bool {
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: .seconds(1))
    var holds = false
    try await eventually("it holds, or a second is over") {
      holds = try await condition()
      return holds || clock.now > end
    }
    return holds
  }

  /// Awaits what is asynchronous while the window goes on.
  @discardableResult
  func awaiting<Answer: Sendable>(_ what: String, _ body: @escaping () async throws -> Answer) async throws -> Answer {
    var answer: Result<Answer, any Error>?
    Task {
      do { answer = .success(try await body()) } catch { answer = .failure(error) }
    }
    try await eventually(what) { answer != nil }
    return try answer!.get()
  }

  /// How often anything was drawn.
  private static var pulse: Int { PaintCounter.all }
}
