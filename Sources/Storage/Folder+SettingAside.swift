import Domain
import Platform

extension Folder {
  /// Moves the database with its log into a folder of its own, which is returned. Only for who is alone in the library.
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

  /// Puts a whole copy in the database's place; returns where the database lies as it was. Where that fails before
  /// anything was moved, it has not happened, and no later start does it.
  @discardableResult
  func exchange(for copy: String, at time: Timestamp) throws(StoreError) -> String? {
    try Files.rename(copy, to: restored)
    do throws(StoreError) {
      try Files.sync(path)
      return try finishRestore(at: time)
    } catch {
      if Files.exists(database) { Files.remove(restored) }
      throw error
    }
  }

  /// True when a restore was cut off between its last steps.
  var isRestoreUnfinished: Bool {
    var found = stat()
    return lstat(restored, &found) == 0 && found.st_mode & S_IFMT == S_IFREG
  }

  /// Moves a copy that waits for its name where no start finds it.
  func setRestoredAside(at time: Timestamp) throws(StoreError) {
    try Files.makeFolder(asides)
    try Files.rename(restored, to: freeAside("\(asides)/\(Self.copyMark)\(time.stamp).db"))
    for changed in [asides, path] { try Files.sync(changed) }
  }

  /// What a restore or a repair that was cut off left before its copy was whole.
  private var unfinishedCopies: [String] {
    [".copy", ".repair"].flatMap { kind in ["", "-journal", "-wal", "-shm"].map { restored + kind + $0 } }
  }

  var hasUnfinishedCopies: Bool { unfinishedCopies.contains(where: Files.exists) }

  /// Only for who is alone in the library.
  func removeUnfinishedCopies() { unfinishedCopies.forEach(Files.remove) }

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
