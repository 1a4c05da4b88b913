extension StoreError {
  /// Why something on the disk or in the database did not work.
  public indirect enum Reason: Hashable, Sendable {
    /// The system's own words, such as "Not a directory".
    case system(String)
    /// SQLite's own words.
    case database(String)
    /// What only a mistake in Sotto leads to, in English.
    case `internal`(String)
    case unknown

    case mayNotBeRead
    /// Sotto follows no links in its folder.
    case link
    /// A pipe or a device.
    case noFile
    case notOpenedForWriting
    /// This kind of disk cannot hold the database's log; how SQLite would work without it.
    case noLog(mode: String)
    case nameNotUTF8
    /// The folder is another user's, and everybody may write to it.
    case ownedByAnother

    /// The database is gone, but its log is there.
    case onlyLog
    case empty
    case emptyWithLog
    case noDatabase
    case ofAnotherProgram
    /// The file does not say which format it has.
    case noFormat
    case cutOff
    case missingTable(String)
    /// Rows of a table that cannot both be right.
    case contradictingRows(table: String)
    /// A conversion would leave rows of a table that name what is gone.
    case brokenReferences(table: String)
    case damagedNumbers
    /// Why a repair was given up.
    case unrepairable(Reason)
    /// What a repair left.
    case stillDamaged(Finding)

    case closed
  }
}
