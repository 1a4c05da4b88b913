import Domain
import FoundationEssentials
import Glibc
import TestLibrary
import TestSupport
import Testing
import Workers

@testable import Engine

extension WithEngine {
  /// Files that are made to do harm, given to the app as a person does; `make soak` tries all of them.
  @Suite struct `Hostile files` {
    /// One in so many.
    private static let stride = 4

    private static let some =
      HostileModel.made.enumerated().filter { $0.offset % stride == 0 && !$0.element.takesLong }.map(\.element)
      + (0..<25).map { HostileModel.damaged(seed: $0 * 8) }

    @Test func `each ends in a sentence or talks, and the next model answers`() async throws {
      let fixture = try await EngineFixture(real: [])
      let run = try await HostileRun(models: fixture.models, service: fixture.service, folder: fixture.library.folder)
      var answered = 0
      for model in Self.some {
        do {
          if case .answered = try await run.outcome(of: model) { answered += 1 }
        } catch {
          Issue.record("\(model.name): \(error)")
        }
      }
      // Neither all nor none of them make sense.
      #expect((5...Self.some.count * 2 / 3).contains(answered), "\(answered) of \(Self.some.count)")
      await fixture.service.shutDown()
      #expect(engines("sotto-engine") == [])
    }

    @Test(arguments: [
      ("a template of nothing", ReplyFailure.noTemplate), ("a template not finished", .noTemplate),
      (
        "general.name counts([1])",
        .model(
          .notLoaded(
            name: "hostile",
            reason:
              "error loading model hyperparameters: key general.name has wrong type arr but expected type str"))
      ),
      ("a template that counts for ever", .model(.endlessTemplate(name: "Tiny (hostile.gguf)"))),
      ("llama.block_count count(600)", .model(.endedEngine(name: "Tiny (hostile.gguf)"))),
    ])
    func `says what is wrong with it`(name: String, failure: ReplyFailure) async throws {
      let fixture = try await EngineFixture(real: [])
      let run = try await HostileRun(models: fixture.models, service: fixture.service, folder: fixture.library.folder)
      let outcome = try await run.outcome(of: try #require(HostileModel.made.first { $0.name == name }))
      guard case .failed(failure) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      await fixture.service.shutDown()
    }

    @Test func `that ends the engine before it is read is not called damaged for that`() async throws {
      let fixture = try await EngineFixture("fatal")
      let file = open(fixture.path(1), O_RDONLY | O_CLOEXEC)
      defer { close(file) }
      let headers = EngineHeaders(program: HelperProgram.path(of: "EngineChild"))
      await #expect(throws: ModelFault.headerEndedEngine(name: "a")) {
        try await headers.facts(of: [file], named: ["a"])
      }
      await fixture.service.shutDown()
    }

    @Test(
      arguments: [
        ("exit 0", .brokenEngine), ("echo nonsense", .brokenEngine), ("sleep 60", .silentEngine),
        ("echo no room >&2", .noEngine(reason: "no room")), (nil, .noEngine(reason: nil)),
      ] as [(String?, ModelFault)])
    func `an engine that does not run is to blame, and no file`(script: String?, fault: ModelFault) async throws {
      let fixture = try await EngineFixture("echo")
      let path = fixture.library.folder + "/engine"
      if let script { try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: path)) }
      chmod(path, 0o700)
      let file = open(fixture.path(1), O_RDONLY | O_CLOEXEC)
      defer { close(file) }
      // Long for a script that ends, and short for one that does not.
      let headers = EngineHeaders(program: path, patience: script == "sleep 60" ? .milliseconds(20) : .seconds(60))
      await #expect(throws: fault) { try await headers.facts(of: [file], named: ["a"]) }
      await fixture.service.shutDown()
    }

    @Test(
      arguments: [
        ("old", .oldProcessor(lacks: "AVX2")), ("other", .otherProcessor(lacks: "AVX2")), ("rude", .brokenEngine),
      ] as [(String, ModelFault)])
    func `an engine that was built for other processors says so instead of a greeting, and no file is to blame`(
      engine: String, fault: ModelFault
    ) async throws {
      let fixture = try await EngineFixture(engine)
      let file = open(fixture.path(1), O_RDONLY | O_CLOEXEC)
      defer { close(file) }
      let headers = EngineHeaders(program: HelperProgram.path(of: "EngineChild"))
      await #expect(throws: fault) { try await headers.facts(of: [file], named: ["a"]) }
      let (chat, reply) = try await fixture.ask(1)
      #expect(await fixture.log.message(reply, is: .failed).failure == .model(fault))
      #expect(try await fixture.model(1).loadFault == nil)
      #expect(await fixture.log.message(try await fixture.ask(in: chat), is: .failed).failure == .model(fault))
      await fixture.service.shutDown()
    }

    @Test func `the part of a model that is cut is named, or is another file`() async throws {
      let fixture = try await EngineFixture(real: [])
      let parts = TinyModel.speaking([Array("Good".utf8)]).split(into: 3)
      let names = (1...3).map { "Large-0000\($0)-of-00003.gguf" }
      func fault(_ files: [[UInt8]]) async throws -> ModelFault? {
        for (name, file) in zip(names, files) {
          try Data(file).write(to: URL(filePath: fixture.library.folder + "/" + name))
        }
        do throws(ModelFault) {
          _ = try await fixture.models.add(fixture.library.folder + "/" + names[0])
          return nil
        } catch { return error }
      }
      #expect(try await fault([parts[0], parts[1].dropLast(5_000), parts[2]]) == .damaged(name: names[1]))
      #expect(try await fault([parts[0], parts[1], Array("<html>".utf8)]) == .notGGUF(name: names[2]))
      #expect(try await fault([parts[0], parts[1], parts[1]]) == .mixedParts(name: names[2]))
      #expect(try await fault(parts) == nil)
      await fixture.service.shutDown()
    }

    @Test func `cut while a reply streams: it fails with what came, the next one says why, another model answers`()
      async throws
    {
      let (fixture, chat, reply) = try await streaming()
      truncate(fixture.path(1), 4_096)
      let failed = await fixture.log.message(reply, is: .failed)
      #expect(failed.failure == .died)
      #expect(failed.text.hasPrefix(" one two"))
      let next = await fixture.log.message(try await fixture.ask(in: chat), is: .failed)
      #expect(next.failure == .model(.changed(name: fixture.name(1))))
      try await fixture.service.setAgent(fixture.agent(2), in: chat)
      #expect(await fixture.log.message(try await fixture.ask(in: chat), is: .complete).text == "Good")
      await fixture.service.shutDown()
    }

    @Test func `replaced while a reply streams: it goes on as before, and the next one says so`() async throws {
      let (fixture, chat, reply) = try await streaming()
      // As a program does that writes beside it and renames.
      #expect(rename(fixture.path(2), fixture.path(1)) == 0)
      try await fixture.says(reply, String(repeating: " one two", count: 40))
      try await fixture.service.stopReply(in: chat)
      #expect(await fixture.log.message(reply, is: .stopped).text.hasPrefix(" one two one two"))
      let next = await fixture.log.message(try await fixture.ask(in: chat), is: .failed)
      #expect(next.failure == .model(.changed(name: fixture.name(1))))
      await fixture.service.shutDown()
    }

    @Test func `written over while a reply streams: it says or dies what it likes, the next one says why`()
      async throws
    {
      let (fixture, chat, reply) = try await streaming()
      let before = try await fixture.model(1)
      // In place, and with no number among the weights: the engine reads from the file itself.
      try overwrite(fixture.path(1), with: Self.ones, at: 64 << 10)
      // Nonsense is said, or the engine has died of it.
      try await fixture.service.stopReply(in: chat)
      await fixture.log.first { event in
        if case .messageSaved(let message) = event, message.id == reply { !message.isUnfinished } else { false }
      }
      let next = await fixture.log.message(try await fixture.ask(in: chat), is: .failed)
      #expect(next.failure == .model(.changed(name: fixture.name(1))))
      #expect(fixture.states.take() == [])
      #expect(fixture.status(1) != .ready)
      try await fixture.service.setAgent(fixture.agent(2), in: chat)
      #expect(await fixture.log.message(try await fixture.ask(in: chat), is: .complete).text == "Good")
      // Whoever has it looked at again hears that it is another one.
      await #expect(throws: ModelFault.replaced(name: before.name)) {
        try await fixture.models.check(before.id, at: nil)
      }
      await fixture.service.shutDown()
    }

    @Test func `written over while a reply streams that ends by itself: it has what came, and says so`() async throws {
      let fixture = try await EngineFixture("patient")
      let (_, reply) = try await fixture.ask(1)
      try await fixture.says(reply, "One two")
      try overwrite(fixture.path(1), with: Array("GGUF".utf8), at: 0)
      let failed = await fixture.log.message(reply, is: .failed)
      #expect(failed.text == "One two")
      #expect(failed.failure == .model(.changed(name: fixture.name(1))))
      await fixture.service.shutDown()
    }

    @Test func `written over while it is loaded and nobody asks: what it read is not kept, the next reply says so`()
      async throws
    {
      let fixture = try await EngineFixture(real: .speaking([Array("Good".utf8)]))
      let (chat, reply) = try await fixture.ask(1, String(repeating: "many words ", count: 100))
      await fixture.log.message(reply, is: .complete)
      let good = Array(try Data(contentsOf: URL(filePath: fixture.path(1))))
      try overwrite(fixture.path(1), with: Self.ones, at: 64 << 10)
      // Else what was read is written before the model goes.
      fixture.takeMemory()
      try await fixture.rest { fixture.status(1) != .ready }
      let next = await fixture.log.message(try await fixture.ask(in: chat), is: .failed)
      #expect(next.failure == .model(.changed(name: fixture.name(1))))
      #expect(fixture.states.take() == [])
      // The same bytes again, in place: known as the same model once somebody has it looked at, and loaded anew.
      try overwrite(fixture.path(1), with: good, at: 0)
      _ = try await fixture.models.check(try await fixture.model(1).id, at: nil)
      #expect(await fixture.log.message(try await fixture.ask(in: chat), is: .complete).text == "Good")
      await fixture.service.shutDown()
      #expect(engines("sotto-engine") == [])
    }

    /// As weights these are no numbers.
    private static let ones = [UInt8](repeating: 0xFF, count: 512 << 10)

    /// Writes into the file itself, within its length.
    private func overwrite(_ path: String, with bytes: [UInt8], at place: Int) throws {
      let file = open(path, O_WRONLY | O_CLOEXEC)
      defer { close(file) }
      try #require(lseek(file, 0, SEEK_END) >= place + bytes.count)
      #expect(pwrite(file, bytes, bytes.count, off_t(place)) == bytes.count)
    }

    /// A reply that does not end by itself is under way; the second model says "Good".
    private func streaming() async throws -> (EngineFixture, ChatID, MessageID) {
      let words = [" one", " two"].map { Array($0.utf8) }
      let fixture = try await EngineFixture(
        real: .speaking(words, ends: false, context: 32_768), .speaking([Array("Good".utf8)]))
      let (chat, reply) = try await fixture.ask(1)
      try await fixture.says(reply, " one two")
      return (fixture, chat, reply)
    }
  }
}
