import Dispatch
import Synchronization
import Workers

/// Requests that send something. Their addresses lead nowhere else, so that the headers, each a name and a value, and the
/// body reach no other host. `take` runs on a thread of its own, in order: while it works the host waits, and it says
/// whether it wants more. A cancelled task ends the request at once.
extension NetworkClient {
  /// Sends the body, and gives the answer on as it comes.
  package func post(
    _ body: RequestBody, to address: String, headers: [(name: String, value: String)], within limits: NetworkLimits,
    take: @escaping @Sendable ([UInt8]) -> Bool
  ) async throws(NetworkError) {
    try await send(body, to: address, headers, limits) { bytes throws(NetworkError) in take(bytes) }
  }

  /// Sends the body, and gives on the lines of the answer as they come, without their ends.
  ///
  /// - Parameter mostBytes: a longer line is an error.
  package func post(
    _ body: RequestBody, to address: String, headers: [(name: String, value: String)], within limits: NetworkLimits,
    mostBytes: Int, line take: @escaping @Sendable (String) -> Bool
  ) async throws(NetworkError) {
    let reading = Mutex((reader: LineReader(mostBytes: mostBytes), isWanted: true))
    try await send(body, to: address, headers, limits) { bytes throws(NetworkError) in
      try reading.withLock { reading throws(NetworkError) in
        reading.reader.append(bytes)
        while reading.isWanted, let line = try reading.reader.next() { reading.isWanted = take(line) }
        return reading.isWanted
      }
    } end: {
      if let rest = reading.withLock({ $0.isWanted ? $0.reader.rest() : nil }) { _ = take(rest) }
    }
  }

  /// Sends the body, and gives on the server-sent events of the answer as they come.
  ///
  /// - Parameter mostBytes: an event with more data is an error, and so is a longer line.
  package func post(
    _ body: RequestBody, to address: String, headers: [(name: String, value: String)], within limits: NetworkLimits,
    mostBytes: Int, event take: @escaping @Sendable (ServerSentEvent) -> Bool
  ) async throws(NetworkError) {
    let reader = Mutex(EventReader(mostBytes: mostBytes))
    try await send(body, to: address, headers, limits) { bytes throws(NetworkError) in
      try reader.withLock { reader throws(NetworkError) in
        reader.append(bytes)
        while let event = try reader.next() {
          guard take(event) else { return false }
        }
        return true
      }
    }
  }

  /// - Parameter end: runs where `take` does, once the whole answer has come.
  private func send(
    _ body: RequestBody, to address: String, _ headers: [(name: String, value: String)], _ limits: NetworkLimits,
    take: @escaping @Sendable ([UInt8]) throws(NetworkError) -> Bool, end: @escaping @Sendable () -> Void = {}
  ) async throws(NetworkError) {
    var limits = limits
    limits.redirects = 0
    let request = Request(address: address, limits: limits, headers: headers, body: body, wantsHead: true)
    let feed: BodyFeed
    do throws(CannotStart) { feed = try BodyFeed(body) } catch { throw NetworkError(error) }
    let handle = ChildHandle()
    let feeding = Task { await feed.run { handle.cancel() } }
    let queue = DispatchQueue(label: "app.sotto.network.post", qos: .userInitiated)
    let result: Result<Void, NetworkError>
    do throws(NetworkError) {
      try await run(on: queue, handle) { [environment] (handle) throws(NetworkError) in
        let curl = CurlRun(request: request, environment: environment, handle: handle, body: feed.input)
        try Posting(curl: curl).run(take)
        if !handle.isCancelled { end() }
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    // The answer may be there before all of the body was wanted.
    feed.input.close()
    feeding.cancel()
    let isWhole = await feeding.value
    if case .failure(.cancelled) = result, !isWhole, !Task.isCancelled { throw .bodyBroken }
    try result.get()
  }
}
