import Domain
import FoundationEssentials
import Platform
import Sotto
import Storage

/// Sends to a few chats without pause; each id is printed once its transaction is acknowledged, and not before.
func sendForEver(home: String) async {
  do {
    let open = try await Composition(home: home, environment: try soakPersonas(beside: home)).open()
    let service = open.service
    // Due replies of the killed ones before are taken on, so that replies grow while we are killed.
    try await service.start()
    // One chat is answered now and then; no person writes faster than Crew replies, so due replies must not pile up.
    let present = try await service.chats(ChatQuery(limit: 5))
    let answered =
      if let chat = present.first(where: { $0.agent == "crew" }) { chat.id } else {
        try await service.createChat(titled: nil, agent: "crew").id
      }
    var quiet = present.filter { $0.agent == "none" }.map(\.id)
    while quiet.count < 4 { quiet.append(try await service.createChat(titled: nil, agent: "none").id) }
    var count = 0
    while true {
      count += 1
      let chat = count % 40 == 1 ? answered : quiet[count % quiet.count]
      let receipt = try await service.send("Message \(count) of process \(getpid())", in: chat)
      say(receipt.message.id.description)
    }
  } catch {
    say("sotto-soak: \(error)", on: STDERR_FILENO)
    exit(3)
  }
}

/// Writes a line at once, with one write(2), so that a kill leaves it whole or absent.
func say(_ line: String, on descriptor: Int32 = STDOUT_FILENO) {
  let bytes = Array((line + "\n").utf8)
  _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
}

/// The agents of these rounds: Crew, who answers, and one who does only where a reply is due, and then at once.
func soakPersonas(beside home: String) throws -> [String: String] {
  let folder = URL(filePath: home).deletingLastPathComponent()
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let path = folder.path() + "personas.json"
  let file = """
    [{"id": "crew", "name": "Crew", "summary": "Answers.", "suggestions": [], "repliesAfter": {"least": 1, "most": 1},
      "newMessageRestartsWait": false, "delaySeconds": {"least": 0.5, "most": 2.5}, "wordsPerSecond": 25, "textShare": 1,
      "texts": ["One reply that is long enough to be cut off somewhere in the middle of its words, more than once."],
      "pictures": []},
     {"id": "none", "name": "Nobody", "summary": "Is silent.", "suggestions": [],
      "repliesAfter": {"least": 1000, "most": 1000}, "newMessageRestartsWait": false,
      "delaySeconds": {"least": 0, "most": 0}, "wordsPerSecond": 1000, "textShare": 1, "texts": ["Enough."], "pictures": []}]
    """
  try Data(file.utf8).write(to: URL(filePath: path), options: .atomic)
  return ["SOTTO_PERSONAS": path]
}
