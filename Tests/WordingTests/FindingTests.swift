import Domain
import Testing
import Wording

@Suite struct FindingTests {
  private static let message = FoundMessage(id: "0190", chat: "Sea")
  private static let lost = FoundMessage(id: "0190", chat: nil)

  @Test(
    arguments: [
      (
        .damagedStructure(words: "row 1 missing from index a"), "damaged-structure",
        "The database's structure: row 1 missing from index a."
      ),
      (
        .unreadableDatabase(.database("database disk image is malformed")), "unreadable-database",
        "The database cannot be read as a whole: database disk image is malformed."
      ),
      (
        .brokenReference(table: "message", row: 3, target: "chat"), "broken-reference",
        "A row of message (3) points to a row of chat that is gone."
      ),
      (
        .damagedLog(SetAside(path: "/l", since: nil, bytes: 120_400)), "damaged-log",
        "The database's log was damaged: the last messages may be missing. The log as it was lies in /l (120.4 kB); “strings -e S /l” prints the texts that are in it."
      ),
      (
        .setAsideDatabase(SetAside(path: "/d", since: Timestamp(milliseconds: 1_764_000_900_000), bytes: 4_096)),
        "set-aside",
        "A database that was set aside lies in /d (since 2025-11-24 16:15 UTC, 4.1 kB); “sotto chats --home /d” shows what is in it."
      ),
      (
        .setAsideDatabase(SetAside(path: "/my chats/it's", since: nil, bytes: 4_096)), "set-aside",
        #"A database that was set aside lies in /my chats/it's (4.1 kB); “sotto chats --home '/my chats/it'\''s'” shows what is in it."#
      ),
      (
        .damagedLog(SetAside(path: "/my chats/l", since: nil, bytes: 120_400)), "damaged-log",
        "The database's log was damaged: the last messages may be missing. The log as it was lies in /my chats/l (120.4 kB); “strings -e S '/my chats/l'” prints the texts that are in it."
      ),
      (
        .setAsideCopy(SetAside(path: "/c", since: nil, bytes: 4_096)), "set-aside",
        "A copy of a backup that was set aside lies in /c (4.1 kB). Put into an empty folder as “sotto.db”, it is shown by “sotto chats --home” with that folder."
      ),
      (.chatWithoutID(row: 1), "chat-without-id", "The chat in row 1 has no valid id and is not shown."),
      (.messageWithoutID(row: 3), "message-without-id", "The message in row 3 has no valid id and is not shown."),
      (.link(path: "/l"), "link", "/l is a link; Sotto follows no links in its folder."),
      (.openToOthers(path: "/l", permissions: 0o644), "open-to-others", "/l can be read by others (644)."),
      (.damagedBackup(path: "/b"), "damaged-backup", "The backup /b is damaged."),
      (
        .uncheckedBackups(.cannotOpen(path: "/b", reason: .system("Not a directory"))), "unchecked-backups",
        "The backups were not checked. /b cannot be opened: Not a directory."
      ),
      (
        .missingPictures(count: 1, chat: "Sea"), "missing-pictures",
        "A picture in the chat “Sea” is gone: the file is missing."
      ),
      (
        .missingPictures(count: 2, chat: "Sea"), "missing-pictures",
        "2 pictures in the chat “Sea” are gone: their files are missing."
      ),
      (
        .unreferencedPictures(count: 1, bytes: 3_700), "unreferenced-pictures",
        "1 picture belongs to no message (3.7 kB); what does so for a day is set aside."
      ),
      (
        .unreferencedPictures(count: 2, bytes: 3_700), "unreferenced-pictures",
        "2 pictures belong to no message (3.7 kB); what does so for a day is set aside."
      ),
      (.damagedPicture(path: "/p"), "damaged-picture", "The picture /p is damaged."),
      (
        .unreadablePicture(.cannotOpen(path: "/p", reason: .mayNotBeRead)), "unreadable-picture",
        "/p cannot be opened: Sotto may not read it."
      ),
      (
        .damagedCopy(path: "/p"), "damaged-copy",
        "The smaller copy /p is damaged; the full picture stands in."
      ),
      (
        .missingCopies(count: 1), "missing-copies",
        "1 picture lacks a smaller copy; adding it again makes it."
      ),
      (
        .missingCopies(count: 2), "missing-copies",
        "2 pictures lack smaller copies; adding them again makes these."
      ),
      (
        .keptCopies(.cannotOpen(path: "/p", reason: .system("Is a directory"))), "kept-copies",
        "Damaged smaller copies of pictures could not be taken away. /p cannot be opened: Is a directory."
      ),
      (.strangeFile(path: "/p"), "strange-file", "/p is not a picture of Sotto's."),
    ] as [(Finding.What, String, String)])
  func `A finding has a code that stays the same, and a sentence`(what: Finding.What, kind: String, sentence: String) {
    let finding = Finding(isDamage: true, what)
    #expect(finding.kind == kind)
    #expect(finding.sentence == sentence)
  }

  @Test(
    arguments: [
      (.wrongLastMessage, "wrong-last-message", "The chat “Sea” does not know its last message."),
      (.wrongChoice, "wrong-choice", "The chat “Sea” does not know which of several messages it goes on with."),
      (.severalFirstMessages, "several-first-messages", "The chat “Sea” has more than one first message."),
      (.wrongBranchEnd, "wrong-branch-end", "The chat “Sea” does not know where messages end that it does not show."),
      (.wrongMessageCount, "wrong-message-count", "The chat “Sea” has a wrong number of messages in its row."),
      (.unknownLastSender, "unknown-last-sender", "The chat “Sea” has a last sender that this Sotto does not know."),
      (
        .unknownDraftPicture, "unknown-draft-picture",
        "The draft in the chat “Sea” has a picture of a kind that this Sotto does not know."
      ),
    ] as [(ChatFault, String, String)])
  func `What is wrong with a chat is said with its title`(fault: ChatFault, kind: String, sentence: String) {
    let finding = Finding(isDamage: true, .chat(fault, title: "Sea"))
    #expect(finding.kind == kind)
    #expect(finding.sentence == sentence)
  }

  @Test(
    arguments: [
      (.hidden, "hidden-message", "is hidden behind another that follows the same message."),
      (.inAnotherChat, "follows-another-chat", "follows a message of another chat."),
      (.beforeItsParent, "before-its-parent", "stands before the one that it follows."),
      (.unknownSenderOrState, "unknown-sender-or-state", "has a sender or a state that this Sotto does not know."),
      (.incompleteOfUser, "incomplete-user-message", "is yours and yet not complete."),
      (.queuedWithText, "queued-with-text", "is still to come and yet has words."),
      (.unknownPicture, "unknown-picture", "has a picture of a kind that this Sotto does not know."),
      (.chunksAfterEnd, "chunks-after-end", "has ended, but still has chunks of text."),
    ] as [(MessageFault, String, String)])
  func `What is wrong with a message is said with its id and its chat, where that is there`(
    fault: MessageFault, kind: String, sentence: String
  ) {
    let finding = Finding(isDamage: true, .message(fault, Self.message))
    #expect(finding.kind == kind)
    #expect(finding.sentence == "Message 0190 in the chat “Sea” " + sentence)
    #expect(
      Finding(isDamage: true, .message(fault, Self.lost)).sentence
        == "Message 0190 in a chat that is gone " + sentence)
  }

  @Test(
    arguments: [
      (.chat(title: "Sea"), "The chat “Sea”"), (.message(message), "Message 0190 in the chat “Sea”"),
      (.message(lost), "Message 0190 in a chat that is gone"),
      (.picture(message), "A picture of message 0190 in the chat “Sea”"),
      (.picture(lost), "A picture of message 0190 in a chat that is gone"),
      (.picture(nil), "A picture of a message that is gone"),
      (.chunk(message), "A chunk of message 0190 in the chat “Sea”"),
      (.chunk(lost), "A chunk of message 0190 in a chat that is gone"),
      (.chunk(nil), "A chunk of a message that is gone"),
      (.draft(chat: "Sea"), "The draft in the chat “Sea”"), (.draft(chat: nil), "The draft in a chat that is gone"),
      (.draftPicture(chat: "Sea"), "A picture of the draft in the chat “Sea”"),
      (.draftPicture(chat: nil), "A picture of the draft in a chat that is gone"),
      (.agentState(chat: "Sea"), "What the agent remembers in the chat “Sea”"),
      (.agentState(chat: nil), "What the agent remembers in a chat that is gone"),
      (.chatSettings(chat: "Sea"), "What was set for the chat “Sea”"),
      (.chatSettings(chat: nil), "What was set for a chat that is gone"), (.setting(key: "a"), "The setting “a”"),
      (.change, "The log of changes"),
    ] as [(FoundRow, String)])
  func `A row is named by what it belongs to`(row: FoundRow, name: String) {
    #expect(
      Finding(isDamage: true, .wrongNumber(row, column: "number")).sentence
        == name + " has a number that cannot be right (number).")
    #expect(Finding(isDamage: true, .brokenText(row)).sentence == name + " has bytes that are no text.")
  }

  @Test func `What a repair mended is told with how many, and has a code that stays the same`() {
    #expect(Mending(.lines, count: 2).sentence == "Put the messages of chats in line (2).")
    #expect(Mending(.indexes, count: 1).sentence == "Made the indexes again.")
    #expect(Mending.Kind.messageCounts.rawValue == "message-counts")
  }

  @Test func `What a library cannot be opened for is said in one sentence, and a missing key is no damage`() {
    let left = Finding(isDamage: true, .chat(.wrongChoice, title: "Sea"))
    #expect(
      StoreError.corrupt(path: "/d", reason: .unrepairable(.stillDamaged(left))).sentence
        == "/d is damaged and cannot be repaired. "
        + "Nothing was overwritten; you can set it aside and go back to a backup. \(left.sentence)")
    #expect(
      StoreError.cannotOpen(path: "/d", reason: .link).sentence
        == "/d cannot be opened: it is a link, and Sotto follows no links in its folder.")
    #expect(StoreError.needsKey(path: "/d").sentence.contains("It is not damaged"))
  }

  @Test func `What holds the picture reader is said in sentences, and what does not, too`() {
    let all: [ReaderRestraint] = [
      .systemCalls(holds: true), .files(landlock: 3), .network(holds: true), .rights(holds: true), .limits(holds: true),
    ]
    let none: [ReaderRestraint] = [
      .systemCalls(holds: false), .files(landlock: 0), .network(holds: false), .rights(holds: false),
      .limits(holds: false),
    ]
    #expect(all.allSatisfy(\.holds) && !none.contains(where: \.holds))
    #expect(all.map(\.kind) == ["system-calls", "files", "network", "rights", "limits"])
    #expect(all[1].sentence == "Landlock (version 3) keeps all files from it.")
    #expect(none[1].sentence.hasPrefix("Landlock does not keep files from it"))
    #expect(Set((all + none).map(\.sentence)).count == 10)
    #expect(
      PictureError.noReader(.librariesMissing).sentence
        == "Sotto's picture reader does not start: its libraries are missing.")
  }

  @Test func `A chat without a title is called as it is in the list`() {
    #expect(
      Finding(isDamage: true, .chat(.wrongMessageCount, title: "")).sentence
        == "The chat “New Chat” has a wrong number of messages in its row.")
    #expect(
      Finding(isDamage: true, .brokenText(.draft(chat: ""))).sentence
        == "The draft in the chat “New Chat” has bytes that are no text.")
  }
}
