public import Domain
import Synchronization

/// Loads nothing, and says of models what a test wants.
public final class FakeModelLoader: ModelLoader {
  private let asked = Mutex<[(isLoad: Bool, model: ModelID)]>([])
  private let stream: AsyncStream<[ModelID: ModelState]>
  private let continuation: AsyncStream<[ModelID: ModelState]>.Continuation
  private let requests: AsyncStream<Void>
  private let request: AsyncStream<Void>.Continuation

  public init() {
    (stream, continuation) = AsyncStream.makeStream(of: [ModelID: ModelState].self)
    (requests, request) = AsyncStream.makeStream(of: Void.self)
  }

  /// What is loading or loaded from now on.
  public func tell(_ states: [ModelID: ModelState]) { continuation.yield(states) }

  /// What was to be loaded, in order.
  public var loads: [ModelID] { asked.withLock { $0.filter(\.isLoad).map(\.model) } }

  /// What was to be unloaded, in order.
  public var unloads: [ModelID] { asked.withLock { $0.filter { !$0.isLoad }.map(\.model) } }

  /// Returns once the model was to be loaded.
  public func asked(for model: ModelID) async {
    for await _ in requests where loads.contains(model) { return }
  }

  public func load(_ model: ModelID) {
    asked.withLock { $0.append((true, model)) }
    request.yield()
  }

  public func unload(_ model: ModelID) { asked.withLock { $0.append((false, model)) } }
  /// For one listener.
  public func states() -> AsyncStream<[ModelID: ModelState]> { stream }
}
