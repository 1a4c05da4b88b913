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
    let bad: [([[UInt8]], EngineRefusal.Code, part: Int)] = [
      ([parts[0]], .split, 0), ([parts[0], parts[1]], .split, 0), ([parts[1], parts[0], parts[2]], .split, 0),
      ([parts[0], parts[2], parts[1]], .split, 1), ([parts[0], parts[1], parts[1]], .split, 2),
      ([parts[0], parts[1], Array(parts[2].dropLast(5_000))], .damaged, 2),
      ([parts[0], Array(parts[1].prefix(60)), parts[2]], .damaged, 1), ([parts[0], parts[1], []], .notAModel, 2),
      ([Self.model.bytes, Self.model.bytes], .split, 0),
    ]
    for (files, code, part) in bad {
      for isHeaderOnly in [true, false] {
        let engine = try RunningEngine(files: files)
        guard case .failure(let refusal)? = try await engine.open(.init(isHeaderOnly: isHeaderOnly)) else {
          throw RunningEngine.Unexpected()
        }
        #expect(refusal.code == code && refusal.part == part, "\(files.count) files")
      }
    }
  }
}
