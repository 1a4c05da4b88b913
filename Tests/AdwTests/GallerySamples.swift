import Markdown

/// Texts as models and people write them.
enum GallerySample {
  private static let quote = [Container(.quotation, isFirst: true)]
  private static let quoted = [Container(.quotation, isFirst: false)]

  private static func loose(_ text: String, _ number: Int) -> Block {
    Block(.paragraph(Inline(text)), in: [Container(.item(.number(number, hasParenthesis: false)), isFirst: true)])
  }

  static let answer: [Block] = [
    Block(.heading(level: 1, Inline("Keeping sourdough alive"))),
    Block(
      .paragraph(
        Sample.text(
          "A starter is a culture of wild yeast and bacteria. It wants flour, water and warmth, and it forgives almost everything but neglect. This is the short version; the long one is in the handbook, where every step has its reason.",
          ("wild yeast", .strong), ("forgives almost everything", .emphasis),
          ("the handbook", .link("https://example.org"))))),
    Block(.heading(level: 2, Inline("Every day"))),
    Sample.item(
      "Throw half of it away. Yes, really: it is what keeps the other half hungry, and hungry is what makes it rise."),
    Block(
      .paragraph(
        Sample.text(
          "Feed it with the same weight of flour and water, say 50 g each; call feed() if you are a robot.",
          ("50 g", .strong), ("feed()", .code))),
      in: [Container(.item(.bullet), isFirst: true, isTight: true)]),
    Sample.item("wholemeal, if it is slow", .bullet, outer: [Sample.open]),
    Sample.item("white flour otherwise", .bullet, outer: [Sample.open]),
    Sample.item("or what is there", .bullet, outer: [Sample.open, Sample.open]),
    Sample.item("Leave it alone."),
    Block(.heading(level: 3, Inline("A table of feeding times"))),
    Block(
      .table(
        Table(
          alignments: [.start, .end, .centre],
          head: [Inline("Temperature"), Inline("Hours"), Inline("Worth it?")],
          rows: [
            [Inline("18 °C"), Inline("24"), Inline("yes")], [Inline("22 °C"), Inline("12"), Inline("yes")],
            [Inline("28 °C, near the oven"), Inline("6"), Inline("hardly")],
          ]))),
    Block(
      .paragraph(
        Sample.text(
          "In code, with half = mass / 2 and the rule E = mc² in mind:", ("half = mass / 2", .code), ("E = mc²", .math))
      )),
    Block(
      .code(
        CodeBlock(
          """
          func feed(_ starter: inout Starter) {
            let half = starter.mass / 2  // the rest becomes pancakes
            starter.mass = half
            starter.add(flour: half / 2, water: half / 2)

            guard starter.isHungry else { return }
            feed(&starter)
          }
          """, language: "swift"))),
    Block(.paragraph(Inline("That is all there is to it.")), in: quote),
    Block(
      .paragraph(Sample.text("— the baker, who was wrong right about most things", ("wrong", .strikethrough))),
      in: quoted),
  ]

  static let more: [Block] =
    [
      Block(.heading(level: 2, Inline("Before you start"))),
      Sample.item("Scales", .task(isDone: true)),
      Sample.item("A jar with a lid that does not close", .task(isDone: true)),
      Sample.item(
        "Patience, for about a week and a half, during which nothing much happens at all", .task(isDone: false)),
    ]
    + (8...11).map { Sample.item("Step \($0), in which something is stirred", .number($0, hasParenthesis: false)) } + [
      Block(.rule),
      loose("A loose item, which has more room around it because somebody left a line empty.", 1),
      loose("Another one.", 2),
      Block(
        .paragraph(Inline("With a second paragraph.")),
        in: [Container(.item(.number(2, hasParenthesis: false)), isFirst: false)]),
      Block(
        .code(CodeBlock("starter --feed --now", language: "sh")),
        in: [Container(.item(.number(2, hasParenthesis: false)), isFirst: false)]),
      Block(.paragraph(Inline("A quotation,")), in: quote),
      Block(
        .paragraph(
          Inline("and one in it, which goes on for so long that it needs more than a single line to be said.")),
        in: quoted + quote),
      Block(.paragraph(Inline("and back again.")), in: quoted),
      Block(
        .table(
          Table(
            alignments: [],
            head: (1...9).map { Inline("Column number \($0)") },
            rows: (1...3).map { row in (1...9).map { Inline("Cell \(row).\($0) with words") } }))),
      Block(
        .code(
          CodeBlock(
            "a line of code that is far too long for the width of the window, so that it has to be scrolled sideways // and more and more\nshort"
          ))),
      Block(
        .paragraph(Sample.text("A claim.1", ("1", .footnote)))),
      Block(.paragraph(Inline("And where it was read.")), in: [Container(.footnote(1), isFirst: true)]),
    ]

  static let rightToLeft: [Block] = [
    Block(.heading(level: 2, Inline("מחמצת לכל יום"))),
    Block(
      .paragraph(Sample.text("מחמצת היא תרבית של שמרי בר וחיידקים. היא רוצה קמח, מים וחום.", ("שמרי בר", .strong)))),
    Sample.item("לזרוק חצי ממנה"), Sample.item("Feed it with flour"),
    Sample.item("קמח מלא", .bullet, outer: [Sample.open]),
    Sample.item("ראשון", .number(1, hasParenthesis: false)), Sample.item("שני", .number(2, hasParenthesis: false)),
    Sample.item("نعم", .task(isDone: true)),
    Block(.paragraph(Inline("זה הכול.")), in: quote),
    Block(
      .table(
        Table(
          alignments: [.start, .end], head: [Inline("טמפרטורה"), Inline("שעות")],
          rows: [[Inline("18"), Inline("24")], [Inline("22"), Inline("12")]]))),
    Block(.code(CodeBlock("let x = 1  // שלום עולם", language: "swift"))),
    Block(.paragraph(Inline("An English paragraph in between, which begins at the left."))),
    Block(.paragraph(Inline("العربية لغة جميلة، وفيها كلمات كثيرة."))),
  ]

  static let talk: [Block] = [
    Block(.typed(Inline("Hi!"), isContinued: false)),
    Block(
      .typed(
        Inline("Hello. How are you today? I wanted to ask whether the starter survived the weekend."),
        isContinued: false)),
    Block(
      .typed(
        Sample.text(
          "It did, see https://example.org/starter\nand the pictures.\n\nGreat, isn't it?",
          ("https://example.org/starter", .link("https://example.org/starter"))), isContinued: false)),
    Block(.typed(Inline("🎉"), isContinued: false)),
    Block(.typed(Inline("👩‍👩‍👧‍👦🥖❤️"), isContinued: false)),
    Block(.code(CodeBlock("let bread = try oven.bake(dough)", language: "swift"))),
    Block(.typed(Inline("שלום, מה שלומך?"), isContinued: false)),
    Block(.typed(Inline("日本語の文章もここにあります。Mixed with 😀 emoji and العربية in one line."), isContinued: false)),
    Block(
      .paragraph(
        Sample.text(
          "Try the code brew install, then look at the page.", ("brew install", .code),
          ("the page", .link("https://example.org"))))),
    Block(
      .paragraph(
        Sample.text(
          "Try the code brew install, then look at the page.", ("brew install", .code),
          ("the page", .link("https://example.org"))))),
  ]
}
