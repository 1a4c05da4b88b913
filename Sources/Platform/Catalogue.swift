#if canImport(Glibc)
  private import CGettext
#endif

/// The translations of one program, as the C library reads them: a gettext domain.
package enum Catalogue {
  private static let domain = "sotto"

  /// Takes the user's locale for everything that the C library writes, and looks for translations below `folder`
  /// (`de/LC_MESSAGES/sotto.mo`). To be called before other threads start.
  package static func open(in folder: String) {
    setlocale(LC_ALL, "")
    #if canImport(Glibc)
      bindtextdomain(domain, folder)
      bind_textdomain_codeset(domain, "UTF-8")
    #endif
  }

  /// The translation of a text; nil where there is none.
  package static func translation(of key: String) -> String? {
    #if canImport(Glibc)
      return key.withCString { key in
        guard let found = dgettext(domain, key), found != UnsafeMutablePointer(mutating: key) else { return nil }
        return String(cString: found)
      }
    #else
      return nil
    #endif
  }

  /// The translation of a text with a count, in the form that the language has for this count; nil where there is none.
  package static func translation(of one: String, orOf other: String, for count: Int) -> String? {
    #if canImport(Glibc)
      return one.withCString { one in
        other.withCString { other in
          // A language asks for the last digits or for 1 only, so a count below zero is as good as the same above.
          guard let found = dngettext(domain, one, other, count.magnitude),
            found != UnsafeMutablePointer(mutating: one), found != UnsafeMutablePointer(mutating: other)
          else { return nil }
          return String(cString: found)
        }
      }
    #else
      return nil
    #endif
  }
}
