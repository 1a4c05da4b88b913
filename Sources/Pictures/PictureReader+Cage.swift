public import Domain
import PictureWire
import Workers

extension PictureReader {
  /// Starts the real reader and asks it what holds.
  public static func cage(
    of program: String? = nil, environment: [String: String], surroundings: any Surroundings
  ) async throws(PictureError) -> [ReaderRestraint] {
    let lane = ReaderLane(
      "app.sotto.pictures.cage", program: program ?? path(environment: environment), environment: environment,
      turn: .oldestFirst, time: PictureLimits.time, surroundings: surroundings)
    do throws(ReaderFailure) {
      let answer = try await lane.ask(
        PictureOrder(.cage, limits: PictureKeeper.limits), [], within: PictureAnswer.Bounds(parts: 0, bytes: 0))
      return [
        .systemCalls(holds: answer.width & 4 != 0), .files(landlock: answer.height),
        .network(holds: answer.width & 1 != 0), .rights(holds: answer.width & 2 != 0),
        .limits(holds: answer.width & 8 != 0),
      ]
    } catch {
      if case .cannotStart(let fault) = error { throw .noReader(fault) }
      throw .noReader(.noAnswer)
    }
  }
}
