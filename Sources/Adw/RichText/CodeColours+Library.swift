import CAdw
import Platform

/// GtkSourceView, which is loaded when the first code is to be coloured and not linked: its loading, and what it brings
/// into memory, would be part of each start. A process that has it keeps it.
struct SourceView {
  private typealias Pointer = UnsafeMutableRawPointer
  private typealias Text = UnsafePointer<CChar>

  private typealias Start = @convention(c) () -> Void
  private typealias GetDefault = @convention(c) () -> Pointer?
  private typealias GetNamed = @convention(c) (Pointer?, Text?) -> Pointer?
  private typealias Guess = @convention(c) (Pointer?, Text?, Text?) -> Pointer?
  private typealias Make = @convention(c) (Pointer?) -> Pointer?
  private typealias Set = @convention(c) (Pointer?, Pointer?) -> Void
  private typealias Ensure = @convention(c) (Pointer?, UnsafePointer<GtkTextIter>?, UnsafePointer<GtkTextIter>?) -> Void

  private let getLanguage: GetNamed
  private let guessLanguage: Guess
  private let makeBuffer: Make
  private let setScheme: Set
  private let ensureHighlight: Ensure
  private let languages: Pointer
  private let light: Pointer
  private let dark: Pointer

  /// Loads it; nil where it is not, or is not as it should be.
  init?(library: String) {
    guard let opened = dlopen(library, RTLD_NOW | RTLD_LOCAL) else { return nil }
    func function<F>(_ name: String, _ type: F.Type) -> F? {
      dlsym(opened, "gtk_source_" + name).map { unsafeBitCast($0, to: type) }
    }
    guard let start = function("init", Start.self),
      let getLanguages = function("language_manager_get_default", GetDefault.self),
      let getSchemes = function("style_scheme_manager_get_default", GetDefault.self),
      let getScheme = function("style_scheme_manager_get_scheme", GetNamed.self),
      let getLanguage = function("language_manager_get_language", GetNamed.self),
      let guessLanguage = function("language_manager_guess_language", Guess.self),
      let makeBuffer = function("buffer_new_with_language", Make.self),
      let setScheme = function("buffer_set_style_scheme", Set.self),
      let ensureHighlight = function("buffer_ensure_highlight", Ensure.self)
    else { return nil }
    start()
    let schemes = getSchemes()
    // untranslated: a scheme's id
    guard let languages = getLanguages(), let light = getScheme(schemes, "Adwaita"),
      let dark = getScheme(schemes, "Adwaita-dark")
    else { return nil }
    (self.languages, self.light, self.dark) = (languages, light, dark)
    self.getLanguage = getLanguage
    self.guessLanguage = guessLanguage
    self.makeBuffer = makeBuffer
    self.setScheme = setScheme
    self.ensureHighlight = ensureHighlight
  }

  /// A buffer that colours a language; nil for one that GtkSourceView does not know.
  func buffer(for language: CodeLanguage) -> Strong<AnyObjectHandle>? {
    guard let id = language.id else { return nil }
    let found =
      id.isEmpty
      ? getLanguage(languages, language.word) ?? guessLanguage(languages, "x." + language.word, nil)
      : getLanguage(languages, id)
    guard let found, let made = makeBuffer(found) else { return nil }
    let buffer = AnyObjectHandle(Handle(raw: made))
    // What a buffer that somebody types into needs.
    for feature in ["enable-undo", "highlight-matching-brackets", "implicit-trailing-newline"] {
      buffer.setProperty(feature, false)
    }
    wear(.light, buffer)
    return Strong(taking: buffer)
  }

  /// Gives the styles of a buffer the colours of a scheme.
  func wear(_ appearance: CodeAppearance, _ buffer: AnyObjectHandle) {
    setScheme(^buffer, appearance.isDark ? dark : light)
  }

  /// Colours a part of a buffer, before it returns.
  func highlight(_ buffer: AnyObjectHandle, from start: GtkTextIter, to end: GtkTextIter) {
    var (start, end) = (start, end)
    ensureHighlight(^buffer, &start, &end)
  }
}
