internal import Domain
private import Localization
import Observation
internal import Wording

/// That a chat's model is loaded with another context than the chat wants, and what can be done about it.
public struct ContextOffer: Hashable, Sendable {
  /// How it is loaded now, and what comes of that.
  public let sentence: String
  /// Whether it can be loaded now with what the chat wants.
  public let canLoad: Bool
}

/// With which context a chat's model is loaded.
@Observable
final class LoadedContext {
  private var entry: ModelEntry?
  /// It was asked for here, and is not over.
  private var isAsked = false
  @ObservationIgnored private let models: any LocalModels
  @ObservationIgnored private var following: Task<Void, Never>?
  /// Goes on to its end without this: who has closed the page hears why it failed, too.
  @ObservationIgnored private var loading: Task<Void, Never>?

  init(_ models: any LocalModels) { self.models = models }

  isolated deinit { following?.cancel() }

  /// Follows what the model of this agent does.
  func follow(_ agent: String) {
    following?.cancel()
    entry = nil
    following = Task { [weak self, changes = models.changes()] in
      for await entries in changes { self?.take(entries.first { $0.model.agent == agent }) }
    }
  }

  private func take(_ entry: ModelEntry?) {
    if entry != self.entry { self.entry = entry }
  }

  /// Nil where the model is loaded as it is wanted, or is not loaded.
  func offer(wanted: Int?) -> ContextOffer? {
    guard let entry else { return nil }
    let memory = models.memory(of: entry.model)
    let tokens = memory.context(wanted: wanted)
    switch entry.state {
    case .loading where isAsked: return ContextOffer(sentence: entry.state.words ?? "", canLoad: false)
    case .loaded(let context) where context < tokens || wanted != nil && context > tokens:
      let more = memory.needed(context: tokens).minus(memory.needed(context: context))
      let fits = memory.free.map { more <= $0 } ?? true
      return ContextOffer(sentence: Self.sentence(entry.model.name, context, tokens, fits: fits), canLoad: fits)
    case .loaded, .loading, .unloaded, .failed, .unavailable: return nil
    }
  }

  private static func sentence(_ model: String, _ now: Int, _ wanted: Int, fits: Bool) -> String {
    let (name, loaded, tokens) = (ShownLine.within(model), CountText.of(now), CountText.of(wanted))
    if now > wanted {
      return localized(
        "\(name) is loaded with \(loaded) tokens. This chat takes \(tokens) of them; loading it anew frees memory.")
    }
    return fits
      ? localized("\(name) is loaded with \(loaded) tokens. The next reply here loads it anew with \(tokens).")
      : localized("\(name) is loaded with \(loaded) tokens, and there is not enough memory free for \(tokens).")
  }

  /// Loads the model with what is wanted; `tell` hears why it is not loaded.
  func load(wanted: Int?, _ tell: @escaping (ModelFault) -> Void) {
    guard let model = entry?.model else { return }
    isAsked = true
    loading?.cancel()
    let context = models.memory(of: model).context(wanted: wanted)
    loading = Task { [weak self, models] in
      do throws(ModelFault) { try await models.loadAsked(model, context: context) } catch { tell(error) }
      if !Task.isCancelled { self?.isAsked = false }
    }
  }
}
