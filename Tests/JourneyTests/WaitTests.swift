import Domain
import TestLibrary
import TestSupport
import Testing

/// Waits in vain: what the time limit of a test cancels ends, and does not hold up its whole group.
@Suite(.timeLimit(.minutes(1))) struct WaitTests {
  private func ends(_ wait: @escaping @Sendable () async -> Void) async {
    for isBegun in [false, true] {
      let task = Task { await wait() }
      // Both where it is cancelled before it waits, and while it does.
      if isBegun { for _ in 0..<100 { await Task.yield() } }
      task.cancel()
      await task.value
    }
  }

  @Test func `A wait for what doubles do ends when its task is cancelled`() async throws {
    let library = try await TestLibrary()
    await ends { await library.surroundings.sleepers(atLeast: 100) }
    await ends { await library.puppet.asked(times: 1) }
    await ends { await library.puppet.stopped(times: 1) }
    await ends { await library.failing.heldWrite() }
    await ends { await library.failing.heldRead() }
    await ends { await Gate().held() }
  }

  @Test func `A wait for an event ends with a failure, and one for a message without it`() async throws {
    let library = try await TestLibrary()
    let id: MessageID = library.surroundings.newID()
    await ends {
      let event = await library.log.first { _ in false }
      let hasFailed = if case .failed(.store(.cancelled)) = event { true } else { false }
      #expect(hasFailed)
    }
    await ends {
      let message = await library.log.message(id, is: .complete)
      #expect(message.id == id && message.state == .failed && message.text == "")
    }
  }

  @Test func `A wait that was woken ends with what it was woken with, and only once`() async {
    let wake = Wake<Int>()
    wake.end(with: 1)
    wake.end(with: 2)
    #expect(await wake.wait() == 1)
  }

  @Test func `A double goes on after a wait in vain`() async throws {
    let surroundings = ManualSurroundings()
    await ends { await surroundings.sleepers(atLeast: 1) }
    let sleeper = Task { await surroundings.slept(for: .seconds(1)) }
    await surroundings.sleepers(atLeast: 1)
    surroundings.advance(by: .seconds(1))
    #expect(await sleeper.value)
  }

  @Test func `A gate holds who comes until it is told to let go, even one that is cancelled`() async {
    let gate = Gate(isHeld: true)
    let held = Task { await gate.pass() }
    await gate.held()
    held.cancel()
    gate.release()
    await held.value
    await gate.pass()
    gate.hold(after: 1)
    await gate.pass()
    let second = Task { await gate.pass() }
    await gate.held()
    gate.release()
    await second.value
  }
}
