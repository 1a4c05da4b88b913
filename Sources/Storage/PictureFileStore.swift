import Domain
import Platform
import Synchronization

/// The files of a library's pictures, by calls that wait for the disk: each picture is there whole with its smaller ones,
/// or not at all. A row may name a picture only in a transaction that has seen its file, and files go only in a
/// transaction that has seen no row, so that no row is ever without its file.
final class PictureFileStore: Sendable {
  let folder: Folder
  let surroundings: any Surroundings
  /// Kept by this process and not yet named by a row. The draft that will name one is saved a moment later, and a
  /// removal of the same picture elsewhere must not come between.
  private let unnamed = Mutex<Set<PictureHash>>([])

  init(folder: Folder, surroundings: any Surroundings) {
    self.folder = folder
    self.surroundings = surroundings
  }

  /// Keeps the three files and returns when they are on the disk. What is there and sound is left, and only touched, so
  /// that no sweep takes it for old.
  func put(_ picture: PreparedPicture) throws(StoreError) -> PictureHash {
    guard let hash = PictureHash(of: picture.full.bytes) else {
      throw .refused(reason: .internal("there is no memory for the picture's hash"), statement: "")
    }
    unnamed.withLock { _ = $0.insert(hash) }
    do throws(StoreError) {
      _ = isThere(hash)
      // A removal by another process may take some of the files away while others are made.
      for _ in 1...5 {
        if try holds(picture, hash), touch(hash) { return hash }
        try write(picture, hash)
      }
      throw .pictureMissing
    } catch {
      unnamed.withLock { _ = $0.remove(hash) }
      throw error
    }
  }

  /// The file's bytes; nil when it is gone, or is the whole one and not what it is named for.
  func bytes(of hash: PictureHash, _ size: PictureSize) throws(StoreError) -> [UInt8]? {
    let file = folder.file(of: hash, size)
    var bytes = try Files.bytes(file)
    if bytes == nil, bringBack(hash) { bytes = try Files.bytes(file) }
    guard let bytes, size != .full || PictureHash(of: bytes) == hash else { return nil }
    return bytes
  }

  /// Whether the full file is there, or was set aside and could be brought back.
  func isThere(_ hash: PictureHash) -> Bool { Files.exists(folder.file(of: hash, .full)) || bringBack(hash) }

  /// To be told of pictures that a committed row names: from here on the rows keep them.
  func haveRows(_ hashes: Set<PictureHash>) { unnamed.withLock { $0.subtract(hashes) } }

  /// False where a folder in which the files should lie is a link: nothing is moved or removed through it.
  private func isOwnFolder(_ hash: PictureHash) -> Bool {
    ![folder.pictures, folder.pictureFiles(of: hash), folder.asides, folder.pictureAsides].contains(where: Files.isLink)
  }

  /// Removes the files for ever; only inside a writing transaction that has seen that no row names them.
  func remove(_ hash: PictureHash) {
    unnamed.withLock { unnamed in
      // Just kept again, for a row to come.
      guard !unnamed.contains(hash), isOwnFolder(hash) else { return }
      // The whole one first: it alone says that the others are there.
      for size in [PictureSize.full, .preview, .thumbnail] {
        Files.remove(folder.file(of: hash, size))
        Files.remove(folder.aside(of: hash, size))
      }
    }
  }

  /// Moves the picture's files into `set-aside` if they are old; only inside a writing transaction that has seen that no
  /// row names them. False when they stay.
  func setAside(_ hash: PictureHash) throws(StoreError) -> Bool {
    // It may have been kept again since it was found old.
    guard isOld(hash), !unnamed.withLock({ $0.contains(hash) }) else { return false }
    try Files.makeFolder(folder.asides)
    try Files.makeFolder(folder.pictureAsides)
    guard isOwnFolder(hash) else { return false }
    for size in [PictureSize.full, .preview, .thumbnail] where Files.exists(folder.file(of: hash, size)) {
      try Files.rename(folder.file(of: hash, size), to: folder.aside(of: hash, size))
    }
    return true
  }

  /// Moves files that were set aside to where they were; true when the whole one is there.
  private func bringBack(_ hash: PictureHash) -> Bool {
    guard Files.exists(folder.aside(of: hash, .full)), isOwnFolder(hash) else { return false }
    // A folder that is missing and cannot be made shows in the renaming.
    mkdir(folder.pictures, 0o700)
    mkdir(folder.pictureFiles(of: hash), 0o700)
    for size in [PictureSize.thumbnail, .preview, .full] {
      rename(folder.aside(of: hash, size), folder.file(of: hash, size))
    }
    return Files.exists(folder.file(of: hash, .full))
  }

  private func holds(_ picture: PreparedPicture, _ hash: PictureHash) throws(StoreError) -> Bool {
    guard Files.size(folder.file(of: hash, .preview)) == Int64(picture.preview.bytes.count),
      Files.size(folder.file(of: hash, .thumbnail)) == Int64(picture.thumbnail.bytes.count)
    else { return false }
    // Adding a picture again is how the user mends one whose file is damaged.
    return try bytes(of: hash, .full) != nil
  }

  private func touch(_ hash: PictureHash) -> Bool {
    let now = timespec(surroundings.now())
    return utimensat(AT_FDCWD, folder.file(of: hash, .full), [now, now], 0) == 0
  }

  private func write(_ picture: PreparedPicture, _ hash: PictureHash) throws(StoreError) {
    let pictureFiles = folder.pictureFiles(of: hash)
    for (made, above) in [(folder.pictures, folder.path), (pictureFiles, folder.pictures)]
    where !Files.exists(made) || Files.isLink(made) {
      try Files.makeFolder(made)
      try Files.sync(above)
    }
    removeUnfinished()
    let now = surroundings.now()
    let thumbnail = try Files.new(in: folder.pictures, picture.thumbnail.bytes, at: now)
    let preview = try Files.new(in: folder.pictures, picture.preview.bytes, at: now)
    let full = try Files.new(in: folder.pictures, picture.full.bytes, at: now)
    try Files.name(thumbnail, folder.file(of: hash, .thumbnail))
    try Files.name(preview, folder.file(of: hash, .preview))
    try Files.name(full, folder.file(of: hash, .full))
    try Files.sync(pictureFiles)
  }
}
