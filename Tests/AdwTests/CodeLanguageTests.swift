import Adw
import Testing

@Suite struct CodeLanguageTests {
  @Test(
    "what people and models write behind a fence is understood",
    arguments: [
      ("python", "Python", "code.py"), ("py", "Python", "code.py"), ("python3", "Python", "code.py"),
      ("Python", "Python", "code.py"), ("js", "JavaScript", "code.js"), ("javascript", "JavaScript", "code.js"),
      ("ts", "TypeScript", "code.ts"), ("tsx", "TSX", "code.tsx"), ("bash", "Shell", "code.sh"),
      ("shell", "Shell", "code.sh"), ("zsh", "Shell", "code.sh"), ("console", "Shell", "code.sh"),
      ("golang", "Go", "code.go"), ("c++", "C++", "code.cpp"), ("cpp", "C++", "code.cpp"), ("C#", "C#", "code.cs"),
      ("csharp", "C#", "code.cs"), ("objective-c", "Objective-C", "code.m"), ("rs", "Rust", "code.rs"),
      ("kt", "Kotlin", "code.kt"), ("yml", "YAML", "code.yml"), ("dockerfile", "Dockerfile", "Dockerfile"),
      ("makefile", "Makefile", "Makefile"), ("cmake", "CMake", "CMakeLists.txt"), ("jsonc", "JSON", "code.json"),
      ("tex", "LaTeX", "code.tex"), ("ps1", "PowerShell", "code.ps1"), ("powershell", "PowerShell", "code.ps1"),
      ("text", "", "code.txt"), ("plaintext", "", "code.txt"), ("", "", "code.txt"), ("  ", "", "code.txt"),
      ("{.python}", "Python", "code.py"), ("language-js", "JavaScript", "code.js"),
      ("python:main.py", "Python", "code.py"),
      ("rust,ignore", "Rust", "code.rs"), ("js{1,3}", "JavaScript", "code.js"),
      ("swift title=\"x\"", "Swift", "code.swift"),
      ("brainfuck", "brainfuck", "code.txt"), ("zig", "Zig", "code.zig"), ("日本", "", "code.txt"),
      ("../../etc/passwd", "", "code.txt"), (String(repeating: "x", count: 100_000), "", "code.txt"),
    ])
  func written(written: String, name: String, file: String) {
    let language = CodeLanguage(written)
    #expect(language.name == name && language.fileName("code") == file)
  }
}
