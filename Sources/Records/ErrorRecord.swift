/// What ended a command, on standard error with `--json`.
package struct ErrorRecord: Codable, Sendable {
  package struct Body: Codable, Sendable {
    /// Stays the same from version to version.
    package var kind: String
    package var exitStatus: Int
    @OrNull package var sentence: String?
    /// What may help, on lines of its own.
    @OrNull package var hint: String?
  }

  package var error: Body

  package init(kind: String, exitStatus: Int, sentence: String?, hint: String?) {
    error = Body(kind: kind, exitStatus: exitStatus, sentence: sentence, hint: hint)
  }
}

/// A word to the user that is no result and ends nothing, on standard error with `--json`.
package struct NoteRecord: Codable, Sendable {
  package struct Body: Codable, Sendable {
    package var sentence: String
    @OrNull package var hint: String?
  }

  package var note: Body

  package init(sentence: String, hint: String?) {
    note = Body(sentence: sentence, hint: hint)
  }
}
