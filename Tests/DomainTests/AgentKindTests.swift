import Domain
import Testing

@Suite struct `The kind of an agent` {
  private let digits = "0123456789abcdef"
  private let server = "018f3a5e-7c21-7000-8000-0123456789ab"
  private let model: ModelID

  init() throws { model = try #require(ModelID(bytes: (0..<32).map { UInt8($0) })) }

  @Test(arguments: ["crew", "jarvis", "puppet-2", "minis", "Mini", "model", "server", "a persona with a long name"])
  func `is a persona for an id without a colon`(id: String) {
    #expect(AgentKind(of: id) == .persona)
  }

  @Test func `is a model for the id of a model's agent, whichever model that is`() {
    for id in [model, .builtIn] {
      #expect(AgentKind(of: id.agent) == .model(id.shortID))
      #expect(AgentKind(of: id.agent).isModel)
    }
    #expect(AgentKind(of: "model:" + digits).isModel)
  }

  @Test func `of the model that comes with Sotto is that of no other model`() {
    #expect(AgentKind(of: "mini") == .model(.builtIn))
    #expect(AgentKind(of: model.agent) != .model(.builtIn))
  }

  @Test func `is a server for the mark of servers and an identifier`() throws {
    #expect(AgentKind(of: "server:" + server) == .server(try #require(ServerID(server))))
    #expect(!AgentKind(of: "server:" + server).isModel)
  }

  @Test(arguments: [
    "", ":", "model:", "model:0123456789abcde", "model:0123456789abcdef0", "model:0123456789ABCDEF",
    "model:0123456789abcdeg", "model:０123456789abcdef", "Model:0123456789abcdef", " model:0123456789abcdef", "mini:",
    "model:0123456789abcdef:", "server:", "server:mine", "server:018f3a5e", "agent:0123456789abcdef", "a:b",
  ])
  func `is unknown for what is written like no kind`(id: String) {
    #expect(AgentKind(of: id) == .unknown)
  }

  @Test func `of a model has the digits that people name it by`() {
    #expect(model.agent == "model:0001020304050607")
    #expect(model.short == "0001020304050607" && ModelID.builtIn.short == "mini")
  }

  @Test(
    arguments: [
      ("0123", "0123"), ("ABCDEF", "abcdef"), ("model:0a1b", "0a1b"), ("Model:0A1B", "0a1b"), ("012", nil), ("", nil),
      ("model:", nil), ("model:012", nil), ("012g", nil), ("server:0123", nil), (":0123", nil), ("０１２３", nil),
    ] as [(String, String?)])
  func `of a model is begun by the digits that a person types`(text: String, digits: String?) {
    #expect(ModelID.digits(typed: text).map(String.init) == digits)
  }
}
