import Testing

/// Answers as models write them.
struct TypicalText: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let text: String

  static let all = [
    TypicalText(testDescription: "an answer", text: answer), TypicalText(testDescription: "lists", text: lists),
    TypicalText(testDescription: "tables", text: tables), TypicalText(testDescription: "formulas", text: formulas),
    TypicalText(testDescription: "links", text: links), TypicalText(testDescription: "Japanese", text: japanese),
    TypicalText(testDescription: "Arabic", text: arabic),
  ]

  private static let answer = """
    # How sorting works

    Sorting puts things **in order**. There are *many* ways, and `sort()` hides most of them.

    ## Quick sort

    1. Choose a **pivot**.
    2. Part the list:
       - what is smaller goes *left*,
       - what is larger goes *right*.
    3. Do the same with both parts.

    ```swift
    func sorted(_ list: [Int]) -> [Int] {
      // A list of one is sorted: list[0]
      guard let pivot = list.first else { return [] }
      return list.filter { $0 < pivot } + [pivot] + list.filter { $0 > pivot }
    }
    ```

    > **Note:** it takes `n * log(n)` steps *on average*, and n² at worst.

    ---

    That is all. ~~Nothing~~ Much more can be said; 5 * 3 = 15, snake_case stays, and 2 * 3 * 4 is 24.

    """

  private static let lists = """
    Here is a plan:

    - [x] Read the notes
    - [ ] Write the code
      1. first part
      2. second part with **bold** and `code`

    * one

    * two

      a second paragraph of two

    + three

    Heading below
    ===

    and another
    -----------

    10) ten
    11) eleven

    """

  private static let tables = """
    A comparison:

    | Name | Size | Notes |
    |:-----|-----:|:-----:|
    | `a`  | 1    | **good** |
    | b    | 20   | see [this](https://example.org/b) |
    | c    | 300  | |

    After the table.

    - with a list
    - | not a table | here |

    """

  private static let formulas = #"""
    The formula $x_1 + x_2 = y$ holds for \(a * b * c\), and

    $$
    E = mc^2
    $$

    \[ \sum_{i=1}^n i = \frac{n(n+1)}{2} \]

    It costs $5 here and $6 there.

    """#

  private static let links = """
    See [the documentation](https://example.org/a_(b)) and <https://example.com>, or write to someone@example.org.
    [A link at the start](https://example.org "with a title") and an ![image **here**](https://example.org/a.png).

    - [Swift](https://swift.org): a language
    - **[GTK](https://gtk.org)**: a toolkit; AT&amp;T &copy; 2026
    - https://example.net/a*b*c_d_e

    """

  private static let japanese = """
    これは**重要**です。
    次の行も*続き*ます。`コード`もあります。

    - 一つ目
    - 二つ目は[リンク](https://example.jp)です

    """

  private static let arabic = """
    ## مرحبا

    هذا نص **مهم** و*مائل* مع `code` في الوسط.

    1. أولا
    2. ثانيا

    """
}
