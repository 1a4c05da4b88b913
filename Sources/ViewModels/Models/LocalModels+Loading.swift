internal import Domain

extension LocalModels {
  /// Loads the model for somebody who asked for that, and returns once it is loaded or that was called off; throws why it is
  /// not loaded.
  ///
  /// - Parameter context: exactly so many tokens are to be held at once; nil for as many as is usual.
  func loadAsked(_ model: LocalModel, context: Int?) async throws(ModelFault) {
    let tokens = context.map { memory(of: model).context(wanted: $0) }
    try await load(model.id, context: tokens, anyway: false)
    var isLoading = false
    for await entries in changes() {
      switch entries.first(where: { $0.id == model.id })?.state {
      case .failed(let fault), .unavailable(let fault): throw fault
      case .loaded(let held) where isLoading || tokens == nil || held == tokens: return
      case .unloaded where isLoading: return
      case nil: return
      case .loading: isLoading = true
      // Not yet.
      case .loaded, .unloaded: break
      }
    }
  }
}
