import EngineWire
import Frames
import Glibc

/// What has to hold on both ends of the stream between the app and an engine. The first byte chooses the frame's kind.
enum EngineRules {
  /// The engine's end.
  static func order(_ input: UnsafeRawBufferPointer) {
    guard let frame = frame(input, from: 0x100) else { return }
    do throws(FrameError) {
      demand(try EngineOrder(frame).frame == frame, "an order that was read is written as it came")
    } catch {
      demand(error == .unexpected, "what is no order is unexpected")
    }
  }

  /// The app's end: what comes from an engine that may have been taken over.
  static func event(_ input: UnsafeRawBufferPointer) {
    guard let frame = frame(input, from: 0x200) else { return }
    do throws(FrameError) {
      demand(try EngineEvent(frame).frame == frame, "an event that was read is written as it came")
    } catch {
      demand(error == .unexpected, "what is no event is unexpected")
    }
  }

  private static func frame(_ input: UnsafeRawBufferPointer, from first: UInt32) -> Frame? {
    input.first.map { Frame(first + UInt32($0 % 32), Array(input.dropFirst())) }
  }
}
