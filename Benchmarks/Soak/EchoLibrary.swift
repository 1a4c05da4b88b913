import Domain
import FoundationEssentials
import Platform
import Sotto
import TestSupport

/// A library with two models that say the letter which they were told, so that each word of a reply shows where it belongs: in
/// each chat only one letter is ever said.
struct EchoLibrary {
  let open: StartedLibrary
  /// One that ends by itself, and one that does not.
  let agents: [String]

  var service: ChatService { open.service }

  init(home: String) async throws {
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    open = try await Composition(home: home + "/library", environment: try soakPersonas(beside: home)).open()
    var agents: [String] = []
    for ends in [true, false] {
      let path = "\(home)/echo-\(ends).gguf"
      if !FileManager.default.fileExists(atPath: path) {
        let file = TinyModel.echoing(ends: ends, context: 32_768).bytes
        try Data(file).write(to: URL(filePath: path), options: .atomic)
      }
      let known = try await open.models.entries().first { $0.model.file.path == path }?.model
      let model = if let known { known } else { try await open.models.add(path) }
      agents.append(model.agent)
    }
    self.agents = agents
    for agent in agents where service.agents.agent(for: agent) == nil {
      for await entries in service.agents.changes() where entries.contains(where: { $0.id == agent }) { break }
    }
  }

  func close() async {
    await service.shutDown()
    await open.library.close()
  }

  /// Has models loaded again whose load was killed, as a person would.
  func allowLoads() async throws {
    for model in try await open.models.entries().map(\.model) where model.endedEngine {
      try await open.models.load(model.id, context: nil, anyway: false)
    }
  }

  /// A chat in which this letter is said.
  func chat(_ letter: Character, agent: Int) async throws -> Chat {
    try await service.createChat(titled: String(letter), agent: agents[agent])
  }

  /// The letter of a chat, which is its title.
  static func letter(of chat: Chat) -> Character? { chat.title.first }

  /// What is wrong with the text of a message in a chat of this letter: nil for nothing.
  static func complaint(about message: Message, letter: Character) -> String? {
    let text = message.text
    guard message.sender == .agent else {
      return text.contains(letter) ? nil : "a message “\(text)” stands in chat \(letter)"
    }
    let isRight = text.allSatisfy { $0 == letter } || text == letter.lowercased()
    let place = text.count - (text.firstIndex { $0 != letter }.map { text[$0...].count } ?? 0)
    return isRight
      ? nil : "a \(message.state) reply has “\(text.dropFirst(place).prefix(60))” behind \(place) × \(letter)"
  }
}

/// Processes of the engine that this one, or those of a session, have started.
func engines(where isMeant: (_ parent: pid_t, _ session: pid_t) -> Bool) -> [pid_t] {
  let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return all.compactMap { pid_t($0) }.filter { process in
    guard let file = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return false }
    let stat = String(decoding: file, as: UTF8.self)
    // Name, state, parent, group, session.
    let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ").map(String.init)
    guard stat.contains("(sotto-engine)"), fields.count > 4, fields[1] != "Z" else { return false }
    return isMeant(pid_t(fields[2]) ?? 0, pid_t(fields[4]) ?? 0)
  }
}
