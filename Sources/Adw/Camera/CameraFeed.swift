import CAdw

/// What a camera sees, live, and photos of it. Like a mirror, the live view shows right and left exchanged; photos do
/// not.
package final class CameraFeed {
  /// The live view.
  package let view: Picture
  /// Called when the camera fails after it was turned on; it is off then.
  package var onFailure: @MainActor (CameraError) -> Void = { _ in }
  /// How many pictures the live view has shown.
  package private(set) var frameCount = 0

  private let keeper: Strong<Picture>
  private var pipeline: CameraPipeline?
  private var waiting: [CheckedContinuation<Result<Texture, CameraError>, Never>] = []
  private var timer: Timer?
  private var alarm: Timer?

  /// How often it is looked for a new picture, in milliseconds, and how long without one is too long.
  private static let pace = 16
  private static let timeLimit = 10_000

  /// A camera that is off; the words stand for the live view where it cannot be seen.
  package init(alternative: String) {
    view = Picture(alternative: alternative, fit: .contain)
    keeper = Strong(view)
  }

  isolated deinit { stop() }

  /// Whether the camera is on.
  package var isRunning: Bool { pipeline != nil }

  /// Turns a camera on; returns when it has begun, before its first picture.
  package func start(_ device: CameraDevice) async throws(CameraError) {
    stop()
    var last = CameraError.noCamera
    for wish in CameraPipeline.wishes {
      let made = try CameraPipeline(device, wish: wish)
      do throws(CameraError) {
        try await made.start()
        begin(made)
        return
      } catch {
        last = error
        await made.stop()
        guard case .failed = error else { break }
      }
    }
    throw last
  }

  private func begin(_ made: CameraPipeline) {
    stop()
    pipeline = made
    frameCount = 0
    alarm = MainLoop.after(milliseconds: Self.timeLimit) { [weak self] in self?.fail(.silent) }
    timer = MainLoop.every(milliseconds: Self.pace) { [weak self] in self?.look() ?? false }
  }

  /// Shows what is new; false once the camera is off.
  private func look() -> Bool {
    guard let pipeline else { return false }
    if let error = pipeline.trouble(hasRun: frameCount > 0) {
      fail(error)
      return false
    }
    if let texture = pipeline.nextView() {
      frameCount += 1
      alarm?.cancel()
      view.show(texture)
    }
    if !waiting.isEmpty, let photo = pipeline.nextPhoto() {
      pipeline.letPhotos(false)
      answer(.success(photo))
    }
    return true
  }

  private func fail(_ error: CameraError) {
    end(error)
    onFailure(error)
  }

  /// Turns the camera off. The live view keeps its last picture.
  package func stop() { end(.stopped) }

  private func end(_ reason: CameraError) {
    timer?.cancel()
    alarm?.cancel()
    answer(.failure(reason))
    guard let gone = pipeline else { return }
    pipeline = nil
    // A camera may take its time to go off.
    Task { await gone.stop() }
  }

  private func answer(_ result: Result<Texture, CameraError>) {
    let asked = waiting
    waiting = []
    for one in asked { one.resume(returning: result) }
  }

  /// The next picture that the camera takes, as large as it gives them.
  package func takePhoto() async throws(CameraError) -> Texture {
    guard let pipeline else { throw .stopped }
    pipeline.letPhotos(true)
    let result = await withCheckedContinuation { waiting.append($0) }
    return try result.get()
  }
}
