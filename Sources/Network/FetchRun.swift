import Domain
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
    var next: WebAddress?
    var leadsNowhere = false
    // It says that the file is elsewhere, and not where.
    var refusal: Int?
    try CurlRun(request: request, environment: environment, handle: handle).run { part in
      switch part {
      case .bytes(let bytes): return take(.bytes(bytes))
      case .head(let head):
        let wantsMore = take(.head(head, host: address.place, isNamed: address.isSameOrigin(as: first)))
        guard wantsMore, head.isRedirect else { return wantsMore }
        guard let location = head.field("location") else {
          refusal = head.status
          return false
        }
        next = address.following(location)
        leadsNowhere = next == nil
        return false
      }
    }
    if leadsNowhere { throw .failed(.leadsAway) }
    if let refusal { throw .failed(.refused(status: refusal)) }
    return next
  }
}
