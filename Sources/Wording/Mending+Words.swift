public import Domain
private import Localization

extension Mending {
  /// What was mended, for the user.
  public var sentence: String {
    switch kind {
    case .brokenTexts: localized("Replaced bytes that are no text (\(count)).")
    case .changeLog: localized("Emptied the log of changes, which tells other processes what happened (\(count)).")
    case .lostChats: localized("Made a chat for messages or drafts whose own is gone (\(count)).")
    case .looseRows: localized("Dropped rows that belonged to nothing (\(count)).")
    case .ids: localized("Gave chats and messages new ids (\(count)).")
    case .unknownValues: localized("Replaced values that no Sotto knows (\(count)).")
    case .chunks: localized("Put the chunks of replies into their messages (\(count)).")
    case .numbers: localized("Replaced times and numbers that cannot be right (\(count)).")
    case .doubles: localized("Told rows apart that said they were the same (\(count)).")
    case .lines: localized("Put the messages of chats in line (\(count)).")
    case .messageCounts: localized("Counted messages again (\(count)).")
    case .indexes: localized("Made the indexes again.")
    case .damagedCopies: localized("Took away damaged smaller copies of pictures (\(count)).")
    }
  }
}
