import Glibc

/// Where tests put what is gone when they end: `TMPDIR`, as the gate sets it.
public var temporaryFolder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

/// A new folder of a test's own, whose name begins with `name`.
public func newTemporaryFolder(_ name: String) -> String {
  var template = Array("\(temporaryFolder)/\(name)-XXXXXX".utf8CString)
  precondition(mkdtemp(&template) != nil, "no temporary folder can be made")
  return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
