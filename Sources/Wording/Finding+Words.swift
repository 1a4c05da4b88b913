public import Domain
private import Localization
private import Platform

extension Finding {
  /// What was found, for the user.
  public var sentence: String {
    switch what {
    case .damagedStructure(let words): localized("The database's structure: \(words).")
    case .unreadableDatabase(let reason): localized("The database cannot be read as a whole: \(reason.words).")
    case .brokenReference(let table, let row, let target):
      localized("A row of \(table) (\(row)) points to a row of \(target) that is gone.")
    case .damagedLog(let log):
      localized(
        "The database's log was damaged: the last messages may be missing. The log as it was lies in \(log.path) (\(log.words)); “strings -e S \(ShellWord.of(log.path))” prints the texts that are in it."
      )
    case .setAsideDatabase(let database):
      localized(
        "A database that was set aside lies in \(database.path) (\(database.words)); “sotto chats --home \(ShellWord.of(database.path))” shows what is in it."
      )
    case .setAsideCopy(let copy):
      localized(
        "A copy of a backup that was set aside lies in \(copy.path) (\(copy.words)). Put into an empty folder as “sotto.db”, it is shown by “sotto chats --home” with that folder."
      )
    case .chat(let fault, let title): fault.sentence(title: ShownTitle.of(title))
    case .message(let fault, let message): fault.sentence(FoundRow.message(message).words)
    case .wrongNumber(let row, let column): localized("\(row.words) has a number that cannot be right (\(column)).")
    case .brokenText(let row): localized("\(row.words) has bytes that are no text.")
    case .chatWithoutID(let row): localized("The chat in row \(row) has no valid id and is not shown.")
    case .messageWithoutID(let row): localized("The message in row \(row) has no valid id and is not shown.")
    case .modelWithoutID(let row):
      localized("The model in row \(row) has no valid fingerprint and is not shown. Import its file again.")
    case .link(let path): localized("\(path) is a link; Sotto follows no links in its folder.")
    case .openToOthers(let path, let permissions):
      localized("\(path) can be read by others (\(String(permissions, radix: 8))).")
    case .damagedBackup(let path): localized("The backup \(path) is damaged.")
    case .uncheckedBackups(let error): localized("The backups were not checked.") + " " + error.sentence
    case .missingPictures(1, let title):
      localized("A picture in the chat “\(ShownTitle.of(title))” is gone: the file is missing.")
    case .missingPictures(let count, let title):
      localized(
        count, one: "\(count) picture in the chat “\(ShownTitle.of(title))” is gone: the file is missing.",
        other: "\(count) pictures in the chat “\(ShownTitle.of(title))” are gone: their files are missing.")
    case .unreferencedPictures(let count, let bytes):
      localized(
        count,
        one: "\(count) picture belongs to no message (\(ByteCount.text(bytes))); what does so for a day is set aside.",
        other: "\(count) pictures belong to no message (\(ByteCount.text(bytes))); what does so for a day is set aside."
      )
    case .damagedPicture(let path): localized("The picture \(path) is damaged.")
    case .unreadablePicture(let error): error.sentence
    case .damagedCopy(let path): localized("The smaller copy \(path) is damaged; the full picture stands in.")
    case .missingCopies(let count):
      localized(
        count, one: "\(count) picture lacks a smaller copy; adding it again makes it.",
        other: "\(count) pictures lack smaller copies; adding them again makes these.")
    case .keptCopies(let error):
      localized("Damaged smaller copies of pictures could not be taken away.") + " " + error.sentence
    case .strangeFile(let path): localized("\(path) is not a picture of Sotto's.")
    }
  }
}

extension SetAside {
  /// Since when it lies there, and its size: "since 2026-11-24 10:15 UTC, 120.4 kB".
  fileprivate var words: String {
    let size = ByteCount.text(bytes)
    guard let since else { return size }
    var (seconds, then) = (time_t(since.shown.milliseconds / 1_000), tm())
    gmtime_r(&seconds, &then)
    let date = "\(Int(then.tm_year) + 1_900)-\((Int(then.tm_mon) + 1).digits(2))-\(Int(then.tm_mday).digits(2))"
    let time = "\(date) \(Int(then.tm_hour).digits(2)):\(Int(then.tm_min).digits(2)) UTC"
    return localized("since \(time), \(size)")
  }
}

extension ChatFault {
  fileprivate func sentence(title: String) -> String {
    switch self {
    case .wrongLastMessage: localized("The chat “\(title)” does not know its last message.")
    case .wrongChoice: localized("The chat “\(title)” does not know which of several messages it goes on with.")
    case .severalFirstMessages: localized("The chat “\(title)” has more than one first message.")
    case .wrongBranchEnd: localized("The chat “\(title)” does not know where messages end that it does not show.")
    case .wrongMessageCount: localized("The chat “\(title)” has a wrong number of messages in its row.")
    case .unknownLastSender: localized("The chat “\(title)” has a last sender that this Sotto does not know.")
    case .unknownDraftPicture:
      localized("The draft in the chat “\(title)” has a picture of a kind that this Sotto does not know.")
    }
  }
}

extension MessageFault {
  /// - Parameter message: as "Message 0190A… in the chat “Harbour”".
  fileprivate func sentence(_ message: String) -> String {
    switch self {
    case .hidden: localized("\(message) is hidden behind another that follows the same message.")
    case .inAnotherChat: localized("\(message) follows a message of another chat.")
    case .beforeItsParent: localized("\(message) stands before the one that it follows.")
    case .unknownSenderOrState: localized("\(message) has a sender or a state that this Sotto does not know.")
    case .incompleteOfUser: localized("\(message) is yours and yet not complete.")
    case .queuedWithText: localized("\(message) is still to come and yet has words.")
    case .unknownPicture: localized("\(message) has a picture of a kind that this Sotto does not know.")
    case .chunksAfterEnd: localized("\(message) has ended, but still has chunks of text.")
    }
  }
}
