import Confinement
import EngineWire
import Frames
import Platform

/// The end of work that a model's file makes endless, such as its template, which is a program.
enum Overtime {
  /// What is said when the time is over: read by the handler of a signal, written only while no time runs.
  nonisolated(unsafe) private static var lastWords = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  nonisolated(unsafe) private static var entered: Confinement.Entered?

  static func begin(_ confinement: Confinement.Entered) {
    entered = confinement
    // Of the calls of the system, and nothing else, may be spoken here. One frame fits into the socket, or is lost.
    signal(SIGXCPU) { _ in
      _ = sendQuietly(STDOUT_FILENO, Overtime.lastWords.baseAddress, Overtime.lastWords.count)
      _exit(0)
    }
  }

  /// Does what a file may make endless. When it is, `refusal` is said and the process ends. Nothing else may be said meanwhile.
  static func watch<Result, Failure: Error>(
    _ refusal: EngineEvent, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let frame = refusal.frame
    let header = FrameHeader(frame.kind, count: frame.bytes.count).word.littleEndian
    lastWords.deallocate()
    lastWords = .allocate(byteCount: FrameHeader.size + frame.bytes.count, alignment: 8)
    lastWords.storeBytes(of: header, as: UInt64.self)
    UnsafeMutableRawBufferPointer(rebasing: lastWords[FrameHeader.size...]).copyBytes(from: frame.bytes)
    entered?.allowProcessorTime()
    defer { entered?.allowAllProcessorTime() }
    return try body()
  }

  /// Gives the same time again, for the next part of such work.
  static func renew() { entered?.allowProcessorTime() }
}
