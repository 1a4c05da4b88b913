import Domain
import Sotto
import TestSupport

/// Gives the app every model's file that is made to do harm, and talks to each that it takes. True when one of them was more
/// than a sentence.
func hostileFiles(_ models: [HostileModel], home: String) async -> Bool {
  var failed = 0
  var counts: [String: Int] = [:]
  do {
    let open = try await Composition(home: home + "/library", environment: try soakPersonas(beside: home)).open()
    let run = try await HostileRun(models: open.models, service: open.service, folder: home)
    for model in models {
      do {
        switch try await run.outcome(of: model) {
        case .refused(let fault): counts["refused as " + fault.kind, default: 0] += 1
        case .failed(let failure): counts["failed as " + failure.code.prefix { $0 != "\n" }, default: 0] += 1
        case .answered: counts["answered", default: 0] += 1
        }
      } catch {
        failed += 1
        say("hostile model “\(model.name)”: \(error)", on: 2)
      }
    }
    await open.service.shutDown()
    await open.library.close()
  } catch {
    failed += 1
    say("hostile models: \(error)", on: 2)
  }
  let words = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
  say("hostile models: \(models.count) files, \(failed) FAILED, " + words.joined(separator: ", "))
  return failed > 0
}
