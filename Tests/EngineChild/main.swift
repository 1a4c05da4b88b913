import EngineWire
import Frames
import Glibc

// An engine that does what its "model" says: a file that begins as models do, with a word on each further line.
//
// slow     loads until it is ended
// fatal    dies while it loads, unless its file may be run
// refused  does not load
// old      says instead of a greeting that it was built for newer processors
// other    says instead of a greeting that it was built for another processor
// rude     refuses instead of a greeting, for a reason that it cannot know yet
// sleepy   reads the prompt until it is stopped
// echo     says what it was given to read
// settings says what it is to do and how
// patient  speaks until somebody has written into its file
// endless  speaks until it is stopped
// fragile  dies when it is measured
// deaf     takes no notice of a stop
if !Leash.tie(to: STDIN_FILENO) { exit(3) }
let stream = FrameStream(input: STDIN_FILENO, output: STDOUT_FILENO)
var buffer = [UInt8](repeating: 0, count: 4_096)
let count = pread(3, &buffer, buffer.count, 0)
let words = Set(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).split(separator: "\n").dropFirst())

/// When the file was written to last.
func written() -> [Int] {
  var file = stat()
  return fstat(3, &file) == 0 ? [file.st_mtim.tv_sec, file.st_mtim.tv_nsec] : []
}
let begun = written()

var context = 0

@MainActor func say(_ event: EngineEvent) throws(FrameError) { try stream.send(event.frame) }

@MainActor func order() throws(FrameError) -> EngineOrder {
  try EngineOrder(try stream.frame(atMost: EngineOrder.frameLimit))
}

/// Whether a stop has come, after a moment's wait for it.
@MainActor func isStopped() throws(FrameError) -> Bool {
  var wanted = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
  guard poll(&wanted, 1, 2) > 0 else { return false }
  _ = try order()
  return !words.contains("deaf")
}

@MainActor func generate(_ id: UInt64, _ generation: EngineOrder.Generation) throws(FrameError) {
  let prompt = generation.prompt
  try say(.began(id: id, EngineEvent.Extent(tokens: 100)))
  try say(.reading(id: id, done: 50, total: 100))
  while words.contains("sleepy") {
    if try isStopped() { return try say(.ended(id: id, .stopped)) }
  }
  try say(.reasoning(id: id, "Well. "))
  if words.contains("echo") {
    let told = prompt.messages.map { "\($0.role): \($0.text)" }
    try say(.text(id: id, ([String(prompt.time)] + told).joined(separator: "\n")))
  } else if words.contains("settings") {
    let sampling = generation.sampling
    let numbers = [
      sampling.temperature, Double(sampling.topK), sampling.topP, sampling.minP, sampling.repeatPenalty,
      sampling.frequencyPenalty, sampling.presencePenalty, Double(generation.maximumTokens),
    ]
    let words = numbers.map { "\($0)" } + ["\(context)", "\(prompt.thinking)", "\(sampling.seed)"]
    try say(.text(id: id, words.joined(separator: " ")))
  } else {
    try say(.text(id: id, "One two"))
  }
  while words.contains("patient"), written() == begun { usleep(2_000) }
  var count = 0
  while words.contains("endless") {
    if try isStopped() { return try say(.ended(id: id, .stopped)) }
    count += 1
    try say(.text(id: id, " \(count)"))
  }
  try say(.usage(id: id, EngineEvent.Usage(promptTokens: 100, replyTokens: 2, replyTime: .milliseconds(20))))
  try say(.ended(id: id, .finished))
}

let refusals: [Substring: EngineRefusal.Code] = ["old": .oldProcessor, "other": .otherProcessor, "rude": .damaged]

do {
  for (word, code) in refusals where words.contains(word) {
    try say(.refused(id: 0, EngineRefusal(code, "AVX2")))
    exit(0)
  }
  try say(.greeting(EngineEvent.Greeting(holds: 9, landlock: 4, version: "1.2.3")))
  guard case .open(let opening) = try order() else { exit(2) }
  try say(.loading(part: 0.5))
  var file = stat()
  if words.contains("fatal"), fstat(3, &file) == 0, file.st_mode & S_IXUSR == 0 { abort() }
  if words.contains("refused") {
    try say(.refused(id: 0, EngineRefusal(.damaged, "no weights")))
    exit(0)
  }
  while words.contains("slow") { _ = try stream.frame(atMost: EngineOrder.frameLimit) }
  var model = EngineModel()
  model.contextLength = opening.contextLength
  model.recommended = .init(temperature: 0.5, topK: 20, repeatPenalty: 1.5)
  context = opening.contextLength
  try say(.opened(model))
  while true {
    switch try order() {
    case .generate(let id, let generation): try generate(id, generation)
    case .bench(let id, _, _):
      if words.contains("fragile") { abort() }
      try say(.benched(id: id, prompt: 100, reply: 10))
    case .stop, .forget: break
    default: exit(2)
    }
  }
} catch {
  exit(1)
}
