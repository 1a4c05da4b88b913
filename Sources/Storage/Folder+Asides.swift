import Domain

/// What lies in `set-aside`, for who wants to know.
extension Folder {
  /// What the names of copies that were put away begin with.
  static let copyMark = "restored-"

  /// What is kept there, but for pictures, which come back by themselves where something names them.
  func keptAside() -> [Finding.What] {
    Files.names(in: asides).compactMap { name in
      let path = "\(asides)/\(name)"
      if name.hasPrefix(Self.logMark) { return .damagedLog(aside(at: path)) }
      if name.hasPrefix(Self.copyMark) { return .setAsideCopy(aside(at: path)) }
      let isDatabase = Timestamp(stamp: name.prefix(Self.stampLength)) != nil
      return isDatabase ? .setAsideDatabase(aside(at: path)) : nil
    }
  }

  /// What is to be said of the file or folder that lies there.
  func aside(at path: String) -> SetAside {
    let name = path.split(separator: "/").last ?? ""
    let mark = [Self.logMark, Self.copyMark].first(where: name.hasPrefix) ?? ""
    let inner = Files.names(in: path).compactMap { Files.size("\(path)/\($0)") }
    return SetAside(
      path: path, since: Timestamp(stamp: name.dropFirst(mark.count).prefix(Self.stampLength)),
      bytes: inner.isEmpty ? Files.size(path) ?? 0 : inner.reduce(0) { $0.plus($1) })
  }

  private static let stampLength = 20
}
