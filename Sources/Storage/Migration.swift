import Domain

/// One step from a format of the file to the next.
struct Migration: Sendable {
  /// The format (`user_version`) that the file has after the step; steps are numbered without gaps from 1.
  let format: Int
  let apply: @Sendable (Connection) throws(StoreError) -> Void

  static let all = [
    Migration(format: 1) { connection throws(StoreError) in try connection.script(Schema.first) },
    Migration(format: 2) { connection throws(StoreError) in try connection.script(Schema.second) },
    Migration(format: 3) { connection throws(StoreError) in try connection.script(Schema.third) },
    Migration(format: 4) { connection throws(StoreError) in try connection.script(Schema.fourth) },
    Migration(format: 5) { connection throws(StoreError) in try connection.script(Schema.fifth) },
    Migration(format: 6) { connection throws(StoreError) in try connection.script(Schema.sixth) },
    Migration(format: 7) { connection throws(StoreError) in try connection.script(Schema.seventh) },
    Migration(format: 8) { connection throws(StoreError) in try connection.script(Schema.eighth) },
  ]
}

extension Connection {
  /// The file's format; 0 for an empty file.
  func format() throws(StoreError) -> Int { Int(try number("PRAGMA user_version")) }

  /// Brings the file to the last format of `steps`, all in one transaction: should a step fail, the file stays as it was.
  ///
  /// - Parameter progress: told before each step which part of them is done, 0 to 1.
  func migrate(_ steps: [Migration], _ progress: (Double) -> Void = { _ in }) throws(StoreError) {
    // Rebuilding a table would otherwise cascade; the keys are checked as a whole before the commit.
    try run("PRAGMA foreign_keys = OFF")
    try write { () throws(StoreError) in
      // Read again: another process may have been quicker.
      let found = try format()
      let due = steps.filter { $0.format > found }
      // What was broken before is no reason to keep a library shut.
      let brokenBefore = found > 0 && !due.isEmpty ? try brokenReference() : nil
      for (index, step) in due.enumerated() {
        progress(Double(index) / Double(due.count))
        try step.apply(self)
        try script("PRAGMA user_version = \(step.format)")
      }
      if found == 0 { try script("PRAGMA application_id = \(Schema.applicationID)") }
      if !due.isEmpty, brokenBefore == nil, let broken = try brokenReference() {
        throw .refused(reason: .brokenReferences(table: broken), statement: "PRAGMA foreign_key_check")
      }
    }
    try run("PRAGMA foreign_keys = ON")
  }

  /// The table of a row that points to one that is gone.
  private func brokenReference() throws(StoreError) -> String? {
    try first("PRAGMA foreign_key_check") { $0.text(0) }
  }
}
