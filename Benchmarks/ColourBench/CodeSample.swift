/// Some lines in a language.
struct CodeSample {
  let language: String
  let text: String

  /// The lines again and again, at least so many bytes of them.
  func lines(bytes: Int) -> String {
    String(repeating: text, count: (bytes + text.utf8.count - 1) / text.utf8.count)
  }

  static let all = [
    CodeSample(
      language: "swift",
      text: """
        /// Counts what is there.
        struct Shop<Item: Hashable> {
          let name = "a \\(1 + 2) b"  // a comment
          var prices: [Item: Double] = [:]
          func price(of item: Item) async throws -> Double? {
            guard let price = prices[item], price > 0x1F else { return nil }
            return price * 1.5e3
          }
        }

        """),
    CodeSample(
      language: "python",
      text: """
        # Counts what is there.
        class Shop(Base):
            def __init__(self, name: str = 'a') -> None:
                self.prices = {"a": 1.5, 'b': 0x1F}
            def price(self, item):
                return [f"{p} is {p * 2}" for p in self.prices if p is not None]

        """),
    CodeSample(
      language: "js",
      text: """
        // Counts what is there.
        export class Shop {
          constructor(name = 'a') { this.prices = new Map(); }
          price(item) { return `${item}: ${this.prices.get(item) ?? 0x1F}`; }
        }
        const shops = [1, 2.5].map((one) => one * 2);

        """),
    CodeSample(
      language: "c",
      text: """
        /* Counts what is there. */
        #include <stdio.h>
        static int price(const char *item, double most) {
          for (int i = 0; i < 10; i++) printf("%s: %d\\n", item, i);
          return most > 1.5e3 ? 0x1F : 'a';
        }

        """),
    CodeSample(
      language: "json",
      text: """
        {"name": "a", "prices": [1, 2.5, true, null],
         "shops": {"first": {"open": false, "since": 1999}}}

        """),
    CodeSample(
      language: "bash",
      text: """
        # Counts what is there.
        for item in "${items[@]}"; do
          if [ -f "$item" ]; then echo "is: $(wc -l <"$item")"; fi
        done

        """),
    CodeSample(
      language: "html",
      text: """
        <!-- A shop -->
        <div class="shop" id="one"><p style="color: red">a &amp; b</p>
        <script>const a = "b"; // why</script></div>

        """),
  ]
}
