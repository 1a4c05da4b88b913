package import Domain

/// A model that is wanted, and how it is to be loaded.
package struct LoadWish: Sendable {
  package let model: LocalModel
  /// How many tokens it is to hold at once; nil for as many as is usual.
  package let context: Int?
  /// The chat that will probably go on then, and is to come back from the disk before it does; nil for none.
  package let chat: ChatID?
  /// Whether one that is loaded with more is to be loaded anew.
  package let isExact: Bool
  /// Whether it is to be loaded also where it does not fit into the memory.
  package var anyway: Bool
  /// Whether a person waits for it, and is told where it fails.
  package var isAsked: Bool

  package init(
    model: LocalModel, context: Int?, chat: ChatID? = nil, isExact: Bool = false, anyway: Bool = false,
    isAsked: Bool = false
  ) {
    self.model = model
    self.context = context
    self.chat = chat
    self.isExact = isExact
    self.anyway = anyway
    self.isAsked = isAsked
  }

  /// This one, with what somebody has asked for before it of the same model.
  func joined(with before: LoadWish) -> LoadWish {
    var joined = self
    joined.anyway = anyway || before.anyway
    joined.isAsked = isAsked || before.isAsked
    return joined
  }

  /// With how many tokens it would be loaded.
  var tokens: Int { ModelMemory(model, free: nil).context(wanted: context) }

  /// Whether a model that was loaded with so many tokens need not be loaded anew.
  func isMet(by loaded: Int) -> Bool { isExact ? loaded == tokens : loaded >= tokens }
}
