import Records

extension Output {
  /// What went wrong, and what may help, for people.
  func complain(_ sentence: String?, hint: String?) {
    if let sentence { line("sotto: " + Terminal.harmless(sentence)) }
    if let hint { line(Terminal.harmless(hint)) }
  }
}

/// Records for programs.
extension Output {
  /// On a line of its own.
  func line(_ record: some Encodable) {
    write(record)
    line()
  }

  func write(_ record: some Encodable) {
    do { write(try RecordCoding.text(of: record)) } catch { fail("\(error)") }
  }
}

/// A list of records, each written as soon as it is known; of a chat, or for itself.
final class RecordList {
  private let out: Output
  private let chat: ChatRecord?
  private var isFirst = true

  /// - Parameter name: the member of the chat's record that has the list.
  init(_ out: Output, of chat: ChatRecord? = nil, named name: String = "") {
    self.out = out
    self.chat = chat
    if let chat {
      out.write("{\"chat\":")
      out.write(chat)
      out.write(",\n\"\(name)\":")
    }
    out.write("[")
  }

  func add(_ record: some Encodable) {
    if !isFirst || chat != nil { out.write(isFirst ? "\n" : ",\n") }
    isFirst = false
    out.write(record)
  }

  func end() { out.line(chat == nil ? "]" : "]}") }
}
