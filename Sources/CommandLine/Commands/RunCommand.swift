import Domain
import Localization
import Platform
import Sotto

/// `run`: one answer of a local model, of which nothing is kept.
enum RunCommand {
  static func run(_ context: CommandContext) async throws {
    let prompt = try prompt(context)
    let tokens = try context.invocation.count("max-tokens")
    let anyway = context.invocation.flags.contains("anyway")
    if let file = try file(context) {
      let (model, agents) = try await context.composition.model(in: file)
      agents.load(model.id, context: nil, anyway: anyway)
      guard let agent = agents.agent(for: model.agent) else { throw ModelFault.noSuchModel }
      let outcome: Result<Void, any Error>
      do { outcome = .success(try await OneAnswer(context, agent).run(prompt, atMost: tokens)) } catch {
        outcome = .failure(error)
      }
      await agents.end()
      return try outcome.get()
    }
    try await context.open { open in
      let entry = try ModelName.find(context.operand, in: try await open.models.entries())
      // Also one that ended the engine: it is asked for.
      try await open.models.load(entry.id, context: nil, anyway: anyway)
      guard let agent = open.service.agents.agent(for: entry.model.agent) else { throw ModelFault.noSuchModel }
      try await OneAnswer(context, agent).run(prompt, atMost: tokens)
    }
  }

  /// The path of a model's file, where the word is one, or where there is no data folder: one answer must not make it.
  private static func file(_ context: CommandContext) throws -> String? {
    let word = context.operand
    let isPath = ["/", "./", "../"].contains { word.hasPrefix($0) }
    if isPath || word.lowercased().hasSuffix(".gguf") && access(word, F_OK) == 0 { return word }
    guard try !context.composition.library().exists else { return nil }
    let model = try ModelName.find(word, in: [ModelEntry(model: context.composition.builtInModel)]).model
    guard !model.file.isMissing else { throw model.missing }
    return model.file.path
  }

  /// The words after the model, and behind them what is piped in where they end with “-”: else whoever runs it with an open pipe
  /// that is not meant for it would wait for ever.
  private static func prompt(_ context: CommandContext) throws -> String {
    var words = Array(context.invocation.operands.dropFirst())
    let reads = words.isEmpty || words.last == "-"
    if words.last == "-" { words.removeLast() }
    if reads, context.terminal.isInputTerminal {
      throw Failure(
        .usage, localized("“sotto run” wants a text after the model, or one that is piped in."),
        hint: context.invocation.hint)
    }
    var parts = words.isEmpty ? [] : [words.joined(separator: " ")]
    if reads { parts.append(try StandardInput.text()) }
    let prompt = parts.filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: "\n\n")
    guard !prompt.isEmpty else {
      throw Failure(
        .usage, localized("“sotto run” wants a text after the model, or one that is piped in; nothing came in."),
        hint: context.invocation.hint)
    }
    return prompt
  }
}
