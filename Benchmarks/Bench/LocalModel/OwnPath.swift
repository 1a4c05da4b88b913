import Domain
import Platform
import Sotto
import Workers

/// A library with one local model, asked as a window asks it: through the service, the store and the engine's process.
struct OwnPath {
  let library: StartedLibrary
  let model: LocalModel

  init(home: String, modelFile path: String) async throws {
    library = try await Composition(home: home, environment: Command.ownVariables).open(key: nil) { _ in }
    try await library.service.start()
    let known = try await library.models.entries().map(\.model)
    if let here = known.first(where: { $0.file.path == path }) {
      model = here
    } else {
      model = try await library.models.add(path)
    }
  }

  func chat(tokens: Int, context: Int? = nil) async throws -> Chat {
    let chat = library.service.newChat(agent: model.agent)
    try await library.service.changeChatSettings(of: chat.id, new: chat) { settings in
      settings.parameters.maximumTokens = tokens
      settings.parameters.contextLength = context
    }
    return chat
  }

  struct Reply {
    /// Milliseconds until its first text was there.
    var first: Double
    /// Milliseconds until it was whole and kept.
    var all: Double
    var message: Message
    /// Tokens a second that were made.
    var speed: Double { message.usage?.speed ?? 0 }
    var promptTokens: Int { message.usage?.promptTokens ?? 0 }
  }

  /// Sends the text and waits for the whole reply.
  func ask(_ text: String, in chat: Chat) async throws -> Reply {
    let service = library.service
    let events = await service.events()
    let clock = ContinuousClock()
    let began = clock.now
    let receipt = try await service.send(text, in: chat.id)
    var first: Double?
    for await event in events {
      switch event {
      case .streamed(receipt.reply, _, _): if first == nil { first = (clock.now - began) / .milliseconds(1) }
      case .messageSaved(let message) where message.id == receipt.reply:
        if first == nil, !message.text.isEmpty { first = (clock.now - began) / .milliseconds(1) }
        guard !message.isUnfinished else { continue }
        guard message.state == .complete else { throw Trouble("the reply failed: \(message)") }
        return Reply(first: first ?? 0, all: (clock.now - began) / .milliseconds(1), message: message)
      default: break
      }
    }
    throw Trouble("the library was closed")
  }

  /// How many tokens the chat has, as its last reply tells.
  func length(of chat: Chat) async throws -> Int {
    let last = try await library.service.messages(in: chat.id, .newest(limit: 1)).last
    return (last?.usage?.promptTokens ?? 0) + (last?.usage?.replyTokens ?? 0)
  }

  /// Milliseconds until the model is ready.
  func load() async throws -> Double {
    let clock = ContinuousClock()
    let began = clock.now
    try await library.models.load(model.id, context: nil, anyway: false)
    for await entries in library.models.changes() {
      if case .loaded? = entries.first(where: { $0.id == model.id })?.state { break }
    }
    return (clock.now - began) / .milliseconds(1)
  }

  func close() async {
    await library.service.shutDown()
    await library.library.close()
  }
}
