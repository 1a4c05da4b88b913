/// The language of a block of code, by what was written behind its fence.
nonisolated package struct CodeLanguage: Hashable, Sendable {
  /// The name to show; of a language that is not known the word as it was written, empty where none was.
  package let name: String
  /// What GtkSourceView calls the language; empty where it is to look for the word itself, nil for plain text.
  let id: String?
  /// The word as it is looked up: in small letters, without what people put around it.
  let word: String
  /// How the names of files in it end, with the full stop, or the only name that they have.
  private let file: String

  /// Reads what was written behind a fence: `py`, `C++`, `{.python}`, `language-js`, `python:main.py`.
  package init(_ written: String) {
    let word = Self.word(in: written)
    self.word = word
    if let known = Self.known[word] {
      (name, id, file) = (known.name, known.id, known.file)
    } else {
      let isWord =
        !Self.plain.contains(word) && !word.isEmpty && word.utf8.count <= Self.longest
        && word.utf8.allSatisfy(Self.isOfNames)
      name = isWord ? word : ""
      id = isWord ? "" : nil
      file = Self.plainEnding
    }
  }

  /// A name for a file with such code: `stem` with the ending that the language's files have, or a name that is given.
  package func fileName(_ stem: String) -> String { file.hasPrefix(".") ? stem + file : file }

  private struct Known {
    let name: String
    let id: String?
    let file: String
  }

  private static let plainEnding = ".txt"
  private static let longest = 24
  /// What is written where there is no language.
  private static let plain: Set = ["text", "plaintext", "plain", "txt", "none", "output", "stdout", "log", "ascii"]

  private static let known: [String: Known] = {
    var known: [String: Known] = [:]
    for line in table.split(separator: "\n") {
      let columns = line.split(separator: "|").map { $0.drop { $0 == " " } }
      let words = columns.map { $0.split(separator: " ").map(String.init) }
      let row = Known(name: words[0].joined(separator: " "), id: words[1].first { $0 != "-" }, file: words[2][0])
      for word in words[3] { known[word] = row }
    }
    return known
  }()

  /// The first word of what was written, in small letters.
  private static func word(in written: String) -> String {
    var rest = written.utf8.prefix(200).drop { $0 <= 0x20 || $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: ".") }
    rest = rest.prefix { $0 > 0x20 && !(":,;{}()[]=".utf8.contains($0)) }
    var word = String(decoding: rest, as: UTF8.self).lowercased()
    for prefix in ["language-", "lang-"] where word.hasPrefix(prefix) { word.removeFirst(prefix.utf8.count) }
    return word
  }

  private static func isOfNames(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      || "+#-_.".utf8.contains(byte)
  }

  /// Name, GtkSourceView's id or - for plain text, ending or name of its files, what people and models write.
  // untranslated: names of languages
  private static let table = """
    Ada | ada | .adb | ada adb ads
    AsciiDoc | asciidoc | .adoc | asciidoc adoc
    Assembly | - | .s | asm assembly nasm x86asm armasm
    Awk | awk | .awk | awk gawk
    BibTeX | bibtex | .bib | bibtex bib
    C | c | .c | c
    C Header | chdr | .h | h
    C# | c-sharp | .cs | c# csharp cs c-sharp dotnet
    C++ | cpp | .cpp | c++ cpp cc cxx cplusplus hpp hxx hh h++
    Clojure | commonlisp | .clj | clojure clj cljs edn
    CMake | cmake | CMakeLists.txt | cmake
    COBOL | cobol | .cob | cobol cob cbl
    Common Lisp | commonlisp | .lisp | lisp commonlisp common-lisp cl elisp emacs-lisp
    CSS | css | .css | css
    CSV | - | .csv | csv tsv
    CUDA | cuda | .cu | cuda cu
    D | d | .d | d dlang
    Dart | dart | .dart | dart flutter
    Diff | diff | .diff | diff patch udiff
    Dockerfile | docker | Dockerfile | dockerfile docker containerfile
    DOS Batch | dosbatch | .bat | bat batch cmd dosbatch dos
    Elixir | ruby | .ex | elixir ex exs
    Erlang | erlang | .erl | erlang erl
    F# | fsharp | .fs | f# fsharp fs
    Fish | fish | .fish | fish
    Fortran | fortran | .f90 | fortran f90 f95 for
    GDScript | gdscript | .gd | gdscript gd godot
    gettext | gettext-translation | .po | po pot gettext
    GLSL | glsl | .glsl | glsl vert frag wgsl hlsl
    Go | go | .go | go golang
    Gradle | gradle | .gradle | gradle
    Graphviz | dot | .dot | dot graphviz gv
    GraphQL | - | .graphql | graphql gql
    Groovy | groovy | .groovy | groovy
    Haskell | haskell | .hs | haskell hs
    HTML | html | .html | html htm html5 xhtml vue svelte
    INI | ini | .ini | ini conf cfg config editorconfig properties dotenv env systemd service desktop
    Java | java | .java | java
    JavaScript | js | .js | javascript js mjs cjs node nodejs ecmascript es6
    JSX | jsx | .jsx | jsx
    JSON | json | .json | json json5 jsonc geojson jsonl ndjson ipynb webmanifest
    Julia | julia | .jl | julia jl
    Kotlin | kotlin | .kt | kotlin kt kts
    LaTeX | latex | .tex | latex tex
    Less | less | .less | less
    LLVM | llvm | .ll | llvm
    Lua | lua | .lua | lua luau
    Makefile | makefile | Makefile | makefile make mk gnumake
    Markdown | markdown | .md | markdown md mdown mkd
    Matlab | matlab | .m | matlab
    Mermaid | - | .mmd | mermaid mmd
    Meson | meson | meson.build | meson
    Nix | - | .nix | nix
    Objective-C | objc | .m | objective-c objectivec objc obj-c
    Objective-C++ | objc | .mm | objective-c++ objectivec++ objc++ objcpp mm
    OCaml | ocaml | .ml | ocaml ml mli
    Octave | octave | .m | octave
    OpenCL | opencl | .cl | opencl
    Pascal | pascal | .pas | pascal pas delphi objectpascal
    Perl | perl | .pl | perl pl pm
    PHP | php | .php | php php3 php7 php8
    PowerShell | powershell | .ps1 | powershell ps1 ps pwsh psm1 psd1
    Prolog | prolog | .pro | prolog
    Protocol Buffers | proto | .proto | protobuf proto proto3
    Python | python3 | .py | python py python3 py3 python2 py2 pyi ipython pycon cpython sage
    R | r | .r | r rlang rscript
    Ruby | ruby | .rb | ruby rb rake gemfile irb
    Rust | rust | .rs | rust rs
    Scala | scala | .scala | scala sc sbt
    Scheme | scheme | .scm | scheme scm racket rkt
    SCSS | scss | .scss | scss sass
    Shell | sh | .sh | sh bash shell zsh ksh dash console shell-session shellsession sh-session bash-session terminal term
    Solidity | solidity | .sol | solidity sol
    SPARQL | sparql | .rq | sparql
    SQL | sql | .sql | sql mysql postgresql postgres psql plpgsql plsql sqlite sqlite3 tsql mssql mariadb
    Swift | swift | .swift | swift swiftui
    SystemVerilog | systemverilog | .sv | systemverilog sv
    Tcl | tcl | .tcl | tcl
    Terraform | terraform | .tf | terraform tf hcl
    Texinfo | texinfo | .texi | texinfo texi
    Thrift | thrift | .thrift | thrift
    TOML | toml | .toml | toml
    Twig | twig | .twig | twig jinja jinja2 j2
    TypeScript | typescript | .ts | typescript ts mts cts deno
    TSX | typescript-jsx | .tsx | tsx
    Vala | vala | .vala | vala vapi
    Verilog | verilog | .v | verilog v
    VHDL | vhdl | .vhd | vhdl vhd
    Visual Basic | vbnet | .vb | vb vbnet visualbasic vba vbscript
    XML | xml | .xml | xml svg xsd rss atom plist xaml glade wsdl mathml
    XSLT | xslt | .xsl | xslt xsl
    YAML | yaml | .yml | yaml yml
    Zig | - | .zig | zig
    """
}
