import Domain
import Platform
import Workers

/// One fetch: a run of curl for each address. Blocks the thread that runs it.
struct FetchRun: Sendable {
  let fetch: Fetch
  let environment: [String]
  let handle: ChildHandle

  /// Gives on what comes; `take` says whether it wants more.
  func run(_ take: (FetchPart) -> Bool) throws(NetworkError) {
    guard let first = WebAddress(fetch.address) else { throw .failed(.notOnTheWeb) }
    var address = first
    for _ in 0...Fetch.mostRedirects {
      guard address.scheme == "https" || fetch.trustsThisMachine && address.isOnThisMachine else {
        throw .notEncrypted(host: address.place)
      }
      guard let next = try hop(address, from: first, take) else { return }
      address = next
    }
    throw .failed(.tooManyRedirects)
  }

  /// Asks one address; where the answer leads, if it does.
  private func hop(
    _ address: WebAddress, from first: WebAddress, _ take: (FetchPart) -> Bool
  ) throws(NetworkError) -> WebAddress? {
    let secrets = address.isSameOrigin(as: first) ? fetch.secrets : []
    let limits = NetworkLimits(bytes: .max, seconds: nil, silence: fetch.silence, redirects: 0)
    let request = Request(
      address: address.text, limits: limits, headers: fetch.headers + secrets, wantsHead: true)
    guard request.isSound else { throw .failed(.notOnTheWeb) }
    guard !handle.isCancelled else { throw .cancelled }
    var next: WebAddress?
    var isWanted = true
    var leadsNowhere = false
    // It says that the file is elsewhere, and not where.
    var refusal: Int?
    let result: Result<Void, NetworkError>
    do throws(CannotStart) {
      result = try start(request) { part in
        switch part {
        case .bytes(let bytes): isWanted = take(.bytes(bytes))
        case .head(let head):
          isWanted = take(.head(head, host: address.place, isNamed: address.isSameOrigin(as: first)))
          guard isWanted, head.isRedirect else { break }
          guard let location = head.field("location") else {
            refusal = head.status
            return false
          }
          next = address.following(location)
          leadsNowhere = next == nil
          return false
        }
        return isWanted
      }
    } catch {
      throw NetworkError(error)
    }
    if leadsNowhere { throw .failed(.leadsAway) }
    if let refusal { throw .failed(.refused(status: refusal)) }
    // One that was broken off because nobody wanted more has no fault.
    if next == nil, isWanted { try result.get() }
    return next
  }

  private enum Part {
    case head(AnswerHead)
    case bytes([UInt8])
  }

  private func start(_ request: Request, _ take: (Part) -> Bool) throws(CannotStart) -> Result<Void, NetworkError> {
    var answer = try Pipe()
    var notes = try Pipe()
    var heads = try Pipe(.named)
    let input = try socketPair()
    var command = Command([Transfer.program, "-q", "--config", "-"])
    command.environment = environment
    command.input = .descriptor(input.far)
    command.output = .descriptor(answer.writing)
    command.error = .descriptor(notes.writing)
    command.descriptors[3] = heads.writing
    let started = Result { () throws(CannotStart) in try ChildProcess(command) }
    close(input.far)
    answer.closeWriting()
    notes.closeWriting()
    heads.closeWriting()
    request.tell(input.near)
    let child = try started.get()
    handle.hold(child)
    return read(answer, heads, of: child, take)
  }

  private func read(
    _ answer: borrowing Pipe, _ heads: borrowing Pipe, of child: ChildProcess, _ take: (Part) -> Bool
  ) -> Result<Void, NetworkError> {
    var bytes: [UInt8] = []
    var isOpen = true
    var head: AnswerHead?
    while true {
      // Reads the head before what comes behind it, and goes on reading it: nobody else makes room for a long one.
      if isOpen, Pipe.wait(for: heads, or: answer) {
        let some = heads.readSome()
        isOpen = !some.isEmpty
        if head == nil { bytes += some }
        guard bytes.count <= AnswerHead.mostBytes else {
          child.kill()
          return .failure(.failed(.tooLarge(limit: AnswerHead.mostBytes)))
        }
        if head == nil, let whole = AnswerHead(bytes) {
          head = whole
          guard take(.head(whole)) else {
            child.kill()
            break
          }
        }
        continue
      }
      let part = answer.readSome()
      guard !part.isEmpty else { break }
      guard head != nil, take(.bytes(part)) else {
        child.kill()
        break
      }
    }
    switch child.wait() {
    case .exited(0) where head == nil: return .failure(.failed(.empty))
    case .exited(0): return .success(())
    // The address is one that curl can ask, so it is the answer that is of another kind.
    case .exited(1): return .failure(.failed(.nonsense))
    case .exited(let code):
      return .failure(.failed(RemoteFault(code: code, status: head?.status ?? 0, limit: .max)))
    case .signalled: return .failure(.failed(.cutOff))
    }
  }
}
