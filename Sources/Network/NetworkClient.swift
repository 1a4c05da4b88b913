import Dispatch
import Synchronization
import Workers

/// The one way to the network. The program curl goes there: this process opens no socket on the internet, ever, so that
/// what it holds cannot leave by a mistake of its own, and what strangers send is first read in another process.
///
/// Only http and https, no settings, passwords or cookies of the user's, and the proxy that the environment names. What is
/// asked stands in no list of processes.
package final class NetworkClient: Sendable {
  let environment: [String]
  /// One answer of a host after another: each may be as large as its limit. A slow host keeps only those waiting who ask it.
  private let lanes = Mutex<[String: Lane]>([:])

  private struct Lane {
    let queue = DispatchQueue(label: "app.sotto.network.gets", qos: .userInitiated)
    /// How many ask the host now.
    var askers = 0
  }

  /// `environment` is this process's; only the way to the network is taken from it.
  package init(environment: [String: String]) {
    let names = [
      "PATH", "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
      "SSL_CERT_FILE", "SSL_CERT_DIR",
    ]
    // Hosts with other letters than those of ASCII are read as UTF-8.
    self.environment = names.compactMap { name in environment[name].map { "\(name)=\($0)" } } + ["LC_ALL=C.UTF-8"]
  }

  /// Gets what lies at the address. A cancelled task ends it at once.
  package func get(_ address: String, within limits: NetworkLimits) async throws(NetworkError) -> [UInt8] {
    let request = Request(address: address, limits: limits)
    // What is no address is refused below.
    let host = WebAddress(address)?.place ?? ""
    let queue = lanes.withLock { lanes in
      var lane = lanes[host] ?? Lane()
      lane.askers += 1
      lanes[host] = lane
      return lane.queue
    }
    defer {
      lanes.withLock { lanes in
        lanes[host]?.askers -= 1
        if lanes[host]?.askers == 0 { lanes[host] = nil }
      }
    }
    return try await run(request, on: queue) { (transfer) throws(NetworkError) in
      var bytes: [UInt8] = []
      try transfer.run { bytes += $0 }
      return bytes
    }
  }

  /// Gets what lies at the address, part by part, in order, on a thread of its own, until it ends or `take` wants no more:
  /// while that works the host waits. A cancelled task ends it at once.
  package func fetch(
    _ fetch: Fetch, take: @escaping @Sendable (FetchPart) -> Bool
  ) async throws(NetworkError) {
    let queue = DispatchQueue(label: "app.sotto.network.fetch", qos: .utility)
    try await run(on: queue) { [environment] (handle) throws(NetworkError) in
      try FetchRun(fetch: fetch, environment: environment, handle: handle).run(take)
    }
  }

  private func run<Value: Sendable>(
    _ request: Request, on queue: DispatchQueue,
    _ work: @escaping @Sendable (Transfer) throws(NetworkError) -> Value
  ) async throws(NetworkError) -> Value {
    try await run(on: queue) { [environment] (handle) throws(NetworkError) in
      try work(Transfer(request: request, environment: environment, handle: handle))
    }
  }

  /// Runs the work on the queue; a cancelled task, or whoever has the handle, ends the child that it holds.
  func run<Value: Sendable>(
    on queue: DispatchQueue, _ handle: ChildHandle = ChildHandle(),
    _ work: @escaping @Sendable (ChildHandle) throws(NetworkError) -> Value
  ) async throws(NetworkError) -> Value {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (done: CheckedContinuation<Result<Value, NetworkError>, Never>) in
        queue.async { done.resume(returning: Result { () throws(NetworkError) in try work(handle) }) }
      }
    } onCancel: {
      handle.cancel()
    }
    if handle.isCancelled { throw .cancelled }
    return try result.get()
  }
}
