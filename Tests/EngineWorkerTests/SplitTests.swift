import EngineWire
import TestSupport
import Testing

/// A model in several files, each handed over open: none is ever opened by its name.
@Suite(.timeLimit(.minutes(1))) struct SplitTests {
  private static let model = TinyModel.speaking(["Good", " morning"].map { Array($0.utf8) })

  @Test(arguments: [true, false]) func `it speaks as if it were whole`(_ mapsFile: Bool) async throws {
    let whole = try await RunningEngine.opened(Self.model)
    let engine = try RunningEngine(files: Self.model.split(into: 3))
    let opened = try #require(try await engine.open(.init(contextLength: 1_024, mapsFile: mapsFile)))
    #expect(try opened.get() == whole.facts)
    let answer = try await engine.reply(1, to: EnginePrompt("Hello"))
    #expect(answer.text == "Good morning" && answer.end == .finished)
  }

  @Test func `parts that are missing, mixed up, cut or of nothing are refused`() async throws {
    let parts = Self.model.split(into: 3)
    let bad: [([[UInt8]], EngineRefusal.Code)] = [
      ([parts[0]], .split), ([parts[0], parts[1]], .split), ([parts[1], parts[0], parts[2]], .split),
      ([parts[0], parts[2], parts[1]], .split), ([parts[0], parts[1], parts[1]], .split),
      ([parts[0], parts[1], Array(parts[2].dropLast(5_000))], .damaged), ([parts[0], parts[1], []], .notAModel),
      ([Self.model.bytes, Self.model.bytes], .split),
    ]
    for (files, code) in bad {
      for isHeaderOnly in [true, false] {
        let engine = try RunningEngine(files: files)
        guard case .failure(let refusal)? = try await engine.open(.init(isHeaderOnly: isHeaderOnly)) else {
          throw RunningEngine.Unexpected()
        }
        #expect(refusal.code == code, "\(files.count) files")
      }
    }
  }
}
