public import Domain
import PictureWire
import Workers

/// What holds of the reader's confinement on this machine, as the reader itself found it.
public struct ReaderCage: Equatable, Sendable {
  /// The kernel refuses all system calls but those that computing needs.
  public var isFiltered: Bool
  /// The version of the kernel's Landlock, which allows it no file; 0 where there is none.
  public var landlock: Int
  /// It is in a network of its own with nothing in it.
  public var hasNoNetwork: Bool
  /// It has given up all special rights.
  public var hasNoCapabilities: Bool
  /// It may write to no file, and has limits to memory and processor time.
  public var isLimited: Bool

  /// As it is told to people, one thing in a sentence.
  public var sentences: [String] {
    [
      isFiltered
        ? "The picture reader may only compute: the kernel refuses it files, programs, sockets and signals."
        : "The picture reader is not held by a filter of system calls: this kernel has none.",
      landlock > 0
        ? "Landlock (version \(landlock)) keeps all files from it."
        : "Landlock does not keep files from it: this kernel has none, or has it turned off.",
      hasNoNetwork
        ? "It has a network of its own, with nothing in it."
        : "It has no network of its own: this system does not allow that.",
      hasNoCapabilities ? "It has no special rights." : "It could not give up its special rights.",
      isLimited
        ? "It can write to no file, and its memory and time are limited."
        : "Its memory, time and writing are not limited: the system refused that.",
    ]
  }
}

extension PictureReader {
  /// Starts the real reader and asks it what holds.
  public static func cage(
    of program: String? = nil, environment: [String: String], surroundings: any Surroundings
  ) async throws(PictureError) -> ReaderCage {
    let lane = ReaderLane(
      "app.sotto.pictures.cage", program: program ?? path(environment: environment), environment: environment,
      turn: .oldestFirst, time: PictureLimits.time, surroundings: surroundings)
    do throws(ReaderFailure) {
      let answer = try await lane.ask(
        PictureOrder(.cage, limits: PictureKeeper.limits), [], within: PictureAnswer.Bounds(parts: 0, bytes: 0))
      return ReaderCage(
        isFiltered: answer.width & 4 != 0, landlock: answer.height, hasNoNetwork: answer.width & 1 != 0,
        hasNoCapabilities: answer.width & 2 != 0, isLimited: answer.width & 8 != 0)
    } catch {
      if case .cannotStart(let fault) = error { throw .noReader(fault) }
      throw .noReader(.noAnswer)
    }
  }
}
