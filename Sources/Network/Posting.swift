import Domain
import Workers

/// One request with a body. Blocks the thread that runs it.
struct Posting: Sendable {
  let curl: CurlRun

  /// What is kept of an answer that says what went wrong.
  private static let mostOfAComplaint = 4_096

  /// Gives the answer on, part by part, until `take` wants no more; what a host says to a refusal is in the error.
  func run(_ take: ([UInt8]) throws(NetworkError) -> Bool) throws(NetworkError) {
    let limit = curl.request.limits.bytes
    var status = 0
    var complaint: [UInt8] = []
    var count = 0
    var fault: NetworkError?
    func isRefusal() -> Bool { !(200..<300).contains(status) }
    let result = Result { () throws(NetworkError) in
      try curl.run { part in
        switch part {
        case .head(let head): status = head.status
        case .bytes(let bytes) where isRefusal():
          complaint += bytes.prefix(Self.mostOfAComplaint - complaint.count)
          return complaint.count < Self.mostOfAComplaint
        case .bytes(let bytes):
          count += bytes.count
          guard count <= limit else {
            fault = .failed(.tooLarge(limit: limit))
            return false
          }
          do throws(NetworkError) { return try take(bytes) } catch {
            fault = error
            return false
          }
        }
        return true
      }
    }
    if let fault { throw fault }
    // However the connection ended then.
    if status != 0, isRefusal() {
      throw .failed(.refused(status: status), body: String(decoding: complaint, as: UTF8.self))
    }
    try result.get()
  }
}
