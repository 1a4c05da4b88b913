internal import Frames

/// Why an engine did not do what it was told.
package struct EngineRefusal: Error, Equatable, Sendable {
  package enum Code: UInt8, CaseIterable, Sendable {
    /// The file cannot be read, or is none.
    case unreadable = 1
    /// It does not begin as model files do.
    case notAModel
    /// A kind of model that this engine does not know.
    case unknownArchitecture
    /// A model that writes no text: an adapter, a projector, one for embeddings.
    case notForText
    /// One file of several that belong together.
    case split
    /// It ends before its weights do, or its header is cut or makes no sense.
    case damaged
    /// There is not as much memory as it takes, or is allowed.
    case noMemory
    /// It has no chat template, so nobody knows how to talk to it.
    case noTemplate
    /// Its template refuses these messages, or makes no sense.
    case templateFailed
    /// Its template did not end in time. The engine ends.
    case templateEndless
    /// Not even the instructions and the last message fit.
    case tooLong
    /// The last message would fit without the instructions.
    case instructionsTooLong
    /// The computation failed.
    case failed
    /// It was stopped before it was done.
    case stopped
    /// It is whole, and the library does not load it.
    case notLoaded
    /// Instead of a greeting: the library was compiled for newer processors than this one. The words are what it lacks.
    case oldProcessor
    /// Instead of a greeting: the library was compiled for another processor than this one, which is not old.
    case otherProcessor
  }

  package var code: Code
  /// What the library said, in English, at most one line; empty where it said nothing.
  package var words: String
  /// Which of the model's files it is about; 0 for the first, and where it is about no file.
  package var part: Int

  /// Whether it was refused as much memory as it was told to take: who asks for memory and gets none says so in words.
  package var isNotAllowed: Bool { code == .noMemory && words.isEmpty }

  /// Bytes of the words at most.
  static let longestWords = 1_000

  package init(_ code: Code, _ words: String = "", part: Int = 0) {
    self.code = code
    self.part = part
    self.words = words.prefix { !$0.isNewline }.prefix(bytes: Self.longestWords)
  }

  func write(to writer: inout WireWriter) {
    writer.number(code.rawValue)
    writer.text(words)
    writer.count(part)
  }

  init(_ reader: inout WireReader) throws(FrameError) {
    let words: String
    (code, words) = (try reader.choice(), try reader.text(atMost: Self.longestWords))
    part = try reader.count(atMost: EngineOrder.mostFiles - 1)
    guard !words.contains(where: \.isNewline) else { throw .unexpected }
    self.words = words
  }
}
