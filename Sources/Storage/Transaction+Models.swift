import Domain

extension Transaction {
  /// A row without a fingerprint, or one that is in no order, hides no other; `verify` reports it.
  func models() throws(StoreError) -> [LocalModel] {
    let locks = locks
    return try connection.rows(
      """
      SELECT fingerprint, name, path, bytes, modified_at, inode, device, architecture, quantisation, label, size_label,
        parameters, layers, context_length, context_bytes, licence, licence_link, has_template, thinks, added_at,
        ended_engine, load_owner, can_switch, \(LocalModel.recommendedColumns)
      FROM model WHERE length(fingerprint) = 32 ORDER BY id
      """
    ) { Self.model($0, locks) }
  }

  private static func model(_ row: Row, _ locks: ProcessLocks) -> LocalModel? {
    guard let id = row.hash(0).flatMap({ ModelID(bytes: $0.bytes) }) else { return nil }
    let licence = row.optionalText(15, atMost: Valid.lineBytes).map {
      ModelLicence(name: $0, link: row.optionalText(16, atMost: Valid.lineBytes))
    }
    var facts = ModelFacts(
      name: row.optionalText(9, atMost: Valid.lineBytes), architecture: row.text(7, atMost: Valid.nameBytes),
      parameters: row.isNull(11) ? nil : Int64(row.count(11)), quantisation: row.text(8, atMost: Valid.nameBytes),
      sizeLabel: row.optionalText(10, atMost: Valid.nameBytes), layers: row.isNull(12) ? nil : row.count(12),
      contextLength: row.isNull(13) ? nil : row.count(13),
      contextBytesPerToken: row.isNull(14) ? nil : Int64(row.count(14)), licence: licence,
      hasTemplate: row.flag(17), thinks: row.flag(18), canSwitchThinking: row.flag(22))
    for (index, parameter) in LocalModel.recommendedParameters.enumerated() {
      facts.recommended[parameter] = row.optionalReal(Int32(index + 23))
    }
    let file = ModelFile(
      path: row.text(2, atMost: Valid.wordsBytes), bytes: Int64(row.count(3)), modifiedAt: row.integer(4),
      inode: row.integer(5), device: row.integer(6))
    // One that a process was loading when it ended may have brought it down, with all of the machine.
    let isCutOff = !row.isNull(21) && locks.owner(row.uid(21)) == .nobody
    return LocalModel(
      id: id, name: row.text(1, atMost: Valid.lineBytes), facts: facts, file: file, addedAt: row.time(19).shown,
      endedEngine: row.flag(20), isCutOff: isCutOff)
  }
}

extension LocalModel {
  /// What a header can recommend.
  static let recommendedParameters: [ReplyParameter] = [.temperature, .topP, .topK, .minP, .repeatPenalty]
  /// The columns of these.
  static let recommendedColumns = recommendedParameters.map(\.column).joined(separator: ", ")
}
