import Domain

/// What the program itself says between the messages, and what went wrong.
extension Conversation {
  /// A word of the program's own, between the messages.
  func remark(_ sentence: String) {
    statusLine.hide()
    context.warn(sentence)
  }

  @discardableResult
  func explain(_ error: any Error) -> Failure {
    let failure = Failure(of: error)
    statusLine.hide()
    if let sentence = failure.sentence { context.warn(sentence, hint: failure.hint) }
    return failure
  }

  /// Says why a line was not obeyed. A person writes another one; a script's next lines may rest on this one.
  func refuse(_ error: any Error) {
    let failure = explain(error)
    if !isAtTerminal { leaving = failure.code }
  }
}
