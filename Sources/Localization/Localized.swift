private import Platform

/// A text in the user's language; as it stands where the catalogue has no other.
///
/// The script that makes the catalogue reads the calls, so the text is written out in each of them. One that means
/// several things gets a `context`, in English: what it is, as "a button" or "a chat".
public func localized(_ message: LocalizedMessage, context: String? = nil) -> String {
  let key = context.map { $0 + "\u{4}" + message.key } ?? message.key
  return message.filled(Catalogue.translation(of: key) ?? message.key)
}

/// A text with a count, in the form that the user's language has for it. Both forms name the same things in the same
/// order: `localized(count, one: "\(count) chat", other: "\(count) chats")`.
public func localized(_ count: Int, one: LocalizedMessage, other: LocalizedMessage) -> String {
  let english = count == 1 ? one : other
  return english.filled(Catalogue.translation(of: one.key, orOf: other.key, for: count) ?? english.key)
}

/// Takes the user's language. To be called first of all by every face; until then all texts are English.
///
/// The translations lie beside a program as it was built, else where the system keeps those of installed ones.
public func openLocalization() {
  let bin = ownProgram().split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
  let own = bin + "/translations"
  Catalogue.open(in: access(own, F_OK) == 0 ? own : bin + "/../share/locale")
}
