import Domain

extension Schema {
  /// What is set for chats; NULL stands for what the agent does by itself. And what a model's maker recommends, so that it
  /// can be told what that is.
  static let fifth = """
    CREATE TABLE chat_settings(
      chat_id INTEGER PRIMARY KEY REFERENCES chat(id) ON DELETE CASCADE,
      instructions TEXT,
      reasoning INTEGER CHECK(reasoning IN (0, 1)),
      -- What is done when the chat is too long: 0 drops the oldest, 1 sums up, 2 gives a larger context.
      overflow INTEGER CHECK(overflow >= 0),
      temperature REAL,
      top_p REAL,
      top_k INTEGER,
      min_p REAL,
      repeat_penalty REAL,
      frequency_penalty REAL,
      presence_penalty REAL,
      seed INTEGER,
      maximum_tokens INTEGER,
      context_length INTEGER
    ) STRICT;

    ALTER TABLE model ADD COLUMN temperature REAL;
    ALTER TABLE model ADD COLUMN top_p REAL;
    ALTER TABLE model ADD COLUMN top_k INTEGER;
    ALTER TABLE model ADD COLUMN min_p REAL;
    ALTER TABLE model ADD COLUMN repeat_penalty REAL;
    -- Whether its thinking aloud can be switched off.
    ALTER TABLE model ADD COLUMN can_switch INTEGER NOT NULL DEFAULT 0 CHECK(can_switch IN (0, 1));
    """
}

extension ReplyParameter {
  /// The column that it is kept in.
  var column: String {
    switch self {
    case .temperature: "temperature"
    case .topP: "top_p"
    case .topK: "top_k"
    case .minP: "min_p"
    case .repeatPenalty: "repeat_penalty"
    case .frequencyPenalty: "frequency_penalty"
    case .presencePenalty: "presence_penalty"
    case .seed: "seed"
    case .maximumTokens: "maximum_tokens"
    case .contextLength: "context_length"
    }
  }

  /// What may stand there; all ends are whole numbers.
  var columnRange: ClosedRange<Int64> { Int64(range.lowerBound)...Int64(range.upperBound) }

  /// The number as it is kept.
  func value(_ number: Double?) -> Value { isWhole ? .integer(number.map { Int64($0) }) : .real(number) }
}

extension ContextOverflow {
  /// As the database keeps it.
  var number: Int64 {
    switch self {
    case .dropOldest: 0
    case .summarise: 1
    case .largerContext: 2
    }
  }

  /// Nil for one that this Sotto does not know.
  init?(number: Int64) {
    guard let known = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = known
  }
}
