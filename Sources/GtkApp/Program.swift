/// What this program is called.
enum Program {
  static let name = "Sotto"  // untranslated: a name
  static let version = "0.1.0"
}
