import Domain

/// What the lines that are written say in the chat.
extension Conversation {
  func take(line: String) async {
    if line.hasPrefix("/"), !line.hasPrefix("//") { return await command(line) }
    let text = line.hasPrefix("//") ? String(line.dropFirst()) : line
    guard !text.allSatisfy(\.isWhitespace) else { return promptForLine() }
    do {
      let receipt = try await send(text, waitingPictures, draft: savedDraft)
      savedDraft = Draft()
      waitingPictures = []
      // In a terminal without keys the line stands there as it was typed.
      if isAtTerminal, !input.hasKeys { replyStream.skip([receipt.message]) }
      if isNew { try await becameKnown() }
    } catch {
      input.putBack(line)
      refuse(error)
      promptForLine()
    }
  }

  /// `/image`: a picture with its caption, apart from what waits in the chat's draft.
  func sendPicture(_ words: String) async throws {
    let (file, caption) = try QuotedWord.first(of: words)
    guard !file.isEmpty else { throw Failure(.usage, "/image wants a file; a name with spaces stands in quotes.") }
    let pictures = service.pictures
    let picture = try await events.untilEnded { try await pictures.add(.file(path: file)) }
    _ = try await send(caption, [picture])
    if isNew { try await becameKnown() }
  }

  private func send(
    _ text: String, _ pictures: [Attachment], draft: Draft = Draft()
  ) async throws -> ChatService.Receipt {
    let receipt = try await service.send(
      text, attachments: pictures, in: chat.id, new: isNew ? chat : nil, draft: draft)
    if let reply = receipt.reply { due.insert(reply) }
    if let json = printer as? JSONPrinter { json.sent(receipt, in: try await service.chat(chat.id) ?? chat) }
    return receipt
  }

  private func becameKnown() async throws {
    isNew = false
    let id = chat.id
    try await service.changeSettings { $0.lastChat = id }
  }
}
