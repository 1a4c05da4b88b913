/// A text in some language.
nonisolated struct CodeSample: Sendable {
  let language: String
  let text: String
}

/// Some lines in the languages that are written most.
nonisolated enum CodeSamples {
  static let all: [CodeSample] = [
    CodeSample(
      language: "swift",
      text: """
        import Foundation
        /* A comment
           of two lines */
        @MainActor final class Shop<Item: Hashable> {
          let name = "a \\(1 + 2) b"  // TODO: ä 😀
          var prices: [Item: Double] = [:]
          func price(of item: Item) async throws -> Double? {
            guard let price = prices[item], price > 0x1F else { return nil }
            return price * 1.5e3
          }
        }
        let text = \"""
          three
          lines
          \"""

        """),
    CodeSample(
      language: "python",
      text: """
        #!/usr/bin/env python3
        from dataclasses import dataclass

        @dataclass
        class Shop:
            '''Doc, http://example.org
            in lines'''
            name: str = "x\\n%s"

            def price(self, *items: int) -> float:
                # why
                return sum(f"{i:>3}" == None or not True for i in items) * 0x1f + 1.5
        """),
    CodeSample(
      language: "js",
      text: """
        // one
        import { a } from "b";
        const f = async (x) => { return `t ${x + 1} u`.match(/a+[b]/g) ?? null; };
        /** @param {string} y */
        class A extends B { constructor(y) { super(); this.y = y; } }
        if (!f || typeof f === 'string') throw new Error("n\\n");
        """),
    CodeSample(
      language: "typescript",
      text: """
        interface Shop<T> { readonly name: string; price?: number | null }
        export type Id = `a-${string}`;
        function f<T extends Shop<number>>(a: T, ...b: unknown[]): asserts a is T { return; }
        let x: Array<string> = ["1", '2'] as const; // why
        """),
    CodeSample(
      language: "html",
      text: """
        <!DOCTYPE html>
        <html lang="en"><head><style>p { color: red; }</style></head>
        <!-- a
        comment -->
        <body><p class='a' id=b>&amp; text</p><script>let a = "b"; // why
        </script></body></html>
        """),
    CodeSample(
      language: "json",
      text: "{\n  \"a\": [1, -2.5e3, true, null],\n  \"b\": {\"c\": \"d\\n\\u00e4\", \"e\": {}}\n}\n"),
    CodeSample(
      language: "bash",
      text: """
        #!/bin/bash
        set -euo pipefail  # why
        for f in "$@"; do
          if [[ -f "$f" && ${#f} -gt 3 ]]; then echo "it's $(wc -l <"$f")"; fi
        done
        cat <<EOF
        here $HOME
        EOF
        case $1 in a|b) exit 1 ;; esac
        """),
    CodeSample(
      language: "c++",
      text: """
        #include <vector>
        #define MAX(a, b) \\
          ((a) > (b))
        template <typename T> class A : public B { public: virtual ~A() = default; };
        int main() { std::vector<int> v{1, 2}; printf("%d\\n", v[0]); return 'a'; /* c */ }
        """),
    CodeSample(
      language: "rust",
      text: """
        #[derive(Debug)]
        struct A<'a> { b: &'a str, c: Option<u32> }
        impl<'a> A<'a> { fn d(&self) -> u32 { println!("{}", 1_000u32); self.c.unwrap_or(0) } } // why
        """),
    CodeSample(
      language: "sql",
      text: "-- why\nSELECT a, COUNT(*) FROM \"b\" WHERE c = 'd' AND e IS NOT NULL /* f\ng */ LIMIT 3;\n"),
    CodeSample(
      language: "yaml", text: "# why\na: &b\n  - c: \"d\"\n    e: true\n  - 12\nf: |\n  text\n  more\ng: *b\n"),
    CodeSample(
      language: "css",
      text: "/* why */\n@media (min-width: 3px) { a.b > #c:hover { color: #fff; margin: 1em !important } }\n"),
    CodeSample(language: "diff", text: "--- a/b\n+++ a/b\n@@ -1,2 +1,2 @@ f\n-old\n+new\n same\n"),
    CodeSample(language: "xml", text: "<?xml version=\"1.0\"?>\n<!-- why -->\n<a b=\"c\"><![CDATA[ <d> ]]>&lt;</a>\n"),
    CodeSample(
      language: "tex",
      text: "\\documentclass{article} % why\n\\begin{document}\n$a_1 + \\frac{1}{2}$ \\emph{b}\n\\end{document}\n"),
    CodeSample(language: "toml", text: "# why\n[a.b]\nc = \"d\"\ne = [1, 2.5, true]\nf = 2020-01-01\n"),
    CodeSample(
      language: "powershell",
      text: "# why\nfunction Get-A { param([string]$b) if ($b -eq 'c') { Write-Host \"d $b\" } }\n"),
    CodeSample(language: "dockerfile", text: "# why\nFROM a:1 AS b\nRUN apt-get update && \\\n  echo \"c\"\nENV D=e\n"),
    CodeSample(language: "makefile", text: "# why\nA := b\nall: $(A)\n\t@echo \"c\" $@\nifdef D\nendif\n"),
  ]
}
