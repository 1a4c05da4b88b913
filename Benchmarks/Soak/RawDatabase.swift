import CSQLite

/// A database behind the app's back: what a foreign program or a failing disk might write.
final class RawDatabase {
  private let handle: OpaquePointer

  init?(_ path: String) {
    var handle: OpaquePointer?
    guard sqlite3_open(path, &handle) == SQLITE_OK, let handle else { return nil }
    self.handle = handle
    run("PRAGMA foreign_keys = OFF")
    run("PRAGMA ignore_check_constraints = ON")
  }

  deinit { sqlite3_close_v2(handle) }

  /// True when it was obeyed and changed a row.
  @discardableResult
  func run(_ sql: String) -> Bool {
    sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK && sqlite3_changes(handle) > 0
  }

  /// All columns of all rows as text.
  func rows(_ sql: String) -> [[String]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { return [] }
    defer { sqlite3_finalize(statement) }
    var rows: [[String]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { start in
            let count = Int(sqlite3_column_bytes(statement, column))
            return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
          } ?? ""
        })
    }
    return rows
  }

  func number(_ sql: String) -> Int { rows(sql).first?.first.flatMap(Int.init) ?? 0 }
}

/// Chance that comes out the same for the same seed (SplitMix64).
struct SeededChance: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
