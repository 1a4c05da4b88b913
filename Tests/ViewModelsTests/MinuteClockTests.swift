import TestSupport
import Testing

@testable import ViewModels

struct MinuteClockTests {
  private final class Model {
    var ticks = 0
  }

  @Test func `A model hears each tick for as long as it lives`() {
    let clock = MinuteClock(surroundings: ManualSurroundings())
    let model = Model()
    clock.onTick(of: model) { [weak model] in model?.ticks += 1 }
    clock.tick()
    clock.tick()
    #expect(model.ticks == 2)
  }

  @Test func `A model that is gone is not called and not kept, nor is what its listener holds`() {
    let clock = MinuteClock(surroundings: ManualSurroundings())
    let counter = Model()
    weak var kept: Model?
    weak var held: Model?
    do {
      let (model, part) = (Model(), Model())
      (kept, held) = (model, part)
      clock.onTick(of: model) {
        counter.ticks += 1
        part.ticks += 1
      }
      clock.tick()
    }
    #expect(kept == nil)
    clock.tick()
    #expect(counter.ticks == 1)
    #expect(held == nil)
  }

  @Test func `A listener that is added lets go of those whose models are gone`() {
    let clock = MinuteClock(surroundings: ManualSurroundings())
    weak var held: Model?
    do {
      let (model, part) = (Model(), Model())
      held = part
      clock.onTick(of: model) { part.ticks += 1 }
    }
    let other = Model()
    clock.onTick(of: other) {}
    #expect(held == nil)
  }
}
