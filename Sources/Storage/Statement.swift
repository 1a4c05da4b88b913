import CSQLite
import Domain

/// A compiled statement, kept by its connection for the next use.
final class Statement {
  let handle: OpaquePointer
  let sql: String

  init(_ sql: String, on database: OpaquePointer, path: String) throws(StoreError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else {
      throw StoreError(code: code, on: database, path: path, statement: sql)
    }
    self.handle = handle
    self.sql = sql
  }

  deinit { sqlite3_finalize(handle) }

  func bind(_ values: [Value]) -> Int32 {
    for (index, value) in values.enumerated() {
      let code = bind(value, at: Int32(index + 1))
      if code != SQLITE_OK { return code }
    }
    return SQLITE_OK
  }

  /// Makes the statement ready for its next use and forgets what was bound.
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  private func bind(_ value: Value, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(handle, index)
    case .integer(let number): return sqlite3_bind_int64(handle, index, number)
    case .real(let number): return sqlite3_bind_double(handle, index, number)
    case .text(let text):
      var text = PlainBytes.withoutNUL(text)
      return text.withUTF8 { bytes in
        // A null pointer would bind NULL, not "".
        guard let start = bytes.baseAddress else { return sqlite3_bind_text(handle, index, "", 0, Self.copied) }
        return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { start in
          sqlite3_bind_text64(handle, index, start, UInt64(bytes.count), Self.copied, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      return bytes.isEmpty
        ? sqlite3_bind_zeroblob(handle, index, 0)
        : sqlite3_bind_blob64(handle, index, bytes, UInt64(bytes.count), Self.copied)
    case .uid(let high, let low):
      return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { bytes in
        sqlite3_bind_blob64(handle, index, bytes.baseAddress, 16, Self.copied)
      }
    }
  }

  /// SQLITE_TRANSIENT, a cast that the importer leaves out: SQLite makes its own copy.
  private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}

/// The row that a statement stands on; valid only inside the closure that it is given to. Columns count from 0.
struct Row {
  fileprivate let handle: OpaquePointer

  init(of statement: Statement) { handle = statement.handle }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
  func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }
  /// A number that can be counted with: the nearest one of those that Sotto writes.
  func count(_ column: Int32) -> Int { Int(integer(column).clamped(to: 0...Valid.most)) }
  func optionalCount(_ column: Int32) -> Int? { isNull(column) ? nil : count(column) }
  func optionalReal(_ column: Int32) -> Double? { isNull(column) ? nil : sqlite3_column_double(handle, column) }
  func flag(_ column: Int32) -> Bool { integer(column) != 0 }
  /// As it stands there, for a time that is also a place in an order; `Timestamp.shown` makes it fit for a calendar.
  func time(_ column: Int32) -> Timestamp { Timestamp(milliseconds: integer(column)) }
  func optionalTime(_ column: Int32) -> Timestamp? { isNull(column) ? nil : time(column) }

  /// Without NUL bytes, at which C would end it, and with U+FFFD for what is not UTF-8.
  ///
  /// - Parameter most: cut after so many bytes, for what is shown in one line.
  func text(_ column: Int32, atMost most: Int = .max) -> String {
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    var bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    if bytes.count > most {
      // Not in the middle of a character.
      let end = (max(0, most - 3)...most).last { bytes[$0] & 0xC0 != 0x80 } ?? most
      bytes = UnsafeBufferPointer(rebasing: bytes[..<end])
    }
    return PlainBytes.text(bytes)
  }

  func optionalText(_ column: Int32, atMost most: Int = .max) -> String? {
    isNull(column) ? nil : text(column, atMost: most)
  }

  /// Nil when the column does not hold exactly 32 bytes.
  func hash(_ column: Int32) -> PictureHash? {
    guard sqlite3_column_type(handle, column) == SQLITE_BLOB, let start = sqlite3_column_blob(handle, column)
    else { return nil }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    return PictureHash(bytes: Array(bytes))
  }

  /// Nil when the column does not hold exactly 16 bytes.
  func uid<Subject>(_ column: Int32, of subject: Subject.Type = Subject.self) -> Identifier<Subject>? {
    guard sqlite3_column_type(handle, column) == SQLITE_BLOB, let start = sqlite3_column_blob(handle, column),
      sqlite3_column_bytes(handle, column) == 16
    else { return nil }
    return Identifier(
      high: UInt64(bigEndian: start.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }
}
