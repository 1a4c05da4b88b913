internal import Domain
private import Localization

extension StoreError.Reason {
  /// To stand after a colon or in brackets.
  var words: String {
    switch self {
    case .system(let words), .database(let words), .internal(let words): words
    case .unknown: localized("unknown reason")
    case .mayNotBeRead: localized("Sotto may not read it")
    case .link: localized("it is a link, and Sotto follows no links in its folder")
    case .noFile: localized("it is a pipe or a device, and no file")
    case .notOpenedForWriting: localized("the system did not open it for writing; try again")
    case .noLog(let mode): localized("this kind of disk cannot hold the database's log (\(mode))")
    case .nameNotUTF8: localized("its name is not in UTF-8; rename the folder, or name another one (--home)")
    case .ownedByAnother: localized("it belongs to another user, and everybody may write to it")
    case .onlyLog: localized("the file is gone, but its log is there")
    case .empty: localized("the file is empty")
    case .emptyWithLog: localized("the file is empty, but its log is not")
    case .noDatabase: localized("the file is not a database")
    case .ofAnotherProgram: localized("the file is a database of another program")
    case .noFormat: localized("the number of its format is wrong")
    case .cutOff: localized("the end of the file is missing")
    case .missingTable(let table): localized("the table \(table) is missing")
    case .contradictingRows(let table): localized("the rows of \(table) contradict each other")
    case .brokenReferences(let table): localized("the new format breaks references in \(table)")
    case .damagedNumbers: localized("the messages of this chat have damaged numbers")
    case .unrepairable(let reason): localized("it cannot be repaired: \(reason.words)")
    case .stillDamaged(let finding): finding.sentence
    case .closed: localized("the database was closed")
    }
  }
}
