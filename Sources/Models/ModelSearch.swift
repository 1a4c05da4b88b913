internal import Domain
import Dispatch
import Platform

/// Looks through the folders of other programs, as far as is sensible: no link leads out of a folder, and neither depth nor
/// number grows without end.
struct ModelSearch: Sendable {
  private let places: [ModelPlace]

  private static let deepest = 7
  /// Names that are looked at in one place.
  private static let mostNames = 50_000
  /// What is smaller holds a vocabulary or is cut off.
  private static let leastBytes: Int64 = 1 << 20

  init(_ places: [ModelPlace]) { self.places = places }

  /// What there is, as it is found; ends when all was looked at, or the stream is not wanted any more.
  func found() -> AsyncStream<FoundModel> {
    let (stream, continuation) = AsyncStream.makeStream(of: FoundModel.self)
    // On a task that can be cancelled, but not on the shared pool: a folder may lie on a slow network.
    let task = Task.detached(executorPreference: SearchExecutor.shared) {
      var seen: Set<String> = []
      for place in places where !Task.isCancelled {
        var walk = Walk(place: place)
        walk.run { model in
          // The same file may be reached by several names.
          if seen.insert(model.path).inserted { continuation.yield(model) }
        }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// One walk through one place.
  private struct Walk {
    let place: ModelPlace
    private let root: String
    private let names: [String: String]
    private var left = ModelSearch.mostNames

    init(place: ModelPlace) {
      self.place = place
      root = realPath(place.folder) ?? place.folder
      names = place.origin == .ollama ? OllamaNames.read(in: root) : [:]
    }

    mutating func run(_ tell: (FoundModel) -> Void) {
      look(in: place.origin == .ollama ? root + "/blobs" : root, depth: 0, tell)
    }

    private mutating func look(in folder: String, depth: Int, _ tell: (FoundModel) -> Void) {
      guard depth <= ModelSearch.deepest else { return }
      for name in folderNames(folder) {
        left -= 1
        guard left >= 0, !Task.isCancelled else { return }
        let path = folder + "/" + name
        var found = stat()
        guard lstat(path, &found) == 0 else { continue }
        switch found.st_mode & S_IFMT {
        case S_IFDIR: look(in: path, depth: depth + 1, tell)
        case S_IFREG: consider(path, name, found, tell)
        case S_IFLNK:
          // As in Hugging Face's cache, where a name leads to the contents beside it.
          guard isModel(name), let real = realPath(path), real.hasPrefix(root + "/"), lstat(real, &found) == 0,
            found.st_mode & S_IFMT == S_IFREG
          else { continue }
          // The parts of a model are found beside one another by the links' names.
          consider(SplitName(name) == nil ? real : path, name, found, tell)
        default: continue
        }
      }
    }

    private func isModel(_ name: String) -> Bool {
      if place.origin == .ollama { return names[name] != nil }
      let lower = name.lowercased()
      // What belongs to a model that sees, and no model by itself.
      return lower.hasSuffix(".gguf") && !lower.contains("mmproj")
    }

    private func consider(_ path: String, _ name: String, _ found: stat, _ tell: (FoundModel) -> Void) {
      guard isModel(name), found.st_size >= ModelSearch.leastBytes, let bytes = bytesOfModel(path, name) else { return }
      let shown = names[name] ?? OpenModel.withoutEnding(SplitName(name)?.whole ?? name)
      tell(FoundModel(path: path, name: shown, bytes: bytes, origin: place.origin))
    }

    /// The length of all its files; nil where it is none, or not the first part of one.
    private func bytesOfModel(_ path: String, _ name: String) -> Int64? {
      guard SplitName(name).map({ $0.number == 1 }) ?? true else { return nil }
      // What cannot be opened cannot be imported.
      guard let model = try? OpenModel(path), model.isGGUF else { return nil }
      return model.file.bytes
    }
  }
}

/// The path with all links followed; nil where it leads nowhere.
private func realPath(_ path: String) -> String? {
  guard let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}

/// The names in a folder, sorted; none where it cannot be read.
func folderNames(_ folder: String) -> [String] { namesInFolder(folder) ?? [] }

/// A queue for searches.
private final class SearchExecutor: TaskExecutor {
  static let shared = SearchExecutor()
  private let queue = DispatchQueue(label: "sotto.models.search", qos: .utility)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
