import Domain
import FoundationEssentials
import Platform
import Sotto
import Storage
import TestSupport

/// Milliseconds that `body` took.
func milliseconds(_ body: () async throws -> Void) async rethrows -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  try await body()
  let (seconds, attoseconds) = (clock.now - start).components
  return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
}

struct Sample {
  var values: [Double] = []
  mutating func add(_ value: Double) { values.append(value) }
  func percentile(_ part: Double) -> Double {
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }
  var median: Double { percentile(0.5) }
  /// "0.45 (1.10)": median and 95th percentile.
  var words: String { "\(written(median)) (\(written(percentile(0.95))))" }
}

func written(_ value: Double) -> String {
  let digits: Double = value >= 100 ? 1 : value >= 10 ? 10 : 100
  let rounded = (value * digits).rounded() / digits
  return digits == 1 ? String(Int(rounded)) : String(rounded)
}

/// A folder that is removed when `body` is done.
func withFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
  let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  var template = Array("\(base)/sotto-bench-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { throw Usage() }
  let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try await body(path)
}

/// A library in `path` with its service; no agent answers there.
func openLibrary(_ path: String) async throws -> (SQLiteStore, ChatService) {
  let surroundings = SystemSurroundings()
  let store = try await SQLiteLibrary(at: path, surroundings: surroundings).open()
  return (store, ChatService(store: store, agents: FixedAgents([SilentAgent(id: "crew")]), surroundings: surroundings))
}
