import Dispatch
import Platform

/// Hears of what other processes do in the folder of models, also before there is one. Says so twice a second at most.
final class DownloadWatch: Sendable {
  private let folder: DownloadFolder
  private let changed: @Sendable () -> Void
  private let queue = DispatchQueue(label: "sotto.downloads.watch", qos: .utility)
  /// Touched on the queue alone.
  private nonisolated(unsafe) var source: (any DispatchSourceProtocol)?
  private nonisolated(unsafe) var isDue = false

  private static let rest = DispatchTimeInterval.milliseconds(500)
  /// How often it looks where the system tells nothing.
  private static let interval = DispatchTimeInterval.seconds(1)

  init(_ folder: DownloadFolder, changed: @escaping @Sendable () -> Void) {
    self.folder = folder
    self.changed = changed
    queue.async { [weak self] in self?.watch() }
  }

  deinit { source?.cancel() }

  /// The folder, or what is nearest to it, until the folder is there; by the clock where the system tells nothing, for a
  /// user's programs can be told of so many folders and no more.
  private func watch() {
    source?.cancel()
    let nearest = folder.nearest
    let isThere = nearest == folder.path
    guard let descriptor = folderWatch(nearest, for: isThere ? .contents : .named) else { return watchTheClock() }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { [weak self] in
      drainWatch(descriptor)
      self?.hear(isThere: isThere)
    }
    source.setCancelHandler { close(descriptor) }
    self.source = source
    source.activate()
    // What happened before it listened is heard of as well, and that the folder has come between the two calls.
    if isThere { tell() } else if folder.nearest != nearest { hear(isThere: false) }
  }

  private func watchTheClock() {
    let source = DispatchSource.makeTimerSource(queue: queue)
    // Once: it asks to be told again each time.
    source.schedule(deadline: .now() + Self.interval, leeway: .milliseconds(200))
    source.setEventHandler { [weak self] in
      self?.watch()
      self?.tell()
    }
    self.source = source
    source.activate()
  }

  private func hear(isThere: Bool) {
    // The folder has come, or has gone.
    if isThere != (folder.nearest == folder.path) || !isThere { watch() }
    tell()
  }

  private func tell() {
    guard !isDue else { return }
    isDue = true
    queue.asyncAfter(deadline: .now() + Self.rest) { [weak self] in
      self?.isDue = false
      self?.changed()
    }
  }
}
