import Domain

extension Verification {
  /// Links where Sotto has files and folders of its own: it writes through none of them.
  func links() -> [Finding] {
    let own = [
      folder.run, folder.notify, folder.lock, folder.reserve, folder.backups, folder.asides, folder.pictures,
      folder.pictureAsides, folder.restored, folder.keys,
    ]
    return own.filter(Files.isLink).map {
      Finding(isDamage: false, .link(path: $0))
    }
  }
}
