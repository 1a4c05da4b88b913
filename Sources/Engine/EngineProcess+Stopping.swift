internal import Domain
import EngineWire
import Workers

extension EngineProcess {
  /// How long an engine may take to do as it is told.
  private static let obedience = Duration.seconds(2)

  /// Has it stop what it does in this order. One that does not stop is ended, but for one that gives out another chat first
  /// and waits for a slow disk.
  ///
  /// - Parameter isServed: whether the order is still in hand.
  func stop(_ order: UInt64, _ surroundings: any Surroundings, isServed: @escaping @Sendable () -> Bool) {
    // One that takes no order is ended below, and one that has gone makes nothing more.
    Task { try? await send(.stop(id: order)) }
    Task { [weak self] in
      var parts: Int
      repeat {
        parts = self?.partsGiven ?? 0
        guard await surroundings.slept(for: Self.obedience), isServed() else { return }
      } while self?.isGivingOut(since: parts) == true
      self?.child.kill()
    }
  }
}
