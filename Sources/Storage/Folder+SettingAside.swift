import Domain

extension Folder {
  /// Moves the database with its log into a folder of its own, which is returned. Only for who is alone in the house.
  @discardableResult
  func setAside(at time: Timestamp) throws(StoreError) -> String {
    try Files.makeFolder(asides)
    let target = asideLeftHalfway() ?? freeAside("\(asides)/\(time.stamp)")
    try Files.makeFolder(target)
    // The database first: a log that is alone says that something is missing, a database that is alone would not.
    for file in databaseFiles + [journal] where Files.exists(file) || Files.isLink(file) {
      try Files.rename(file, to: target + file.dropFirst(path.count))
    }
    for changed in [target, asides, path] { try Files.sync(changed) }
    return target
  }

  /// Gives a whole copy the database's name, after what was there is set aside, in the folder that is returned.
  @discardableResult
  func finishRestore(at time: Timestamp) throws(StoreError) -> String? {
    let aside = (databaseFiles + [journal]).contains(where: Files.exists) ? try setAside(at: time) : nil
    try Files.rename(restored, to: database)
    try Files.sync(path)
    return aside
  }

  /// True when a restore was cut off between its last steps.
  var isRestoreUnfinished: Bool { !Files.exists(database) && Files.exists(restored) }

  /// Where the database lies whose log was not moved, because the move was cut off.
  private func asideLeftHalfway() -> String? {
    // Beside the databases, which are named by their time, lie pictures.
    let names = Files.names(in: asides).filter { $0.first?.isNumber == true }
    guard !Files.exists(database), let newest = names.last else { return nil }
    let target = "\(asides)/\(newest)"
    return Files.exists(target + "/sotto.db-wal") ? nil : target
  }

  func freeAside(_ stem: String) -> String {
    var target = stem
    var number = 2
    while Files.exists(target) {
      target = "\(stem)-\(number)"
      number += 1
    }
    return target
  }
}
