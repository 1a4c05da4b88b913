package import Domain
import EngineWire
import Platform
import Synchronization
import Workers

extension ModelEngine {
  /// Waits for the turn and makes the reply. Says nothing while it waits.
  nonisolated func reply(of model: LocalModel, to request: ReplyRequest) -> AsyncStream<ReplyEvent> {
    work(model, .reply(request))
  }

  /// Waits for the turn and measures how fast the model is; ends with the task.
  package nonisolated func measure(_ model: LocalModel, anyway: Bool) async throws(ModelFault) -> ModelSpeed {
    let found = Mutex<ModelSpeed?>(nil)
    try await finish(.measure(anyway: anyway) { speed in found.withLock { $0 = speed } }, of: model)
    guard let speed = found.withLock({ $0 }) else { throw .notMeasured(name: model.name) }
    return speed
  }

  /// Waits for the turn and has the model loaded then; ends with the task.
  package nonisolated func tryLoading(_ model: LocalModel) async throws(ModelFault) {
    try await finish(.load, of: model)
  }

  private nonisolated func finish(_ work: EngineWork, of model: LocalModel) async throws(ModelFault) {
    var end = ReplyEnd.stopped
    for await event in self.work(model, work) {
      if case .ended(let how) = event { end = how }
    }
    switch end {
    case .failed(.model(let fault)): throw fault
    case .failed, .overflowed: throw .notMeasured(name: model.name)
    case .stopped: throw .cancelled
    case .finished: break
    }
  }

  /// What the program says of itself: the process that runs, else one that is started to be asked.
  package func facts() async throws(ModelFault) -> EngineFacts {
    if let running { return EngineFacts(running) }
    do throws(EngineFailure) {
      let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
      defer { close(nothing) }
      let process = try EngineProcess(program, files: [nothing])
      let greeting = try await process.greeting()
      await process.end()
      return EngineFacts(greeting)
    } catch {
      throw error.fault(named: "")
    }
  }
}

extension EngineFacts {
  /// The bits are those of `Cage.Holds`.
  fileprivate init(_ greeting: EngineEvent.Greeting) {
    self.init(
      restraints: [
        .systemCalls(holds: greeting.holds & 4 != 0), .files(landlock: greeting.landlock),
        .network(holds: greeting.holds & 1 != 0), .rights(holds: greeting.holds & 2 != 0),
        .limits(holds: greeting.holds & 8 != 0),
      ], version: greeting.version)
  }
}
