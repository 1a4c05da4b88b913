import CPixbuf
import Confinement
import Frames
import Platform
import PictureWire

// Before anything else, while there is one thread and nothing was read; then the libraries, then the door is shut.
let entered = Confinement.enter(.strict)
Loaders.load(CommandLine.arguments.dropFirst().first.flatMap(Loaders.Range.init) ?? .all)
let cage = entered.close()
// An app that died leaves no reader behind. Where there can be no leash, the end of the stream and the limits remain.
_ = Leash.tie(to: STDIN_FILENO)
serve(FrameStream(input: STDIN_FILENO, output: STDOUT_FILENO))

/// Answers orders one after another, until the one who asks is gone.
func serve(_ stream: borrowing FrameStream) {
  do {
    try PictureGreeting.send(on: stream)
    while true {
      let (order, count) = try PictureOrder.receive(on: stream)
      entered.allowProcessorTime()
      let source = try Source(count, from: stream)
      try answer(order, source).send(on: stream)
      // What the decoders took goes back to the machine, not to the next picture.
      malloc_trim(0)
    }
  } catch {
    // The app has ended, or wants this reader no longer: so does the reader.
  }
}

/// Does what is asked, or says why not.
func answer(_ order: PictureOrder, _ source: consuming Source) -> PictureAnswer {
  do throws(Refusal) {
    switch order.task {
    case .prepare: return try Preparation(order.limits).prepare(source)
    case .decode: return try Showing(order).pixels(of: source)
    case .frames: return try Showing(order).frames(of: source)
    case .drawing: return try Showing(order).drawing(source)
    case .drawingFile: return try Showing(order).drawingFile(source)
    case .cage: return PictureAnswer(.good, width: cage.holds.rawValue, height: cage.landlock)
    }
  } catch {
    return error.answer
  }
}
