/// A column of a table: its name, and how what it holds of a thing is written and read. It is the only place that knows.
struct Column<Subject>: Sendable {
  let name: String
  /// SQL that is read in place of the column's name.
  var reading: String?
  let encode: @Sendable (Subject) -> Value
  /// Takes the value from this place of a row. What columns before it hold has been taken.
  let decode: @Sendable (Row, Int32, inout Subject) -> Void

  init(
    _ name: String, reading: String? = nil, encode: @escaping @Sendable (Subject) -> Value,
    decode: @escaping @Sendable (Row, Int32, inout Subject) -> Void
  ) {
    self.name = name
    self.reading = reading
    self.encode = encode
    self.decode = decode
  }
}

/// The columns of a table that hold a kind of thing, in the order in which they are read.
struct ColumnList<Subject>: Sendable {
  let columns: [Column<Subject>]

  var count: Int { columns.count }

  /// What follows SELECT.
  func read(of table: String) -> String {
    columns.map { $0.reading ?? "\(table).\($0.name)" }.joined(separator: ", ")
  }

  /// What stands in the parentheses of an INSERT.
  var names: String { columns.map(\.name).joined(separator: ", ") }

  /// What stands in the parentheses of its VALUES.
  var marks: String { columns.map { _ in "?" }.joined(separator: ", ") }

  /// What follows the SET of an UPDATE.
  var assignments: String { columns.map { "\($0.name) = ?" }.joined(separator: ", ") }

  func values(of subject: Subject) -> [Value] { columns.map { $0.encode(subject) } }

  /// Takes what the row says, from this place on.
  func take(_ row: Row, from first: Int32, into subject: inout Subject) {
    var place = first
    for column in columns {
      column.decode(row, place, &subject)
      place += 1
    }
  }
}
