import Domain

/// Stands where the program that runs models will: it is not there.
struct NoModelEngine: ModelHeaderReader {
  func facts(of file: Int32, named name: String) async throws(ModelFault) -> ModelFacts { throw .noEngine(reason: nil) }
}
