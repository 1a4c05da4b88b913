import Domain
import Localization
import Platform
import Wording

/// The pictures that `send` takes along, as they were named on the command line.
struct PicturesToSend {
  private let files: [String]
  private let context: CommandContext

  /// Checks all that can be known before anything is read.
  init(_ context: CommandContext) throws {
    self.context = context
    files = context.invocation.lists["image"] ?? []
    let invocation = context.invocation
    let words = invocation.operands.dropFirst()
    if files.isEmpty, invocation.values["caption"] != nil {
      throw Failure(.usage, localized("--caption goes with --image."), hint: invocation.hint)
    }
    if files.contains("") { throw Failure(.usage, localized("--image wants a file."), hint: invocation.hint) }
    if files.count > PictureLimits.perMessage {
      throw Failure(
        .usage, localized("A message takes at most \(PictureLimits.perMessage) pictures, not \(files.count)."),
        hint: invocation.hint)
    }
    guard !files.isEmpty else { return }
    if !words.isEmpty, invocation.values["caption"] != nil {
      throw Failure(.usage, localized("--caption and a text do not go together."), hint: invocation.hint)
    }
    try checkInput(words)
    // What `--image *.jpg` becomes in a shell; file names as a text are hardly ever meant.
    if let first = words.first, words.allSatisfy({ $0 != "-" && access($0, F_OK) == 0 }) {
      throw Failure(
        .usage,
        localized(
          "“\(Terminal.oneLine(first))” is a file and would be sent as text: each picture wants an --image."),
        hint: localized("As a text it can be given with --caption."))
    }
  }

  var isEmpty: Bool { files.isEmpty }

  /// stdin can be one thing only.
  private func checkInput(_ words: ArraySlice<String>) throws {
    guard files.contains("-") else { return }
    if files.filter({ $0 == "-" }).count > 1 || Array(words) == ["-"] {
      throw Failure(.usage, localized("“-” can stand for one thing only."), hint: context.invocation.hint)
    }
    if context.terminal.isInputTerminal {
      throw Failure(.usage, localized("“--image -” wants a picture that is piped in."), hint: context.invocation.hint)
    }
  }

  /// Takes all in, in order; when one cannot be read, none is sent.
  func add(to pictures: any PictureStore) async throws -> [Attachment] {
    var added: [Attachment] = []
    for file in files {
      do {
        added.append(file == "-" ? try await addInput(to: pictures) : try await pictures.add(.file(path: file)))
      } catch {
        var failure = Failure(of: error)
        failure.hint = failure.hint ?? localized("Nothing was sent.")
        throw failure
      }
    }
    return added
  }

  private func addInput(to pictures: any PictureStore) async throws -> Attachment {
    let limit = PictureLimits.bytes
    let bytes = try StandardInput.bytes(of: .picture, atMost: limit, ByteCount.text(Int64(limit)))
    var picture = try await pictures.add(.bytes(bytes, name: "stdin"))
    picture.alternative = "Picture"  // untranslated: kept, as the name of a file is
    return picture
  }
}
