import Domain
import TestLibrary
import TestSupport
import Testing
import ViewModels
import Wording

/// A start that says what it is told to say.
private struct ScriptedStart: Startup {
  let behind: TestLibrary
  var error: StartError?
  /// Told at the opening, which then waits until `gate` is opened.
  var phase: OpeningPhase?
  let gate = Gate(isHeld: true)

  func library(key: LibraryKey?) throws(StartError) -> any Library { try behind.library(key: key) }

  func open(
    key: LibraryKey?, _ progress: @escaping @Sendable (OpeningPhase) -> Void
  ) async throws(StartError) -> StartedLibrary {
    if let phase {
      progress(phase)
      await gate.pass()
    }
    if let error, key == nil { throw error }
    return try await behind.open(key: key, progress)
  }
}

@Suite(.timeLimit(.minutes(1)))
final class StartTests {
  private func app(_ startup: any Startup, _ library: TestLibrary) -> AppModel {
    AppModel(startup: startup, clock: MinuteClock(surroundings: library.surroundings), demo: [])
  }

  @Test func `An encrypted library waits for its key, offers no backups, and opens with it`() async throws {
    let library = try await TestLibrary()
    let key = try #require(LibraryKey(bytes: Array(repeating: 1, count: 32)))
    let app = app(ScriptedStart(behind: library, error: .library(.needsKey(path: library.folder))), library)
    await app.open()
    guard case .needsKey(.needsKey) = app.phase else {
      Issue.record("\(app.phase)")
      return
    }
    await app.open(key: key)
    #expect(app.library != nil)
    await app.shutDown()
  }

  @Test func `What keeps a start from its agents is said in its own words`() async throws {
    let library = try await TestLibrary()
    let error = StartError.personas(path: nil, .noPersona)
    let app = app(ScriptedStart(behind: library, error: error), library)
    await app.open()
    guard case .failed(error, let backups) = app.phase else {
      Issue.record("\(app.phase)")
      return
    }
    #expect(backups.choices.isEmpty && backups.failure == nil)
    #expect(error.sentence == "The personas cannot be opened: it lists no persona.")
    #expect(StartError.noHome.sentence.contains("--home"))
  }

  @Test func `A damaged library comes with its backups, and goes back to one of them`() async throws {
    let library = try await TestLibrary()
    _ = try await library.chat(titled: "Safe", messages: 2)
    let backup = try await (library.store as any OpenLibrary).backUp()
    let error = StartError.library(.corrupt(path: library.folder, reason: .database("noise")))
    let app = app(ScriptedStart(behind: library, error: error), library)
    await app.open()
    guard case .failed(error, let backups) = app.phase else {
      Issue.record("\(app.phase)")
      return
    }
    #expect(backups.choices == [backup])
    #expect(app.text(of: backup).label(now: app.now).hasPrefix("Just now ("))
    #expect(app.text(of: backup).label(now: app.now).hasSuffix("): 1 chat, 2 messages"))
  }

  @Test func `A library that opens and cannot be read is given back, so that a backup can take its place`() async throws
  {
    let library = try await TestLibrary()
    _ = try await library.chat(titled: "Safe", messages: 2)
    let backup = try await (library.store as any OpenLibrary).backUp()
    let app = app(ScriptedStart(behind: library), library)
    library.failing.failReads(with: .corrupt(path: library.folder, reason: .database("noise")))
    await app.open()
    guard case .failed(_, let backups) = app.phase else {
      Issue.record("\(app.phase)")
      return
    }
    #expect(backups.choices == [backup])
    try await library.library(key: nil).restore(backup)
  }

  @Test(arguments: [(OpeningPhase.checking, false), (.backingUp, true), (.converting(0.5), true)])
  func `Long work at an opening is told, for a face to show it`(phase: OpeningPhase, isLong: Bool) async throws {
    let library = try await TestLibrary()
    let start = ScriptedStart(behind: library, phase: phase)
    let app = app(start, library)
    var toldOf: OpeningPhase?
    app.onLongOpening = { [weak app] in if case .opening(let phase) = app?.phase { toldOf = phase } }
    let opening = Task { await app.open() }
    await until { if case .opening(phase) = app.phase { true } else { false } }
    start.gate.release()
    await opening.value
    #expect(app.library != nil)
    #expect(toldOf == (isLong ? phase : nil))
    await app.shutDown()
  }

  @Test func `Work in the background is shown once it takes longer than a moment, and gone with its end`() async throws
  {
    let library = try await TestLibrary()
    let model = try await openModel(library)
    let job = SteppedJob(steps: 4, surroundings: library.surroundings)
    let working = Task { try await library.service.run(job) }
    await until { model.jobs.running == RunningJob(kind: .sweepingPictures, part: 0.75) }
    job.goOn()
    try await working.value
    await until { model.jobs.running == nil }
  }
}

/// A job whose steps take 0.6 seconds each, and that rests before its last one.
private nonisolated final class SteppedJob: LibraryJob {
  let kind = LibraryJobKind.sweepingPictures
  private let steps: Int
  private let surroundings: ManualSurroundings
  private let done = Counter()
  private let gate = Gate(isHeld: true)

  init(steps: Int, surroundings: ManualSurroundings) {
    self.steps = steps
    self.surroundings = surroundings
  }

  func goOn() { gate.release() }

  func step() async throws(StoreError) -> JobProgress? {
    let count = await done.next()
    if count == steps { await gate.pass() }
    guard count <= steps else { return nil }
    surroundings.advance(by: .milliseconds(600))
    return JobProgress(done: count, of: steps)
  }
}

private actor Counter {
  private var count = 0
  func next() -> Int {
    count += 1
    return count
  }
}
