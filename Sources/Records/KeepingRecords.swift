package import Domain
private import Wording

/// A backup of `backup list --json`.
package struct BackupRecord: Codable, Sendable {
  package var name: String
  package var madeAt: String
  package var bytes: Int64
  package var chats: Int
  package var messages: Int
  package var format: Int
  package var isSound: Bool

  package init(_ backup: Backup) {
    name = backup.id
    madeAt = backup.madeAt.record
    bytes = backup.bytes
    chats = backup.chats
    messages = backup.messages
    format = backup.format
    isSound = backup.isSound
  }
}

/// What `verify --json` found.
package struct VerificationRecord: Codable, Sendable {
  package struct FindingRecord: Codable, Sendable {
    package var isDamage: Bool
    /// Which of the things that can be found; the sentence says it to people.
    package var kind: String
    package var sentence: String
  }

  package struct MendingRecord: Codable, Sendable {
    package var kind: String
    package var count: Int
    package var sentence: String
  }

  /// One thing that holds the picture reader, or does not.
  package struct RestraintRecord: Codable, Sendable {
    package var kind: String
    package var holds: Bool
    package var sentence: String

    fileprivate static func all(_ restraints: Result<[ReaderRestraint], PictureError>) -> [RestraintRecord] {
      switch restraints {
      case .success(let found): found.map { Self(kind: $0.kind, holds: $0.holds, sentence: $0.sentence) }
      case .failure(let error): [Self(kind: "reader", holds: false, sentence: error.sentence)]
      }
    }
  }

  /// What runs models.
  package struct EngineRecord: Codable, Sendable {
    /// With its version; `null` where it does not run.
    @OrNull package var name: String?
    /// What holds it, or why it does not run.
    package var sentence: String

    fileprivate init(_ engine: Result<EngineFacts, ModelFault>) {
      switch engine {
      case .success(let facts): (name, sentence) = (facts.name, facts.confinement)
      case .failure(let fault): (name, sentence) = (nil, fault.sentence)
      }
    }
  }

  /// How much was looked through.
  package struct ExtentRecord: Codable, Sendable {
    package var chats: Int
    package var messages: Int
    package var pictures: Int
    package var backups: Int
  }

  package var isSound: Bool
  package var findings: [FindingRecord]
  package var read: ExtentRecord
  /// What was mended, where that was asked for.
  package var repaired: [MendingRecord]?
  /// Where the database as it was lies; `null` where nothing had to be mended.
  package var setAside: OrNull<String>?
  /// What holds the picture reader, where that was asked for.
  package var pictureReader: [RestraintRecord]?
  /// What runs models, where that was asked for.
  package var engine: EngineRecord?
  /// The models, where they were asked for.
  package var models: [CheckedModelRecord]?
  /// How many bytes are kept of what models have read of chats, where that was asked for.
  package var keptChats: Int64?

  package init(
    _ findings: [Finding], read extent: LibraryExtent, repaired: RepairReport?,
    pictureReader: Result<[ReaderRestraint], PictureError>?, engine: Result<EngineFacts, ModelFault>?,
    models: [ModelEntry]?, keptChats: Int64?
  ) {
    isSound = !findings.contains(where: \.isDamage)
    self.findings = findings.map { FindingRecord(isDamage: $0.isDamage, kind: $0.kind, sentence: $0.sentence) }
    read = ExtentRecord(
      chats: extent.chats, messages: extent.messages, pictures: extent.pictures, backups: extent.backups)
    self.repaired = repaired?.mended.map {
      MendingRecord(kind: $0.kind.rawValue, count: $0.count, sentence: $0.sentence)
    }
    setAside = repaired.map { OrNull(wrappedValue: $0.aside) }
    self.pictureReader = pictureReader.map(RestraintRecord.all)
    self.engine = engine.map(EngineRecord.init)
    self.models = models?.map { CheckedModelRecord($0.model, fault: $0.fault) }
    self.keptChats = keptChats
  }
}
