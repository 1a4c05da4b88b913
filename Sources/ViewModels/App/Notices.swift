public import Domain
public import Observation
internal import Wording

/// Words to the user. Whoever has something to say holds it whole, so that nothing is lost on its way.
@Observable
public final class Notices {
  /// The newest word to the user.
  public private(set) var newest: Notice?
  /// Called at once when a notice does not hold any more and must go from the screen.
  @ObservationIgnored public var onWithdrawn: ((Int) -> Void)?
  /// Those that no face has taken yet: several may come in one turn.
  @ObservationIgnored private var untaken: [Notice] = []
  @ObservationIgnored private var count = 0

  /// Without a word so far.
  public init() {}

  /// Shows a sentence for a few seconds, with a button where something can be done about it.
  public func tell(_ text: String, button: String? = nil, action: (() -> Void)? = nil) {
    offer(Notice(id: 0, text: text, button: button, action: action))
  }

  /// Says why something was not done.
  public func tell(_ error: StoreError) {
    offer(Notice(id: 0, text: error.sentence, error: error))
  }

  /// Shows the notice under the number that is returned.
  @discardableResult
  func offer(_ new: Notice) -> Int {
    count += 1
    let new = new.numbered(count)
    untaken.removeAll { $0.id == new.replaced }
    untaken.append(new)
    newest = new
    return count
  }

  /// Takes down a notice, shown or not.
  func withdraw(_ id: Int) {
    untaken.removeAll { $0.id == id }
    onWithdrawn?(id)
  }

  /// The words to the user that came since the last call, oldest first. A face shows each, and calls again whenever
  /// `newest` changes.
  public func take() -> [Notice] {
    defer { untaken = [] }
    return untaken
  }
}
