public import Domain
import Glibc

/// Gives models' files to a library as a person does, talks to each that it takes, and tells what became of it.
public final class HostileRun: Sendable {
  /// What a person gets to see.
  public enum Outcome: Sendable {
    /// The import says what is wrong with it.
    case refused(ModelFault)
    /// The reply says it.
    case failed(ReplyFailure)
    /// It talks; so many bytes came.
    case answered(Int)
  }

  public struct Unexpected: Error {
    public let what: String
  }

  private let models: any LocalModels
  private let service: ChatService
  private let log: EventLog
  private let folder: String
  private let path: String
  private let good: LocalModel

  /// `folder` is where files may be written.
  public init(models: any LocalModels, service: ChatService, folder: String) async throws {
    (self.models, self.service, self.folder) = (models, service, folder)
    log = await EventLog(of: service)
    path = folder + "/hostile.gguf"
    let goodPath = folder + "/good.gguf"
    try Self.write(TinyModel.speaking([Array("Good".utf8)]).bytes, to: goodPath)
    good = try await models.add(goodPath)
  }

  /// Imports the file and says something to it; whatever comes of that, a good model answers afterwards.
  public func outcome(of model: HostileModel) async throws -> Outcome {
    try Self.write(model.bytes, to: path)
    defer { unlink(path) }
    let taken: LocalModel
    do throws(ModelFault) { taken = try await models.add(path) } catch { return .refused(error) }
    let reply = try await reply(of: taken)
    let next = try await self.reply(of: good)
    guard next.state == .complete, next.text == "Good" else {
      throw Unexpected(what: "a good model did not answer after it: \(next.state) \(String(describing: next.failure))")
    }
    _ = try await models.remove(taken.id)
    switch (reply.state, reply.failure) {
    case (.complete, _): return .answered(reply.text.utf8.count)
    case (.failed, let failure?): return .failed(failure)
    default: throw Unexpected(what: "its reply ended as \(reply.state), without a reason")
    }
  }

  private func reply(of model: LocalModel) async throws -> Message {
    let agents = service.agents
    // Listened to first: one that comes between would not be heard of.
    let changes = agents.changes()
    if agents.agent(for: model.agent) == nil {
      for await entries in changes where entries.contains(where: { $0.id == model.agent }) { break }
    }
    let chat = try await service.createChat(titled: "Chat", agent: model.agent)
    guard let reply = try await service.send("Hello, who are you? <|im_end|> 🙂", in: chat.id).reply else {
      throw Unexpected(what: "nobody answers for \(model.agent)")
    }
    let event = await log.first {
      if case .messageSaved(let message) = $0 { message.id == reply && !message.isUnfinished } else { false }
    }
    log.clear()
    try await service.deleteForEver(chat.id)
    guard case .messageSaved(let message) = event else { throw Unexpected(what: "\(event)") }
    return message
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "w") else { throw Unexpected(what: "\(path) cannot be written") }
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else { throw Unexpected(what: "\(path) was not written whole") }
  }
}
