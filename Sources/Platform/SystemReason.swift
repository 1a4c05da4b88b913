/// The system's words for an error number, in the user's language and as they are written there: "No such file or
/// directory". A language that begins its nouns with a capital needs it within a sentence, too.
package func systemReason(_ code: Int32) -> String {
  var buffer = [CChar](repeating: 0, count: 256)
  guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
  return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
