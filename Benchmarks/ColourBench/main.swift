// How long colouring code takes, in the processor's time of the main thread; prints a Markdown table. Needs a display.
import Adw
import Platform

guard Toolkit.start() else {
  print("sotto-colour-bench: there is no display")
  exit(1)
}
let colours = CodeColours()
var firstLoad = true
print(
  "| language | loaded with its first code, ms | 10 KB, µs a KB | 100 KB, µs a KB | ratio | longest turn, ms | a line more, µs |"
)
print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
for sample in CodeSample.all {
  let load = Colouring(of: sample.lines(bytes: 10), sample.language)
  let short = Colouring.best(of: sample.lines(bytes: 10_000), sample.language)
  let long = Colouring.best(of: sample.lines(bytes: 100_000), sample.language)
  let ratio = long.microsecondsAKilobyte / short.microsecondsAKilobyte
  print(
    "| \(sample.language)\(firstLoad ? ", and GtkSourceView" : "") | \(tenths(load.total * 1e3)) | \(tenths(short.microsecondsAKilobyte)) | \(tenths(long.microsecondsAKilobyte)) | \(tenths(ratio)) × | \(tenths(long.longest * 1e3)) | \(tenths(growth(of: sample))) |"
  )
  firstLoad = false
}

/// One text that is coloured to its end.
struct Colouring {
  let bytes: Int
  /// Seconds of all turns, and of the longest.
  private(set) var total = 0.0
  private(set) var longest = 0.0

  var microsecondsAKilobyte: Double { total * 1e6 / (Double(bytes) / 1e3) }

  init(of text: String, _ language: String) {
    bytes = text.utf8.count
    let colouring = CodeColouring(language: language, by: colours) { _ in }
    turn { colouring.show(text) }
    while colours.isBusy { turn { MainLoop.turn(mayBlock: true) } }
    if colouring.spans.isEmpty { print("sotto-colour-bench: \(language) has no colours") }
  }

  private mutating func turn(_ work: () -> Void) {
    let used = secondsUsed(by: work)
    total += used
    longest = max(longest, used)
  }

  static func best(of text: String, _ language: String) -> Colouring {
    (0..<5).map { _ in Colouring(of: text, language) }.min { $0.total < $1.total }!
  }
}

/// Microseconds that a line more takes while code comes, behind 10 KB.
func growth(of sample: CodeSample) -> Double {
  let text = sample.lines(bytes: 10_000)
  let colouring = CodeColouring(language: sample.language, by: colours) { _ in }
  colouring.show(text)
  while colours.isBusy { MainLoop.turn(mayBlock: true) }
  let more = sample.lines(bytes: 4_000).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  var (grown, used) = (text, 0.0)
  for line in more {
    grown += line + "\n"
    used += secondsUsed { colouring.show(grown) }
    while colours.isBusy { used += secondsUsed { MainLoop.turn(mayBlock: true) } }
  }
  return used * 1e6 / Double(more.count)
}

func secondsUsed(by work: () -> Void) -> Double {
  let before = threadTime()
  work()
  let (seconds, attoseconds) = (threadTime() - before).components
  return Double(seconds) + Double(attoseconds) / 1e18
}

func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
