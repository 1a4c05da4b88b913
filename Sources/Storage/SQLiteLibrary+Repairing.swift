public import Domain

extension SQLiteLibrary {
  public func repair() async throws(StoreError) -> RepairReport {
    var damagedLog: Finding?
    do throws(StoreError) {
      // First as any start does: what is unfinished is finished, and an old format becomes today's.
      let store = try await open()
      damagedLog = store.remark
      let readOnly = store.readOnly
      await store.close(foldingIn: false)
      if let readOnly { throw readOnly }
    } catch {
      // What damage keeps from being converted is converted on the copy.
      guard error.isOfContents, try oldFormat() != nil else { throw error }
    }
    var report = try await mendAlone()
    if let damagedLog { report.findings.insert(damagedLog, at: 0) }
    return report
  }

  /// The database's format where it is older than today's; nil where it is not.
  private func oldFormat() throws(StoreError) -> Int? {
    let found = try connections.open(.reading).format()
    return found > 0 && found < options.steps.last?.format ?? 0 ? found : nil
  }

  private func mendAlone() async throws(StoreError) -> RepairReport {
    try await BlockingActor().run { () throws(StoreError) in
      let lock = try enterAlone()
      return try withExtendedLifetime(lock) { () throws(StoreError) in
        let copy = folder.restored + ".repair"
        defer { for ending in ["", "-journal", "-wal", "-shm"] { Files.remove(copy + ending) } }
        let isSound = try verification.isStructureSound()
        return try put(copy, try mend(copy, isSound), isSound)
      }
    }
  }

  private var verification: Verification { Verification(connections: connections, surroundings: surroundings) }

  private func mend(_ copy: String, _ isSound: Bool) throws(StoreError) -> [Mending] {
    for ending in ["", "-journal", "-wal", "-shm"] { Files.remove(copy + ending) }
    var uniqueIndexes: [String] = []
    if isSound {
      let connection = try connections.open(.reading)
      try connection.run("VACUUM INTO ?", [.text(copy)])
    } else {
      do throws(StoreError) { uniqueIndexes = try copyRows(to: copy) } catch {
        // The copy is sound, and gone in a moment.
        switch error {
        case .refused(let reason, _), .corrupt(_, let reason):
          throw .corrupt(path: folder.database, reason: .unrepairable(reason))
        default: throw error
        }
      }
    }
    Files.tighten(copy)
    let mended: [Mending]
    do {
      let connection = try connections.open(.writing, at: copy)
      // Rows may break the rules of their table until the last step.
      try connection.run("PRAGMA ignore_check_constraints = ON")
      try connection.migrate(options.steps)
      mended = try Repair(connection: connection, surroundings: surroundings, uniqueIndexes: uniqueIndexes).mend()
    }
    let connection = try connections.open(.reading, at: copy)
    let left = try verification.rows(of: connection).first(where: \.isDamage)
    if let left { throw .corrupt(path: folder.database, reason: .unrepairable(.stillDamaged(left))) }
    return mended
  }

  /// A new database with the rows of the damaged one, without its indexes: SQLite's own copy takes these over as they are.
  /// Returns the statements that make the unique indexes, which rows of a damaged table may break until they are mended.
  private func copyRows(to copy: String) throws(StoreError) -> [String] {
    try OpenDatabases.make(copy)
    let connection = try connections.open(.writing, at: copy)
    let old = try oldFormat()
    try connection.migrate(options.steps.filter { $0.format <= old ?? $0.format })
    try connection.run("PRAGMA foreign_keys = OFF")
    try connection.run("PRAGMA ignore_check_constraints = ON")
    try connection.run("ATTACH ? AS damaged", [.text(folder.database)])
    let indexes = try connection.rows(
      "SELECT name, sql FROM main.sqlite_schema WHERE type = 'index' AND sql LIKE 'CREATE UNIQUE%'"
    ) { (name: $0.text(0), sql: $0.text(1)) }
    try connection.write { () throws(StoreError) in
      for index in indexes { try connection.run("DROP INDEX main.\(index.name)") }
      let tables = try connection.rows(
        "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
      ) { $0.text(0) }
      for table in tables { try copyRows(of: table, on: connection) }
      // Numbers of changes are never given twice.
      try connection.run("DELETE FROM main.sqlite_sequence")
      try connection.run("INSERT INTO main.sqlite_sequence(name, seq) SELECT name, seq FROM damaged.sqlite_sequence")
    }
    // Those of positions have other names since, and are made by the conversion.
    return indexes.filter { old == nil || !$0.name.hasSuffix("_place") }.map(\.sql)
  }

  /// Every row, whatever it says: a value of another kind than its column's is turned into that kind, and one that is
  /// missing where there must be one is empty.
  private func copyRows(of table: String, on connection: Connection) throws(StoreError) {
    let columns = try connection.rows("SELECT name, type, \"notnull\" FROM pragma_table_info(?)", [.text(table)]) {
      (name: $0.text(0), type: $0.text(1), mayBeMissing: $0.integer(2) == 0)
    }
    let names = columns.map(\.name).joined(separator: ", ")
    func values(uid: String? = nil) -> String {
      columns.map { column in
        if column.name == "uid", let uid { return uid }
        let value = "CAST(\(column.name) AS \(column.type))"
        let empty = ["INTEGER": "0", "TEXT": "''"][column.type] ?? "zeroblob(0)"
        return column.mayBeMissing ? value : "coalesce(\(value), \(empty))"
      }.joined(separator: ", ")
    }
    try connection.run(
      "INSERT OR IGNORE INTO main.\(table)(\(names)) SELECT \(values()) FROM damaged.\(table) NOT INDEXED")
    if ["chat", "message"].contains(table) {
      // Rows whose name another one has.
      let left = try connection.rows(
        "SELECT id FROM damaged.\(table) NOT INDEXED WHERE id NOT IN (SELECT id FROM main.\(table))"
      ) { $0.integer(0) }
      for id in left {
        let uid: MessageID = surroundings.newID()
        try connection.run(
          "INSERT INTO main.\(table)(\(names)) SELECT \(values(uid: "?1")) FROM damaged.\(table) NOT INDEXED WHERE id = ?2",
          [.uid(uid), .integer(id)])
      }
    }
    // Of what only remembers what was shown, or which files can be imported again, rows that contradict each other are
    // left out.
    if ["choice", "branch", "model"].contains(table) { return }
    let missing = try connection.number(
      "SELECT (SELECT count(*) FROM damaged.\(table) NOT INDEXED) - (SELECT count(*) FROM main.\(table))")
    if missing > 0 {
      throw .corrupt(path: folder.database, reason: .contradictingRows(table: table))
    }
  }

  private func put(_ copy: String, _ mended: [Mending], _ isSound: Bool) throws(StoreError) -> RepairReport {
    let indexes = Mending(.indexes, count: 1)
    var report = RepairReport(mended: mended.isEmpty && !isSound ? [indexes] : mended, aside: nil)
    if !report.mended.isEmpty {
      try Files.sync(copy)
      // From here on the copy is whole; should the process end between the steps, the next start finishes them.
      report.aside = try folder.exchange(for: copy, at: surroundings.now())
    }
    do throws(StoreError) {
      let copies = try folder.removeBrokenCopies()
      if copies > 0 { report.mended.append(Mending(.damagedCopies, count: copies)) }
    } catch {
      // The database is repaired all the same.
      report.findings.append(Finding(isDamage: false, .keptCopies(error)))
    }
    return report
  }
}

extension StoreError {
  /// True for what the database's own contents are to blame for.
  fileprivate var isOfContents: Bool {
    switch self {
    case .corrupt, .refused: true
    default: false
    }
  }
}
