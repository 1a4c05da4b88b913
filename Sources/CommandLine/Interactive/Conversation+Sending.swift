import Domain
import Localization
import ViewModels

/// What the lines that are written say in the chat.
extension Conversation {
  func take(line: String) async {
    if line.hasPrefix("/"), !line.hasPrefix("//") { return await command(line) }
    let text = line.hasPrefix("//") ? String(line.dropFirst()) : line
    guard !text.allSatisfy(\.isWhitespace) else { return promptForLine() }
    do {
      let receipt = try await thread.composer.send(text, isTyped: input.hasKeys)
      // In a terminal without keys the line stands there as it was typed.
      if isAtTerminal, !input.hasKeys { replyStream.skip([receipt.message]) }
      try await tell(receipt)
    } catch {
      putBack(line)
      refuse(error)
      promptForLine()
    }
  }

  /// `/image`: a picture with its caption, apart from what waits in the chat's draft.
  func sendPicture(_ words: String) async throws {
    let (file, caption) = try QuotedWord.first(of: words)
    guard !file.isEmpty else {
      throw Failure(.usage, localized("/image wants a file; a name with spaces stands in quotes."))
    }
    let pictures = service.pictures
    let picture = try await events.untilEnded { try await pictures.add(.file(path: file)) }
    try await tell(try await thread.composer.send(caption, pictures: [picture], isTyped: false))
  }

  /// A line that was not obeyed is there to be sent again.
  func putBack(_ line: String) {
    input.putBack(line)
    keepDraft()
  }

  private func tell(_ receipt: ChatService.Receipt) async throws {
    guard let json = printer as? JSONPrinter else { return }
    json.sent(receipt, in: try await service.chat(thread.chat.id) ?? thread.chat)
  }
}
