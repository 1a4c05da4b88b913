/// What is known of the program that runs models, on this machine.
public struct EngineFacts: Hashable, Sendable {
  /// What it is denied, and whether that holds.
  public var restraints: [ReaderRestraint]
  /// The version of llama.cpp in it.
  public var version: String

  public init(restraints: [ReaderRestraint], version: String) {
    self.restraints = restraints
    self.version = version
  }
}

/// How fast a model is on this machine, in tokens a second.
public struct ModelSpeed: Hashable, Sendable {
  /// It reads what was written.
  public var reading: Double
  /// It writes.
  public var writing: Double

  public init(reading: Double, writing: Double) {
    self.reading = reading
    self.writing = writing
  }
}
