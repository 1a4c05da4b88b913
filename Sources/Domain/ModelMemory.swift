/// What a model needs of this machine's memory, and what is free: an estimate, which is shown before a load.
public struct ModelMemory: Hashable, Sendable {
  /// The length of the file.
  public var fileBytes: Int64
  /// Bytes for each token in the context; nil where the header does not say.
  public var bytesPerToken: Int64?
  /// Tokens that the model was trained to hold at once.
  public var trainedContext: Int?
  /// What was free when this was asked; nil where the system does not say.
  public var free: Int64?

  public init(fileBytes: Int64, bytesPerToken: Int64?, trainedContext: Int?, free: Int64?) {
    self.fileBytes = max(0, fileBytes)
    self.bytesPerToken = bytesPerToken.flatMap { $0 > 0 ? $0 : nil }
    self.trainedContext = trainedContext.flatMap { $0 > 0 ? $0 : nil }
    self.free = free
  }

  public init(_ model: LocalModel, free: Int64?) {
    self.init(
      fileBytes: model.file.bytes, bytesPerToken: model.facts.contextBytesPerToken,
      trainedContext: model.facts.contextLength, free: free)
  }

  /// For what the engine holds beside weights and context.
  private static let engine: Int64 = 60_000_000
  /// A context of fewer tokens holds no conversation.
  public static let leastContext = 512
  /// Tokens of a context unless somebody asks for another one.
  private static let usualContext = 4_096

  /// The context with which it would be loaded.
  public var context: Int { context(wanted: nil) }

  /// The context with which it would be loaded for a chat that wants this one: never more than it was trained with.
  public func context(wanted: Int?) -> Int { min(trainedContext ?? .max, wanted ?? Self.usualContext) }

  /// What it takes with a context of so many tokens. Weights are kept a second time, by seven tenths, in an order that
  /// is read faster.
  public func needed(context: Int) -> Int64 {
    let weights = fileBytes.plus(fileBytes / 10 * 7)
    return weights.plus(Self.engine).plus((bytesPerToken ?? 0).times(Int64(context)))
  }

  /// What it takes as it would be loaded.
  public var needed: Int64 { needed(context: context) }

  /// Whether it can be loaded now; true where nobody knows.
  public var fits: Bool { fits(context: context) }

  /// The same with a context of so many tokens.
  public func fits(context: Int) -> Bool { free.map { needed(context: context) <= $0 } ?? true }

  /// The largest context that fits now, in steps of 256 tokens; nil where none does or nobody knows.
  public var largestContext: Int? {
    guard let free, let bytesPerToken, let trainedContext else { return nil }
    let room = free.minus(needed(context: 0))
    guard room > 0 else { return nil }
    let tokens = min(room / bytesPerToken, Int64(trainedContext))
    let stepped = tokens == trainedContext ? Int(tokens) : Int(tokens / 256 * 256)
    return stepped >= min(Self.leastContext, trainedContext) ? stepped : nil
  }
}
