// One program for all targets, made by scripts/fuzz from the sources of the reader's headers, of the frames, of the wires and of Markdown, and
// from this folder. Not a target of the package: libFuzzer brings a `main` of its own.
import Glibc

/// What is fuzzed; FUZZ_TARGET says which.
enum Target: String {
  case jpeg, png, gif, webp, tiff, boxes, frame, order, answer, engineOrder, engineEvent, markdown

  static let chosen: Target = {
    guard let name = getenv("FUZZ_TARGET"), let target = Target(rawValue: String(cString: name)) else {
      say("FUZZ_TARGET names no target")
      exit(2)
    }
    return target
  }()
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeRawBufferPointer(start: start, count: count)
  switch Target.chosen {
  case .jpeg: HeaderRules.jpeg(input)
  case .png: HeaderRules.png(input)
  case .gif: HeaderRules.gif(input)
  case .webp: HeaderRules.webp(input)
  case .tiff: HeaderRules.tiff(input)
  case .boxes: HeaderRules.boxes(input)
  case .frame: WireRules.frame(input)
  case .order: WireRules.order(input)
  case .answer: WireRules.answer(input)
  case .engineOrder: EngineRules.order(input)
  case .engineEvent: EngineRules.event(input)
  case .markdown: MarkdownRules.text(input)
  }
  return 0
}

/// Ends the run, with the input kept, where a rule does not hold.
func demand(_ holds: Bool, _ rule: String) {
  guard !holds else { return }
  say("A rule does not hold: \(rule)")
  abort()
}

private func say(_ sentence: String) {
  let line = Array((sentence + "\n").utf8)
  _ = write(STDERR_FILENO, line, line.count)
}
