import AtomicFiles
public import Domain
import Network
import PictureWire
import Workers

/// The pictures of one library. What decodes is a program of its own with narrow limits, so that a picture made to break a
/// decoder breaks nothing here; files are read and written by whoever keeps the library.
public final class PictureKeeper: PictureStore {
  let files: any PictureFiles
  let drawing: @Sendable (String) -> [UInt8]?
  /// Two, so that a large picture that is taken in never holds up what is scrolled into view.
  let imports: ReaderLane
  let display: ReaderLane
  let intake = Intake()
  let fetching: Fetching
  let callers = Callers()
  /// What was handed to other programs.
  let copies: TemporaryFolder

  /// `reader` is the absolute path of the program that decodes (`PictureReader.path`), `environment` this
  /// process's; `drawing` gives the SVG of a drawing that comes with the app.
  public convenience init(
    files: any PictureFiles, reader: String, environment: [String: String], surroundings: any Surroundings,
    drawing: @escaping @Sendable (String) -> [UInt8]?
  ) {
    self.init(
      files: files, reader: reader, environment: environment, surroundings: surroundings, time: PictureLimits.time,
      drawing: drawing)
  }

  /// With limits of a test's own: for one picture, and in seconds for one that is fetched.
  package init(
    files: any PictureFiles, reader: String, environment: [String: String], surroundings: any Surroundings,
    time: Duration,
    timeLimit: Int = 30, drawing: @escaping @Sendable (String) -> [UInt8]?
  ) {
    self.files = files
    // The first is emptied by the system when the user leaves.
    let base = environment["XDG_RUNTIME_DIR"] ?? environment["TMPDIR"] ?? "/tmp"
    copies = TemporaryFolder(in: base)
    Self.sweepCopies(in: base)
    self.drawing = drawing
    fetching = Fetching(network: NetworkClient(environment: environment), timeLimit: timeLimit)
    imports = ReaderLane(
      "app.sotto.pictures.imports", program: reader, environment: environment, turn: .oldestFirst, time: time,
      surroundings: surroundings)
    display = ReaderLane(
      "app.sotto.pictures.display", program: reader, environment: environment, turn: .newestFirst, time: time,
      surroundings: surroundings)
  }

  public func end() {
    callers.end()
    imports.end()
    display.end()
    copies.remove()
  }

  /// What every picture may be at most, in the words of the wire.
  static let limits = PictureOrder.Limits(
    pixels: PictureLimits.pixels, side: PictureLimits.side, frames: PictureLimits.frames, movingBytes: 8_000_000,
    full: PictureSize.full.longSide, preview: PictureSize.preview.longSide,
    thumbnail: PictureSize.thumbnail.longSide)
}
