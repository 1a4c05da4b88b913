/// A model's file that is being fetched, or was begun and rests.
public struct ModelDownload: Hashable, Sendable, Identifiable {
  /// What becomes of it.
  public enum State: Hashable, Sendable {
    /// Another one goes first.
    case waiting
    /// The host was asked.
    case connecting
    /// Bytes each second; nil until that is known.
    case receiving(speed: Int64?)
    /// What came is read again; the part done, 0 to 1.
    case checking(Double)
    case paused
    /// Another process fetches it.
    case elsewhere
    case failed(DownloadFault)
    /// It is there, and was imported.
    case done(LocalModel)
  }

  /// Why what had come was thrown away.
  public enum NewStart: Hashable, Sendable {
    /// The host has another file now.
    case changed
    /// The host does not go on in the middle of a file.
    case noRanges
  }

  /// What its file is called on this machine; for ever the same.
  public let id: String
  /// What people read.
  public var name: String
  /// Where it comes from.
  public var source: ModelSource
  /// Bytes that are here.
  public var received: Int64
  /// Bytes of the whole file; nil until the host has said so.
  public var total: Int64?
  /// What becomes of it now.
  public var state: State
  /// Why it was begun anew since somebody last asked for it; nil where it was not.
  public var newStart: NewStart?
  /// It was here already, and nothing was fetched.
  public var wasHere: Bool

  public init(
    id: String, name: String, source: ModelSource, received: Int64 = 0, total: Int64? = nil, state: State = .paused,
    newStart: NewStart? = nil, wasHere: Bool = false
  ) {
    self.id = id
    self.name = name
    self.source = source
    self.received = received
    self.total = total
    self.state = state
    self.newStart = newStart
    self.wasHere = wasHere
  }

  /// How much is here, 0 to 1; nil where nobody knows the whole.
  public var part: Double? {
    guard let total, total > 0 else { return nil }
    return min(1, Double(received) / Double(total))
  }

  /// How long it takes at today's speed; nil where nobody knows.
  public var left: Duration? {
    guard case .receiving(let speed?) = state, speed > 0, let total else { return nil }
    return .seconds(max(0, total - received) / speed)
  }

  /// Whether something is done for it in this process, now or when its turn comes.
  public var isActive: Bool {
    switch state {
    case .waiting, .connecting, .receiving, .checking: true
    case .paused, .elsewhere, .failed, .done: false
    }
  }
}

/// A model that Sotto knows to suit many machines.
public struct ModelPreset: Hashable, Sendable, Identifiable {
  /// What a model is good for.
  public enum Purpose: Hashable, Sendable, CaseIterable {
    /// The smallest and fastest, for short questions.
    case tiny
    /// Quick on any machine.
    case quick
    /// For most conversations.
    case everyday
    /// Thinks before it answers.
    case thinking
    /// Sums, logic and programs.
    case reasoning
    /// The best answers, slower.
    case large
  }

  /// What it is called where one types, such as `llama-3.2-1b`.
  public let id: String
  /// What its maker calls it.
  public let name: String
  /// Who made it.
  public let maker: String
  /// Where its file lies.
  public let source: ModelSource
  /// About how long its file is.
  public let bytes: Int64
  /// Bytes of memory for each token in its context.
  public let bytesPerToken: Int64
  /// The SHA-256 of the file in hexadecimal digits, where it is known; else the host says it.
  public let sha256: String?
  /// What it may be used for, by its short name.
  public let licence: String
  /// What it is good for.
  public let purpose: Purpose

  public init(
    id: String, name: String, maker: String, source: ModelSource, bytes: Int64, bytesPerToken: Int64,
    sha256: String? = nil, licence: String, purpose: Purpose
  ) {
    self.id = id
    self.name = name
    self.maker = maker
    self.source = source
    self.bytes = bytes
    self.bytesPerToken = bytesPerToken
    self.sha256 = sha256
    self.licence = licence
    self.purpose = purpose
  }

  /// What it needs of the memory, against what is free.
  public func memory(free: Int64?) -> ModelMemory {
    ModelMemory(fileBytes: bytes, bytesPerToken: bytesPerToken, trainedContext: nil, free: free)
  }
}

/// A model of a repository, in one file or in several.
public struct RemoteModelFile: Hashable, Sendable {
  /// Where it lies; the first part where there are several.
  public var source: ModelSource
  /// Its path in the repository.
  public var path: String
  /// The length of all of it; nil where the host does not say.
  public var bytes: Int64?
  /// How many files it is in.
  public var parts = 1

  public init(source: ModelSource, path: String, bytes: Int64?) {
    self.source = source
    self.path = path
    self.bytes = bytes
  }
}
