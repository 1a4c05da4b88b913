// The measurements of docs/benchmarks.md; each is a ratio within one run.
//
//   sotto-bench send | open | pages | grow | pictures | all   prints Markdown tables
//   sotto-bench model --out FILE                      writes a model of random weights, 0.7 GB
//   sotto-bench local-model --tools DIR --model FILE --small FILE   a local model against llama.cpp's own programs
//   sotto-bench fill --home DIR                       makes a library of 10,000 chats and 1,000,000 messages
//   sotto-bench markdown                              parsing answers, also while they come
//   sotto-bench answer --bytes N                      prints an answer in Markdown
//   sotto-bench fill-thread --home DIR [--messages N] [--of texts|pictures|answers|plain]   makes a library with a long chat
//   sotto-bench fill-long --home DIR [--shape NAME --bytes N]   makes a library whose open chat ends with one long message
import Platform

let arguments = Array(CommandLine.arguments.dropFirst())
func option(_ name: String) -> String? {
  arguments.firstIndex(of: name).flatMap { arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil }
}

do {
  switch arguments.first {
  case "send": try await benchSend()
  case "open": try await benchOpen()
  case "pages": try await benchPages()
  case "grow": try await benchGrow()
  case "pictures": try await benchPictures()
  case "markdown": try await benchMarkdown()
  case "answer":
    var maker = AnswerMaker()
    print(maker.answer(bytes: Int(option("--bytes") ?? "") ?? 3_400), terminator: "")
  case "all":
    try await benchSend()
    try await benchOpen()
    try await benchPages()
    try await benchGrow()
    // By themselves: memory that the others have let go of would be taken again, and not seen to grow.
    try Program.run(["/proc/self/exe", "pictures"], printsTables: true)
  case "model":
    guard let path = option("--out") else { throw Usage() }
    try RandomModel.write(to: path)
  case "local-model":
    guard let tools = option("--tools"), let model = option("--model"), let small = option("--small") else {
      throw Usage()
    }
    // As Sotto counts: one core is left to the window.
    let threads = Int(option("--threads") ?? "") ?? max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)) - 1)
    try await withFolder { folder in
      let peers = PeerPrograms(folder: tools, model: model, threads: threads)
      try await LocalModelBench(peers: peers, folder: folder, small: small).run()
    }
  case "fill":
    guard let home = option("--home") else { throw Usage() }
    try await fillLibrary(
      at: home, chats: Int(option("--chats") ?? "10000") ?? 10_000,
      messages: Int(option("--messages") ?? "1000000") ?? 1_000_000)
  case "fill-thread":
    guard let home = option("--home") else { throw Usage() }
    try await fillThread(
      at: home, messages: Int(option("--messages") ?? "") ?? 2_000,
      of: ThreadContent(rawValue: option("--of") ?? "texts") ?? .texts)
  case "fill-long":
    guard let home = option("--home") else { throw Usage() }
    try await fillLong(at: home, shape: option("--shape"), bytes: Int(option("--bytes") ?? "") ?? 4_000_000)
  default: throw Usage()
  }
} catch {
  print("sotto-bench: \(error)")
  exit(1)
}

struct Usage: Error, CustomStringConvertible {
  var description: String {
    "send, open, pages, grow, pictures, all, markdown, answer --bytes N, model --out FILE, local-model --tools DIR --model FILE --small FILE, fill --home DIR, fill-thread --home DIR [--pictures], or fill-long --home DIR"
  }
}
