public import Domain
import Synchronization

/// Says of models' headers what a test wants, by the names of their files; reads nothing.
public final class FakeModelHeaders: ModelHeaderReader {
  private let answers = Mutex<[String: Result<ModelFacts, ModelFault>]>([:])
  private let asked = Mutex<[String]>([])

  public init() {}

  /// What is said of files of this name from now on. All others are llamas without a name.
  public func answer(_ answer: Result<ModelFacts, ModelFault>, for name: String) {
    answers.withLock { $0[name] = answer }
  }

  /// The names that were asked for, in order.
  public var names: [String] { asked.withLock { $0 } }

  public func facts(of files: [Int32], named names: [String]) async throws(ModelFault) -> ModelFacts {
    let name = names.first ?? ""
    asked.withLock { $0.append(name) }
    return try (answers.withLock { $0[name] } ?? .success(ModelFacts(architecture: "llama"))).get()
  }
}
