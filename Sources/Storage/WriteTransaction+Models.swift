import Domain

extension WriteTransaction {
  func save(_ model: LocalModel) throws(StoreError) {
    let (facts, file) = (model.facts, model.file)
    let recommended = LocalModel.recommendedParameters
    let taken = recommended.map { ", \($0.column) = excluded.\($0.column)" }.joined()
    try connection.run(
      """
      INSERT INTO model(fingerprint, name, path, bytes, modified_at, inode, device, architecture, quantisation, label,
        size_label, parameters, layers, context_length, context_bytes, licence, licence_link, has_template, thinks,
        added_at, ended_engine, can_switch, \(LocalModel.recommendedColumns))
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?\(String(repeating: ", ?", count: recommended.count)))
      ON CONFLICT(fingerprint) DO UPDATE SET name = excluded.name, path = excluded.path, bytes = excluded.bytes,
        modified_at = excluded.modified_at, inode = excluded.inode, device = excluded.device,
        architecture = excluded.architecture, quantisation = excluded.quantisation, label = excluded.label,
        size_label = excluded.size_label, parameters = excluded.parameters, layers = excluded.layers,
        context_length = excluded.context_length, context_bytes = excluded.context_bytes, licence = excluded.licence,
        licence_link = excluded.licence_link, has_template = excluded.has_template, thinks = excluded.thinks,
        can_switch = excluded.can_switch\(taken)
      """,
      [
        .blob(model.id.bytes), .text(model.name), .text(file.path), .integer(file.bytes), .integer(file.modifiedAt),
        .integer(file.inode), .integer(file.device), .text(facts.architecture), .text(facts.quantisation),
        .text(facts.name), .text(facts.sizeLabel), .integer(facts.parameters), .integer(facts.layers),
        .integer(facts.contextLength), .integer(facts.contextBytesPerToken), .text(facts.licence?.name),
        .text(facts.licence?.link), .flag(facts.hasTemplate), .flag(facts.thinks), .time(model.addedAt),
        .flag(model.loadFault != nil), .flag(facts.canSwitchThinking),
      ] + recommended.map { $0.value(facts.recommended[$0]) })
    changes.saved(model: model.id)
  }

  func remove(_ model: ModelID) throws(StoreError) -> Bool {
    mayUseReserve = true
    try connection.run("DELETE FROM model WHERE fingerprint = ?", [.blob(model.bytes)])
    guard connection.changedRows > 0 else { return false }
    changes.saved(model: model)
    return true
  }

  func beginLoad(of model: ModelID) throws(StoreError) {
    // Nobody is told: that another process loads it is no business of this one's.
    try connection.run(
      "UPDATE model SET load_owner = ?, ended_engine = 0 WHERE fingerprint = ?", [.uid(locks.me), .blob(model.bytes)])
  }

  func endLoad(of model: ModelID, endedEngine: Bool) throws(StoreError) {
    // A load whose end is not on the disk counts as one that was cut off.
    mayUseReserve = true
    try connection.run(
      """
      UPDATE model SET load_owner = NULL, ended_engine = ? WHERE fingerprint = ? AND (load_owner = ? OR ended_engine <> ?)
      """, [.flag(endedEngine), .blob(model.bytes), .uid(locks.me), .flag(endedEngine)])
    if endedEngine { changes.saved(model: model) }
  }

  func forgetLoad(of model: ModelID) throws(StoreError) {
    try connection.run(
      "UPDATE model SET load_owner = NULL, ended_engine = 0 WHERE fingerprint = ?", [.blob(model.bytes)])
    changes.saved(model: model)
  }
}
