public import Domain
import Synchronization

/// Loads nothing, and says of models what a test wants.
public final class FakeModelLoader: ModelLoader {
  private let asked = Mutex<[(isLoad: Bool, model: ModelID)]>([])
  private let contexts = Mutex<[Int?]>([])
  private let speeds = Mutex<Result<ModelSpeed, ModelFault>>(.failure(.notMeasured(name: "nobody")))
  private let idleTime = Mutex<Duration?>(nil)
  private let stream: AsyncStream<[ModelID: ModelState]>
  private let continuation: AsyncStream<[ModelID: ModelState]>.Continuation
  private let trials: AsyncStream<Result<Void, ModelFault>>
  private let trial: AsyncStream<Result<Void, ModelFault>>.Continuation
  private let requests: AsyncStream<Void>
  private let request: AsyncStream<Void>.Continuation

  public init() {
    (stream, continuation) = AsyncStream.makeStream(of: [ModelID: ModelState].self)
    (trials, trial) = AsyncStream.makeStream(of: Result<Void, ModelFault>.self)
    (requests, request) = AsyncStream.makeStream(of: Void.self)
  }

  /// What is loading or loaded from now on.
  public func tell(_ states: [ModelID: ModelState]) { continuation.yield(states) }

  /// What was to be loaded, in order.
  public var loads: [ModelID] { asked.withLock { $0.filter(\.isLoad).map(\.model) } }

  /// With which context, for each of them.
  public var loadedContexts: [Int?] { contexts.withLock { $0 } }

  /// What was to be unloaded, in order.
  public var unloads: [ModelID] { asked.withLock { $0.filter { !$0.isLoad }.map(\.model) } }

  /// Returns once the model was to be loaded.
  public func asked(for model: ModelID) async {
    for await _ in requests where loads.contains(model) { return }
  }

  /// How fast models are from now on; nobody knows until it is said.
  public func measures(_ speed: Result<ModelSpeed, ModelFault>) { speeds.withLock { $0 = speed } }

  /// How long models are to stay loaded, as it was said last.
  public var idle: Duration? { idleTime.withLock { $0 } }

  public func measure(_ model: ModelID, anyway: Bool) async throws(ModelFault) -> ModelSpeed {
    try speeds.withLock { $0 }.get()
  }

  public func engine() async throws(ModelFault) -> EngineFacts {
    EngineFacts(restraints: [.files(landlock: 4), .network(holds: true), .systemCalls(holds: false)], version: "1.2.3")
  }

  public func stayLoaded(for idle: Duration?) { idleTime.withLock { $0 = idle } }

  public func load(_ model: ModelID, context: Int?, anyway: Bool) {
    contexts.withLock { $0.append(context) }
    asked.withLock { $0.append((true, model)) }
    request.yield()
  }

  /// What becomes of the load that is tried now or next.
  public func loads(_ result: Result<Void, ModelFault>) { trial.yield(result) }

  public func tryLoading(_ model: ModelID) async throws(ModelFault) {
    load(model, context: nil, anyway: false)
    for await result in trials { return try result.get() }
  }

  public func unload(_ model: ModelID) { asked.withLock { $0.append((false, model)) } }
  /// For one listener.
  public func states() -> AsyncStream<[ModelID: ModelState]> { stream }
}
