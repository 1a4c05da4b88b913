import CLlama
import Confinement
import EngineWire
import Frames
import Platform

// Before anything else, while there is one thread and nothing was read. What the library wants to know of the machine at
// its start it asks the processor; files it cannot open any more.
let entered = Confinement.enter(.engine)
// Else a crash would look for a debugger to start.
setenv("GGML_NO_BACKTRACE", "1", 1)
let app = App(FrameStream(input: STDIN_FILENO, output: STDOUT_FILENO))
// Before the library does anything.
if let refusal = Processor.refusal {
  app.say(.refused(id: 0, refusal))
  app.leave()
}
Log.begin()
Overtime.begin(entered)
llama_backend_init()
let cage = entered.close()
// An app that died leaves no engine behind.
_ = Leash.tie(to: STDIN_FILENO)

app.say(
  .greeting(
    .init(holds: cage.holds.rawValue, landlock: cage.landlock, version: String(cString: llama_version()))))
if case .open(let opening) = app.next() {
  do throws(EngineRefusal) {
    let model = try Opening(opening, for: app).open()
    app.say(.opened(model.facts))
    while let session = model.session { session.obey(app.next()) }
    // Nothing can be asked of a header: what comes now is the end.
    _ = app.next()
  } catch {
    app.say(.refused(id: 0, error))
  }
}

extension Confinement.Rules {
  /// For a process that runs a model: its files are the descriptors from 3 on, and memory has the model's measure. The time is what
  /// reading a header and rendering a template may take; all other work is ended by the app.
  static let engine: Confinement.Rules = {
    var rules = Confinement.Rules(memory: nil, processorTime: 3)
    rules.closesFrom = 3 + UInt32(ModelFile.count)
    rules.descriptors += 2 * UInt64(ModelFile.count)
    rules.asksFlags = true
    return rules
  }()
}
