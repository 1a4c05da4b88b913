import Domain
import TestSupport
import Testing

@testable import Engine

/// What waits, what loads and what gives way: the rules, without a process.
@Suite struct RequestsTests {
  private let first = model(1)
  private let second = model(2)
  private let chat: ChatID
  private let other: ChatID

  init() {
    let surroundings = ManualSurroundings()
    (chat, other) = (surroundings.newID(), surroundings.newID())
  }

  private static func model(_ number: UInt8) -> LocalModel {
    // 32 bytes are a model's id.
    let id = ModelID(bytes: [UInt8](repeating: number, count: 32))!
    return LocalModel(
      id: id, name: "Model \(number)", facts: ModelFacts(architecture: "llama", contextLength: 8_192),
      file: ModelFile(path: "/models/\(number)", bytes: 1_000, modifiedAt: 1, inode: 1, device: 1),
      addedAt: Timestamp(milliseconds: 0))
  }

  /// Work with this model is asked for under a number of its own. Nil where no turn comes any more.
  @discardableResult
  private func add(
    _ model: LocalModel, in chat: ChatID? = nil, context: Int? = nil, anyway: Bool = false,
    to requests: inout EngineRequests
  ) -> (id: UInt64, givesWay: EngineRequests.GivesWay)? {
    let id = requests.newID()
    let work = EngineRequests.Work(id: id, model: model, chat: chat, context: context, isAnyway: anyway)
    return requests.add(work).map { (id, $0) }
  }

  private func ask(_ model: LocalModel, in chat: ChatID, of requests: inout EngineRequests) -> UInt64? {
    let id = requests.newID()
    return requests.ask(id, of: model.id, in: chat).map { _ in id }
  }

  /// The next turn in short: "reply 1", "reply 1 anyway", "question 2" or "load Model 1"; "none" where there is none.
  private func next(of requests: inout EngineRequests) -> String {
    switch requests.next() {
    case .reply(let id, let anyway): "reply \(id)" + (anyway ? " anyway" : "")
    case .question(let id): "question \(id)"
    case .load(let wish): "load \(wish.model.name)"
    case nil: "none"
    }
  }

  private func expectNext(
    _ expected: String, of requests: inout EngineRequests, at place: SourceLocation = #_sourceLocation
  ) {
    let turn = next(of: &requests)
    #expect(turn == expected, sourceLocation: place)
  }

  @Test func `Replies come before questions, and questions before what is only wanted soon`() {
    var requests = EngineRequests()
    _ = requests.want(LoadWish(model: first, context: nil))
    let question = ask(second, in: chat, of: &requests)
    let reply = add(second, to: &requests)
    #expect(question == 1 && reply?.id == 2)
    #expect(reply?.givesWay == [.answer, .save])
    expectNext("reply 2", of: &requests)
    #expect(requests.isServed(2) && !requests.isServed(1))
    expectNext("question 1", of: &requests)
    expectNext("load Model 1", of: &requests)
    expectNext("none", of: &requests)
  }

  @Test func `A load that no one waits for gives way to a reply of another model, and not to one of the same`() {
    var requests = EngineRequests()
    _ = requests.want(LoadWish(model: first, context: nil))
    expectNext("load Model 1", of: &requests)
    var reply = add(first, to: &requests)
    #expect(reply?.givesWay.contains(.load) == false && !requests.isCalledOff)
    #expect(requests.loader == reply?.id)
    _ = next(of: &requests)
    _ = requests.want(LoadWish(model: first, context: nil))
    _ = next(of: &requests)
    reply = add(second, to: &requests)
    #expect(reply?.givesWay.contains(.load) == true && requests.isCalledOff)
    _ = next(of: &requests)
    #expect(!requests.isCalledOff, "the next turn was not called off")
  }

  @Test func `A load gives way to a reply of the same model that needs a larger context`() {
    var requests = EngineRequests()
    _ = requests.want(LoadWish(model: first, context: 1_024))
    _ = next(of: &requests)
    let small = add(first, context: 512, to: &requests)
    #expect(small?.givesWay.contains(.load) == false)
    var others = EngineRequests()
    _ = others.want(LoadWish(model: first, context: 1_024))
    _ = next(of: &others)
    let large = add(first, context: 2_048, to: &others)
    #expect(large?.givesWay.contains(.load) == true)
  }

  @Test func `A reply that is given up says whether it waited, its model was being loaded, or it was being made`() {
    var requests = EngineRequests()
    for _ in 1...3 { add(first, to: &requests) }
    var stage = requests.giveUp(2)
    #expect(stage == .notBegun)
    expectNext("reply 1", of: &requests)
    stage = requests.giveUp(1)
    #expect(stage == .notBegun && !requests.isCalledOff, "the next reply needs the same model")
    expectNext("reply 3", of: &requests)
    stage = requests.giveUp(3)
    #expect(stage == .loading && requests.isCalledOff)
    let fourth = add(first, to: &requests)
    _ = next(of: &requests)
    let hasBegun = requests.beginMaking()
    #expect(hasBegun)
    stage = requests.giveUp(fourth?.id ?? 0)
    #expect(stage == .underWay && !requests.isCalledOff)
  }

  @Test func `A question that is given up says whether it was being answered`() {
    var requests = EngineRequests()
    let one = ask(first, in: chat, of: &requests)
    let two = ask(first, in: chat, of: &requests)
    expectNext("question 1", of: &requests)
    var stage = requests.giveUpQuestion(two ?? 0)
    #expect(stage == .notBegun)
    stage = requests.giveUpQuestion(one ?? 0)
    #expect(stage == .underWay)
    expectNext("none", of: &requests)
  }

  @Test func `Questions are answered while no reply waits, and chats are saved while nothing does`() {
    var requests = EngineRequests()
    #expect(requests.mayAnswer && requests.maySave)
    _ = ask(first, in: chat, of: &requests)
    #expect(requests.mayAnswer && !requests.maySave)
    add(first, to: &requests)
    #expect(!requests.mayAnswer && !requests.maySave)
  }

  @Test func `A chat comes back ahead only while nothing of another chat is asked or probable`() {
    var requests = EngineRequests()
    #expect(requests.mayBring(chat, of: first.id))
    _ = ask(first, in: chat, of: &requests)
    #expect(requests.mayBring(chat, of: first.id) && !requests.mayBring(other, of: first.id))
    var wanted = EngineRequests()
    _ = wanted.want(LoadWish(model: first, context: nil, chat: other))
    #expect(!wanted.mayBring(chat, of: first.id) && wanted.mayBring(other, of: first.id))
    _ = wanted.unwant(first.id)
    #expect(!wanted.mayBring(other, of: first.id), "its model is to go")
  }

  @Test func `A model that is to go stays when it is asked for again, and goes once`() {
    var requests = EngineRequests()
    _ = requests.unwant(first.id)
    _ = requests.unwant(second.id)
    add(first, to: &requests)
    let goesFirst = requests.takeUnwanted(first.id)
    let goesSecond = requests.takeUnwanted(second.id)
    let goesAgain = requests.takeUnwanted(second.id)
    #expect(!goesFirst && goesSecond && !goesAgain)
  }

  @Test func `Unloading a model that only loads calls the load off, unless a reply waits for it`() {
    var requests = EngineRequests()
    _ = requests.want(LoadWish(model: first, context: nil))
    _ = next(of: &requests)
    var givesWay = requests.unwant(first.id)
    #expect(givesWay == [.load, .save] && requests.isCalledOff)
    _ = requests.want(LoadWish(model: first, context: nil))
    _ = next(of: &requests)
    add(first, to: &requests)
    givesWay = requests.unwant(first.id)
    #expect(givesWay == .save && !requests.isCalledOff)
  }

  @Test func `A load that was asked for although it does not fit is one load`() {
    var requests = EngineRequests()
    _ = requests.want(LoadWish(model: first, context: nil, anyway: true, isAsked: true))
    _ = next(of: &requests)
    add(first, to: &requests)
    expectNext("reply 1 anyway", of: &requests)
    requests.note(nil, of: first.id)
    add(first, to: &requests)
    expectNext("reply 2", of: &requests)
    add(first, anyway: true, to: &requests)
    expectNext("reply 3 anyway", of: &requests)
  }

  @Test func `A load that failed is tried again by one who asks for it, and not by one who only may need it`() {
    var requests = EngineRequests()
    requests.note(.failed(.notFound(name: "1.gguf")), of: first.id)
    #expect(requests.isTriedAgain(LoadWish(model: first, context: nil, isAsked: true)))
    #expect(!requests.isTriedAgain(LoadWish(model: first, context: nil)))
    #expect(!requests.isTriedAgain(LoadWish(model: second, context: nil, isAsked: true)))
  }

  @Test func `What is loaded as is wished leaves the saving of chats alone`() {
    var requests = EngineRequests()
    requests.note(.loaded(context: 4_096), of: first.id)
    var givesWay = requests.want(LoadWish(model: first, context: 4_096))
    #expect(givesWay == [])
    givesWay = requests.want(LoadWish(model: first, context: 8_192))
    #expect(givesWay == .save)
  }

  @Test func `After the end nothing is taken, made or begun`() {
    var requests = EngineRequests()
    add(first, to: &requests)
    add(first, to: &requests)
    _ = next(of: &requests)
    requests.end()
    #expect(requests.isCalledOff && requests.hasEnded && requests.isServed(1))
    let begins = requests.beginMaking()
    #expect(!begins && !requests.mayAnswer && !requests.maySave && !requests.mayBring(chat, of: first.id))
    expectNext("none", of: &requests)
    let (reply, question) = (add(first, to: &requests), ask(first, in: chat, of: &requests))
    #expect(reply == nil && question == nil)
  }
}
