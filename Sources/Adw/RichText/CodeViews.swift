import Markdown

/// How readers want code to be shown in texts whose widgets come and go: folded, wrapped, numbered.
@MainActor package final class CodeViews {
  private struct Place: Hashable {
    let text: AnyHashable
    let block: Int
  }

  /// What was chosen for some code, and how to know that code again without keeping it.
  private struct Choice {
    let view: CodeView
    let language: String
    let length: Int
    let hash: Int
  }

  private var choices: [Place: Choice] = [:]

  /// Nothing chosen yet.
  package init() {}

  /// Has a text show its code as was chosen in it before, by whichever widget. `id` is what it is known by.
  package func join(_ text: RichText, as id: AnyHashable) { text.body.codeViews = (self, id) }

  func keep(_ view: CodeView, of code: CodeBlock, in text: AnyHashable, _ block: Int) {
    choices[Place(text: text, block: block)] = Choice(
      view: view, language: code.language, length: code.text.utf8.count, hash: code.text.hashValue)
  }

  /// What was chosen for this code, which may have grown since; nil for nothing.
  func view(of code: CodeBlock, in text: AnyHashable, _ block: Int) -> CodeView? {
    guard let choice = choices[Place(text: text, block: block)], choice.language == code.language,
      String(code.text.utf8.prefix(choice.length))?.hashValue == choice.hash
    else { return nil }
    return choice.view
  }
}
