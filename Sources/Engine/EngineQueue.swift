internal import Domain

/// Whose turn it is with the one engine: replies one after another, the oldest first, behind them what is asked of a model
/// that is loaded, and then the model that is wanted soon. It does nothing by itself.
///
/// A chat has one reply in the making at a time, so the oldest first means that chats take turns.
struct EngineQueue {
  enum Turn: Equatable {
    case reply(UInt64, of: ModelID)
    /// Nobody waits for more than a number.
    case question(UInt64, of: ModelID)
    /// Nobody waits for a reply, but somebody probably will.
    case load(ModelID)

    var model: ModelID {
      switch self {
      case .reply(_, let model), .question(_, let model), .load(let model): model
      }
    }
  }

  private var waiting: [(id: UInt64, model: ModelID)] = []
  private var asked: [(id: UInt64, model: ModelID)] = []
  private var wanted: ModelID?
  private(set) var turn: Turn?

  mutating func add(_ id: UInt64, for model: ModelID) { waiting.append((id, model)) }

  mutating func ask(_ id: UInt64, of model: ModelID) { asked.append((id, model)) }

  /// The model will probably be needed soon; the last one counts.
  mutating func want(_ model: ModelID) { wanted = model }

  /// The model is not needed soon after all.
  mutating func unwant(_ model: ModelID) { if wanted == model { wanted = nil } }

  /// Gives up what waits; false where it does not.
  mutating func withdraw(_ id: UInt64) -> Bool {
    if let index = asked.firstIndex(where: { $0.id == id }) {
      asked.remove(at: index)
      return true
    }
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return false }
    waiting.remove(at: index)
    return true
  }

  /// The turn before is over; the next one begins, if there is any.
  mutating func next() -> Turn? {
    if let first = waiting.first {
      waiting.removeFirst()
      turn = .reply(first.id, of: first.model)
    } else if let first = asked.first {
      asked.removeFirst()
      turn = .question(first.id, of: first.model)
    } else {
      turn = wanted.map { .load($0) }
      wanted = nil
    }
    return turn
  }

  /// Who gets the model next that is loaded in this turn: the one whose turn it is, or who comes first with the same model.
  var loader: UInt64? {
    switch turn {
    case .reply(let id, _): id
    case .question: nil
    case .load(let model): waiting.first.flatMap { $0.model == model ? $0.id : nil }
    case nil: nil
    }
  }

  /// Whether the model that is being loaded in this turn is of use when the turn is given up, or when somebody has come.
  var isLoadOfUse: Bool {
    guard let turn else { return false }
    return (waiting.first?.model ?? wanted) == turn.model
  }
}
