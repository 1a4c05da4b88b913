import Domain

/// What a chat's messages are meant to do: the same as the store, in memory and without a thought for cost.
struct TreeModel {
  /// Nil stands for the beginning of the chat.
  private(set) var parents: [MessageID: MessageID?] = [:]
  /// In the order in which they came.
  private(set) var all: [MessageID] = []
  /// In the order of their numbers.
  private var children: [MessageID?: [MessageID]] = [:]
  private var chosen: [MessageID?: MessageID] = [:]

  /// From the first message to the tip.
  var line: [MessageID] { below(nil) }

  func contains(_ id: MessageID) -> Bool { parents[id] != nil }
  func siblings(of id: MessageID) -> [MessageID] { children[parents[id] ?? nil] ?? [] }
  func isOnLine(_ id: MessageID) -> Bool { line.contains(id) }

  /// From the first message to the one before.
  func above(_ id: MessageID) -> [MessageID] {
    sequence(first: id) { parents[$0] ?? nil }.dropFirst().reversed()
  }

  func below(_ id: MessageID?) -> [MessageID] {
    guard let first = chosen[id] else { return [] }
    return Array(sequence(first: first) { chosen[$0] })
  }

  /// The message and all that follow it, parents first.
  func branch(_ id: MessageID) -> [MessageID] { [id] + (children[id] ?? []).flatMap(branch) }

  mutating func choose(_ id: MessageID) {
    for step in above(id) + [id] { chosen[parents[step] ?? nil] = step }
  }

  mutating func append(_ id: MessageID, after parent: MessageID?) {
    parents[id] = .some(parent)
    all.append(id)
    children[parent, default: []].append(id)
    choose(id)
  }

  /// Between the message and all that follows it.
  mutating func insert(_ id: MessageID, after parent: MessageID) {
    let number = numbers[parent] ?? 0
    for (other, old) in numbers where old > number { numbers[other] = old + 1 }
    numbers[id] = number + 1
    last += 1
    parents[id] = .some(parent)
    all.append(id)
    children[id] = children[parent]
    chosen[id] = chosen[parent]
    for follower in children[parent] ?? [] { parents[follower] = .some(id) }
    children[parent] = [id]
    chosen[parent] = id
  }

  mutating func move(_ id: MessageID, after parent: MessageID) {
    remove(id)
    insert(id, after: parent)
  }

  mutating func remove(_ id: MessageID) {
    let parent = parents[id] ?? nil
    let followers = children.removeValue(forKey: id) ?? []
    let next = chosen.removeValue(forKey: id)
    for follower in followers { parents[follower] = .some(parent) }
    children[parent]?.removeAll { $0 == id }
    children[parent, default: []] += followers
    if chosen[parent] == id { chosen[parent] = next }
    parents[id] = nil
    all.removeAll { $0 == id }
    orderChildren(of: parent)
    if chosen[parent] == nil { chosen[parent] = children[parent]?.last }
  }

  mutating func removeBranch(from id: MessageID) {
    for one in branch(id).reversed() { remove(one) }
  }

  mutating func moveToEnd(_ id: MessageID) {
    guard let tip = line.last, tip != id, isOnLine(id) else { return }
    remove(id)
    append(id, after: tip)
    numbers[id] = next()
  }

  /// The numbers that the store gives out are not foretold, only their order.
  private var numbers: [MessageID: Int] = [:]
  private var last = 0

  private mutating func next() -> Int {
    last += 1
    return last
  }

  mutating func number(_ id: MessageID) { numbers[id] = next() }

  private mutating func orderChildren(of parent: MessageID?) {
    children[parent]?.sort { (numbers[$0] ?? 0) < (numbers[$1] ?? 0) }
  }
}
